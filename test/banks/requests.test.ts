import { afterAll, beforeAll, expect, test } from 'vitest'
import { fetchProfile, type Profile, runSuite } from '#conformance/index.js'
import { type Sandbox, startSandbox } from '#sandbox/index.js'
import { passedOf, redOf } from './judging.js'

let bank: Sandbox
let served: Profile

beforeAll(async () => {
  bank = await startSandbox()
  served = await fetchProfile(bank.url)
})
afterAll(() => bank?.close())

/** Journeys of both kinds of consent and every end, codes, refused requests. */
const only = ['AAC-07*', 'AUT-02*', 'AUT-04*', 'AUT-06*', 'ACC-001', 'BAL-001']

const judge = (authorisation: Partial<Profile['authorisation']>) =>
  runSuite({
    profile: { ...served, authorisation: { ...served.authorisation, ...authorisation } },
    only,
    journeys: 'headless',
    now: Date.now,
  })

const ways: readonly [name: string, Partial<Profile['authorisation']>][] = [
  ['plain code', {}],
  ['plain code, pushed', { pushed: true }],
  ['code in a request object', { requestObject: true }],
  ['code in a request object, pushed', { requestObject: true, pushed: true }],
  ['hybrid in a request object', { flow: 'hybrid' }],
  ['hybrid in a request object, pushed', { flow: 'hybrid', pushed: true }],
]

test.each(ways)('%s: journeys and codes are judged clean', async (_, authorisation) => {
  const { verdicts, transcript } = await judge(authorisation)
  const journeys = transcript.flatMap((entry) => (entry.kind === 'journey' ? [entry] : []))
  const placements = new Set(journeys.flatMap(({ redirect }) => (redirect ? [redirect.placement] : [])))

  expect(redOf(verdicts)).toEqual([])
  expect(verdicts.cases.filter(({ outcome }) => !['pass', 'not-applicable'].includes(outcome))).toEqual([])
  expect(passedOf(verdicts).length).toBeGreaterThan(20)
  expect([...placements]).toEqual([authorisation.flow === 'hybrid' ? 'fragment' : 'query'])
  expect(journeys.some(({ authorizationUrl: url }) => /[?&]request_uri=/.test(url))).toBe(authorisation.pushed === true)
  expect(JSON.stringify(transcript)).not.toMatch(/"id_token","eyJ/)
})

test('a bank that takes a pushed request of another TPP is found', async () => {
  await bank.faults.set([{ id: 'consent-of-other-tpp-readable' }])
  const { verdicts } = await judge({ pushed: true })
  await bank.faults.set([])

  expect(redOf(verdicts)).toContain('AUT-044')
})
