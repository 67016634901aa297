import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Case } from '../cases/case.js'
import { type FakeBank, fakeSecrets, json, startFakeBank } from '../testing/fake-bank.js'
import { consentId, made, type RunOptions, runCases } from '../testing/run-cases.js'

let bank: FakeBank

beforeEach(async () => {
  bank = await startFakeBank()
})

afterEach(() => bank.close())

const run = (cases: readonly Case[], options: Partial<RunOptions> = {}) =>
  runCases(bank, cases, { now: Date.now, ...options })

test('leaks no secret into the transcript, in any form', async () => {
  const all: Case['given'][] = [
    'authorisedConsent',
    'narrowConsent',
    'withdrawnConsent',
    'rejectedConsent',
    'consentOfOtherTpp',
  ]
  // A careless bank: it quotes what it was sent.
  bank.intercept = ({ path, request, response, body }) => {
    const isEcho = path === '/api/account-access-consents/echo/'
    const echoed = {
      authorization: request.headers.authorization,
      body,
      given: bank.secrets,
      psu: Object.values(fakeSecrets),
    }
    if (isEcho) json(response, 400, echoed)
    return isEcho
  }
  const echo = { call: 'getAccountAccessConsent', params: { ConsentId: 'echo' } } as const

  const entries = await run([
    ...all.map((given, index) => made(`AAC-00${index}`, { given, steps: [echo] })),
    made('AUT-001', {
      given: 'pendingConsent',
      steps: [{ authorise: 'approve', consentId }, { token: 'authorization_code' }, { ...echo, token: 'latest' }],
    }),
  ])

  const text = entries.map((entry) => JSON.stringify(entry)).join('\n')
  const canaries = [...bank.secrets, ...Object.values(fakeSecrets)]
  expect(canaries.length).toBeGreaterThan(15)
  for (const canary of canaries) {
    const base64 = Buffer.from(canary).toString('base64').replace(/.?=*$/, '')
    for (const form of [
      canary,
      encodeURIComponent(canary),
      new URLSearchParams({ c: canary }).toString().slice(2),
      base64,
    ]) {
      expect(text).not.toContain(form)
    }
  }
  expect(text).not.toContain(
    Buffer.from(`tpp-main:${encodeURIComponent(fakeSecrets.clientSecret)}`)
      .toString('base64')
      .slice(8, 40),
  )
  expect(text).toContain('«secret:')
})
