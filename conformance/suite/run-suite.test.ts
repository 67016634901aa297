import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Case } from '../cases/case.js'
import type { JourneyDriver } from '../journeys/driver.js'
import type { Reporter, RunInfo, RunResult } from '../report/reporter.js'
import { type FakeBank, startFakeBank } from '../testing/fake-bank.js'
import { made } from '../testing/run-cases.js'
import { verifyChain } from '../transcript/chain.js'
import { runSuite, type SuiteOptions } from './run-suite.js'

let bank: FakeBank

beforeEach(async () => {
  bank = await startFakeBank()
})

afterEach(() => bank.close())

const answers401 = made('ACC-001', { expect: [{ proves: 'AUT-REQ-010', status: 401 }] })
const answers200 = made('ACC-002', { expect: [{ proves: 'AUT-REQ-010', status: 200 }] })

const run = (cases: readonly Case[], options: Partial<SuiteOptions> = {}) =>
  runSuite({ profile: bank.profile, cases, now: Date.now, ...options })

const outcomes = ({ verdicts }: RunResult) => verdicts.cases.map((verdict) => `${verdict.case} ${verdict.outcome}`)

test('returns verdicts, the whole transcript and what the run was about', async () => {
  const result = await run([answers401, answers200], { now: () => Date.UTC(2030, 0, 15, 9) })

  expect(outcomes(result)).toEqual(['ACC-001 pass', 'ACC-002 fail'])
  expect(result.verdicts).toMatchObject({ complete: true, partial: false, exitCode: 1 })
  expect(verifyChain(result.transcript)).toMatchObject({ intact: true })
  expect(result.info).toMatchObject({
    profileName: 'Fake Bank',
    strictness: 'all',
    planned: 2,
    startedAt: '2030-01-15T09:00:00.000Z',
  })
})

test('calls reporters in order, with the verdicts of the result', async () => {
  const calls: unknown[] = []
  const reporter: Reporter = {
    name: 'test',
    onBegin: (info: RunInfo) => calls.push(`begin ${info.planned}`),
    onCase: (verdict) => calls.push(`${verdict.case} ${verdict.outcome}`),
    onEnd: (result) => void calls.push(...outcomes(result)),
  }

  await run([answers401, answers200], { reporters: [reporter] })

  expect(calls[0]).toBe('begin 2')
  expect(calls.slice(1, 3).sort()).toEqual(calls.slice(3))
})

test('a reporter that throws stops nothing and is named', async () => {
  const lines: string[] = []
  const broken: Reporter = {
    name: 'broken',
    onCase: () => {
      throw new Error('no disk')
    },
  }

  const result = await run([answers401], { reporters: [broken], stderr: (line) => lines.push(line) })

  expect(outcomes(result)).toEqual(['ACC-001 pass'])
  expect(lines.join('')).toMatch(/broken.*no disk/)
})

test('options for strictness and filter replace those of the profile', async () => {
  const result = await run([answers401, answers200], { strictness: 'stated', only: ['ACC-001'] })

  expect(result.info.strictness).toBe('stated')
  expect(result.verdicts).toMatchObject({ partial: true, exitCode: 3 })
})

test('refuses a run it has no driver for before anything is sent', async () => {
  const { headless: _, ...journeys } = bank.profile.journeys
  const withoutHeadless = { ...bank.profile, journeys }

  await expect(run([answers401], { profile: withoutHeadless })).rejects.toThrow(/journeys\.headless/)
  await expect(
    run([answers401], { profile: { ...withoutHeadless, journeys: { driver: 'browser', adapter: 'other-bank' } } }),
  ).rejects.toThrow(
    /journeys\.adapter: expected one of authorize-ui, a YAML file that describes the pages, or a module .*received "other-bank"/,
  )
  expect(bank.calls).toEqual([])
})

test('is incomplete when its deadline ends it, and still leaves no consent open', async () => {
  bank.intercept = ({ path, method }) => method === 'GET' && path === '/api/products'
  const slow = made('PRD-001', { steps: [{ call: 'getSharingProductDetails', path: '/products' }] })
  const cases = [made('AAC-001', { given: 'authorisedConsent' }), slow]
  const profile = { ...bank.profile, limits: { ...bank.profile.limits, firstByteMillis: 60_000, runMillis: 1500 } }

  const result = await run(cases, { profile })

  expect(outcomes(result)).toContain('PRD-001 could-not-run')
  expect(result.verdicts.complete).toBe(false)
  expect(result.verdicts.exitCode).not.toBe(0)
  expect([...bank.consents.values()].map(({ status }) => status)).toEqual(['Revoked'])
})

test('ends early, with what has run so far, when the caller aborts it', async () => {
  const controller = new AbortController()
  bank.intercept = () => {
    controller.abort()
    return false
  }

  const { verdicts } = await run([answers401, answers200, made('ACC-003')], { signal: controller.signal })

  expect(verdicts.exitCode).toBe(3)
  expect(verdicts.complete).toBe(false)
})

test('does not close a driver of the caller', async () => {
  let closed = false
  const shared: JourneyDriver = {
    name: 'headless',
    openRedirect: async (redirectUri) => ({ redirectUri, close: async () => {} }),
    authorise: async () => ({ failure: { kind: 'refused', message: 'not now' } }),
    close: async () => {
      closed = true
    },
  }

  const result = await run([made('AAC-001', { given: 'authorisedConsent' })], { journeys: shared })

  expect(closed).toBe(false)
  expect(result.verdicts.cases[0]).toMatchObject({
    outcome: 'could-not-run',
    blame: 'config',
    reason: 'starting point authorisedConsent: the journey failed: not now',
  })
})

test('sixty runs in one process leave no connection or timer behind', async () => {
  const open = () => process.getActiveResourcesInfo().filter((name) => /Timeout|TCPSocketWrap/.test(name)).length
  await run([answers401])
  const before = open()

  for (let index = 0; index < 60; index++) await run([answers401])

  expect(open()).toBeLessThanOrEqual(before + 5)
})

test('a selection that is all that is wanted is recorded as such', async () => {
  const result = await run([answers401, answers200], { only: ['ACC-001'], wanted: true })

  expect(result.transcript[0]).toMatchObject({ partial: true, wanted: true })
})

test('what is left out by name is not run', async () => {
  const { verdicts } = await run([answers401, answers200], { skip: ['ACC-002'] })

  expect(verdicts.partial).toBe(true)
  expect(verdicts.cases.map((each) => each.case)).toEqual(['ACC-001'])
})

test('ends with the first failure, and says that the other cases did not run because of it', async () => {
  const cases = [
    answers200,
    ...Array.from({ length: 40 }, (_, index) => made(`ACC-1${String(index).padStart(2, '0')}`)),
  ]

  const { verdicts, transcript } = await run(cases, { bail: true, concurrency: 1 })

  expect(verdicts).toMatchObject({ exitCode: 1, complete: false })
  expect(transcript.at(-1)).toMatchObject({ kind: 'end', why: 'bail' })
  expect(verdicts.cases.at(-1)).toMatchObject({ outcome: 'could-not-run', reason: expect.stringContaining('ACC-002') })
})

test('a bank that answers nothing ends the run, and is the one cause of it', async () => {
  bank.intercept = ({ path }) => path !== '/decide'
  const limits = { ...bank.profile.limits, connectMillis: 60, firstByteMillis: 60 }
  const cases = Array.from({ length: 400 }, (_, index) => made(`ACC-${100 + index}`))

  const result = await run(cases, { profile: { ...bank.profile, limits } })

  expect(result.verdicts.causes).toMatchObject([{ party: 'bank', rule: 'silent' }])
  expect(result.verdicts.causes[0]?.cases).toHaveLength(400)
  expect(bank.calls.length).toBeLessThan(20)
  expect(result.verdicts.exitCode).toBe(3)
})

test('parts of a plan have each case once, and none of them is the whole', async () => {
  const cases = [answers401, made('ACC-003'), made('ACC-004')]

  const parts = await Promise.all([1, 2].map((index) => run(cases, { shard: { index, of: 2 } })))

  expect(parts.flatMap(({ verdicts }) => verdicts.cases.map((each) => each.case)).sort()).toEqual([
    'ACC-001',
    'ACC-003',
    'ACC-004',
  ])
  expect(parts.map(({ transcript }) => transcript[0])).toMatchObject([
    { shard: { index: 1, of: 2 } },
    { shard: { index: 2, of: 2 } },
  ])
})

test('JSON nested without measure is a finding about the bank, and the run goes on to its report', async () => {
  bank.intercept = ({ path, response }) => {
    if (path !== '/api/accounts') return false
    response.writeHead(200, { 'content-type': 'application/json' }).end('['.repeat(6000) + ']'.repeat(6000))
    return true
  }
  const named = made('ACC-005', { expect: [{ proves: 'ACC-REQ-010', present: ['Data'] }] })

  const { verdicts } = await run([named])

  expect(verdicts.cases[0]).toMatchObject({ outcome: 'fail', blame: 'bank' })
  expect(JSON.stringify(verdicts.cases[0])).toContain('nested deeper than 64 levels')
})
