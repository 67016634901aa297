import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Case } from '../cases/case.js'
import { type FakeBank, startFakeBank } from '../testing/fake-bank.js'
import { openTestSession } from '../testing/open-session.js'
import { closing, consentId, exchanges, made, type RunOptions, runCases } from '../testing/run-cases.js'
import { verifyChain } from '../transcript/chain.js'
import { withdrawOpenConsents } from './withdraw-open-consents.js'

let bank: FakeBank

beforeEach(async () => {
  bank = await startFakeBank()
})

afterEach(() => bank.close())

const run = (cases: readonly Case[], options: Partial<RunOptions> = {}) =>
  runCases(bank, cases, { now: Date.now, ...options })

test('begins with an entry of what is planned and ends every case with one', async () => {
  const entries = await run([
    made('ACC-001', { given: 'authorisedConsent' }),
    made('ACC-002', { versions: ['0.0.1', '1.0.0'], steps: [{ call: 'getAccounts', token: 'none' }] }),
  ])

  expect(entries[0]).toMatchObject({
    kind: 'run',
    suite: 'suite 1.0',
    planned: ['ACC-001@1.0.0', 'ACC-002@1.0.0'],
    notApplicable: [],
    partial: false,
  })
  expect(
    closing(entries)
      .map((entry) => entry.case)
      .sort(),
  ).toEqual(['ACC-001', 'ACC-002'])
  expect(verifyChain(entries)).toMatchObject({ intact: true })
})

test('records each exchange with what it was for', async () => {
  const entries = await run([made('ACC-001', { given: 'authorisedConsent' })])

  expect(
    exchanges(entries).map(({ request, operation, given, case: id, step }) => [
      request.method,
      operation,
      given,
      id,
      step,
    ]),
  ).toEqual(
    [
      ['POST', undefined, 'publicToken:main:accounts', undefined, undefined],
      ['POST', 'createAccountAccessConsent', 'authorisedConsent@1.0.0', undefined, undefined],
      ['POST', undefined, 'authorisedConsent@1.0.0', undefined, undefined],
      ['GET', 'getAccounts', 'authorisedConsent@1.0.0', undefined, undefined],
      ['GET', 'getAccounts', undefined, 'ACC-001', 0],
    ].toSpliced(0, 0, ['GET', undefined, 'discovery', undefined, undefined]),
  )
  expect(entries.find((entry) => entry.kind === 'journey')).toMatchObject({
    driver: 'headless',
    decision: 'approve',
    given: 'authorisedConsent@1.0.0',
  })
  expect(closing(entries)[0]?.given).toEqual({ consentId: expect.any(String), accountId: 'acc-9' })
})

test('creates a shared starting point once, however many cases need it at the same time', async () => {
  const entries = await run(
    ['ACC-001', 'ACC-002', 'ACC-003', 'ACC-004', 'ACC-005'].map((id) => made(id, { given: 'narrowConsent' })),
  )

  expect(exchanges(entries, { operation: 'createAccountAccessConsent' })).toHaveLength(2)
  const given = closing(entries).map((entry) => JSON.stringify(entry.given))
  expect(new Set(given).size).toBe(1)
  expect(closing(entries)[0]?.given).toMatchObject({ accountId: 'acc-1', otherAccountId: 'acc-2' })
})

test('makes what several cases share side by side, before the cases that would wait for it', async () => {
  let journeys = 0
  let go = () => {}
  const three = new Promise<void>((resolve) => {
    go = resolve
  })
  // no journey ends before there are three
  bank.intercept = async ({ path }) => {
    if (path !== '/decide') return false
    journeys++
    if (journeys === 3) go()
    await three
    return false
  }
  const cases = ['authorisedConsent', 'detailConsent', 'basicConsent'].flatMap((given, index) =>
    [1, 2, 3, 4].map((each) => made(`ACC-0${index}${each}`, { given: given as Case['given'] })),
  )

  const entries = await run(cases, { concurrency: 4 })

  expect(closing(entries)).toHaveLength(12)
  expect(journeys).toBe(3)
})

test('gives a case that may change its consent a consent of its own', async () => {
  const entries = await run([
    made('AAC-001', { given: 'ownAuthorisedConsent' }),
    made('AAC-002', { given: 'ownAuthorisedConsent' }),
  ])

  const [first, second] = closing(entries)
  expect(first?.given.consentId).not.toBe(second?.given.consentId)
  expect(exchanges(entries, { case: 'AAC-001' }).map(({ given }) => given)).toContain('ownAuthorisedConsent@1.0.0')
})

test('requests a new public token before the old one expires', async () => {
  let now = Date.UTC(2030, 0, 15)
  const session = openTestSession(bank.profile, () => now)
  const step = { call: 'createAccountAccessConsent', body: {} } as const

  await run([made('AAC-001', { steps: [step, step] })], { session })
  now += 1_780_000
  await run([made('AAC-002', { steps: [step, step] })], { session })
  await session.close()

  expect(bank.calls.filter((call) => call === 'POST /token')).toHaveLength(2)
})

test('gives the same results in any order', async () => {
  const givens = [
    'authorisedConsent',
    'detailConsent',
    'withdrawnConsent',
    'rejectedConsent',
    'pendingConsent',
  ] as const
  const cases = givens.map((given, index) => made(`AAC-00${index}`, { given }))
  const results = async (options: Partial<RunOptions>) => {
    const entries = closing(await run(cases, options))
    const sorted = entries
      .map((entry) => `${entry.case} ${entry.couldNotRun?.reason} ${Object.keys(entry.given)}`)
      .sort()
    return { order: entries.map((entry) => entry.case), sorted }
  }

  const planned = await results({ concurrency: 1 })
  const shuffled = await results({ concurrency: 1, shuffleSeed: 7 })
  const parallel = await results({ concurrency: 4, shuffleSeed: 8 })

  expect(shuffled.order).not.toEqual(planned.order)
  expect(shuffled.sorted).toEqual(planned.sorted)
  expect(parallel.sorted).toEqual(planned.sorted)
})

test('never runs more cases at a time than allowed', async () => {
  let underWay = 0
  let most = 0
  bank.intercept = async () => {
    most = Math.max(most, ++underWay)
    await delay(10)
    underWay--
    return false
  }

  const cases = Array.from({ length: 9 }, (_, index) => made(`ACC-00${index}`))
  await run(cases, { concurrency: 3 })

  expect(most).toBe(3)
})

test('reads money before it pays, compares it with nobody else paying, whatever the order', async () => {
  const reads = { call: 'getAccountBalances', params: { AccountId: 'A' } } as const
  const cases = [
    made('DPY-050', { given: 'submittedPayment', steps: [reads] }),
    made('DPY-051', { given: 'submittedPayment', steps: [reads] }),
    made('DPY-001', { given: 'submittedPayment' }),
    made('BAL-001', { steps: [reads] }),
    made('BAL-002', { steps: [reads] }),
    made('AAC-001'),
    made('AAC-002'),
  ]

  for (const options of [{}, { shuffleSeed: 7 }]) {
    const ended = closing(await run(cases, { concurrency: 4, ...options })).map((entry) => entry.case)
    expect(ended.slice(0, 2).sort()).toEqual(['BAL-001', 'BAL-002'])
    expect(ended[2]).toBe('DPY-001')
    expect(ended.slice(3, 7).sort()).toEqual(['AAC-001', 'AAC-002', 'DPY-050', 'DPY-051'])
    expect(ended).toHaveLength(7)
  }
})

test('leaves no consent Authorised at the bank', async () => {
  const session = openTestSession(bank.profile, Date.now)
  const revoke = { call: 'patchAccountAccessConsent', params: { ConsentId: consentId } } as const
  const cases = [
    made('AAC-001', { given: 'narrowConsent' }),
    made('AAC-002', { given: 'ownAuthorisedConsent', steps: [revoke] }),
    made('AAC-004', { given: 'withdrawnConsent' }),
    made('AAC-003', {
      steps: [
        { call: 'createAccountAccessConsent' },
        { authorise: 'approve', consentId: { from: 'step', step: 0, path: 'Data.ConsentId' } },
      ],
    }),
  ]
  const authorised = () => [...bank.consents.values()].filter(({ status }) => status === 'Authorised')

  await run(cases, { session })
  expect(authorised()).toHaveLength(3)
  await withdrawOpenConsents(session)
  await session.close()

  expect(authorised()).toHaveLength(0)
  const withdrawn = exchanges(session.transcript.entries, { given: 'withdrawal' })
  expect(withdrawn.map(({ response }) => response?.status)).toEqual([200, 200, 200])
})

test('ends when it is aborted: cases in progress get no last entry, nothing more is sent', async () => {
  const session = openTestSession(bank.profile, Date.now)
  let closed = 0
  bank.intercept = ({ path }) => path === '/api/accounts'
  const cases = Array.from({ length: 8 }, (_, index) => made(`ACC-00${index}`))

  setTimeout(() => session.controller.abort(), 50)
  const entries = await run(cases, { session, onCase: () => closed++ })
  await session.close()

  expect(closed).toBe(0)
  expect(closing(entries)).toEqual([])
  expect(exchanges(entries)).toHaveLength(4)
})
