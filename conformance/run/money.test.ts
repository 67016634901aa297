import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Case } from '../cases/case.js'
import { readProfile } from '../profile/read-profile.js'
import { type FakeBank, json, startFakeBank } from '../testing/fake-bank.js'
import { closing, exchanges, made, runCases } from '../testing/run-cases.js'

let bank: FakeBank
/** What each account of the fake bank can spend, by its id. */
let money: Readonly<Record<string, readonly [amount: string, side: 'Credit' | 'Debit']>>

beforeEach(async () => {
  bank = await startFakeBank()
  money = { 'acc-9': ['50.000', 'Credit'] }
  bank.intercept = ({ path, response }) => {
    const [, accountId = ''] = /accounts\/(.+)\/balances$/.exec(path) ?? []
    const [amount, side] = money[accountId] ?? []
    if (amount === undefined) return false
    const balance = {
      Type: 'InterimAvailable',
      CreditDebitIndicator: side,
      Amount: { Amount: amount, Currency: 'BHD' },
    }
    json(response, 200, { Data: { Balance: [{ AccountId: accountId, ...balance }] } })
    return true
  }
})
afterEach(() => bank.close())

const withPayments = () =>
  readProfile('bank', {
    ...bank.profile,
    payments: { creditor: { iban: 'BH67BMAG00001299123456', name: 'A creditor' }, userToken: { mode: 'off' } },
  })

const pays: Case = made('DPY-001', {
  given: 'payerConsent',
  operation: 'createDomesticPayment',
  steps: [{ call: 'createDomesticPayment', token: 'none', body: {}, deviates: ['token', 'body'] }],
  expect: [{ status: 201, proves: 'DPY-REQ-010' }],
})

const run = (...cases: readonly Case[]) => runCases(bank, cases, { now: Date.now, profile: withPayments() })

const reasons = (entries: Awaited<ReturnType<typeof run>>) => closing(entries).map(({ couldNotRun }) => couldNotRun)

describe('a case that expects a payment to be taken', () => {
  test('runs where the account has money for it', async () => {
    const entries = await run(pays)

    expect(reasons(entries)).toEqual([undefined])
    expect(exchanges(entries, { operation: 'createDomesticPayment' })).toHaveLength(1)
  })

  test.each([
    ['0.999', 'Credit', '0.999'],
    ['318.774', 'Debit', '-318.774'],
  ] as const)('could not run where it has %s %s, which is a matter of the settings', async (amount, side, said) => {
    money = { 'acc-9': [amount, side] }

    const entries = await run(pays)

    const [balance] = exchanges(entries, { operation: 'getAccountBalances' })
    expect(reasons(entries)).toEqual([
      {
        reason: `the first account of psus.main has BHD ${said} to spend, and the case needs 1.000: give it money, or name another`,
        blame: 'config',
        entry: balance?.seq,
      },
    ])
    expect(exchanges(entries, { operation: 'createDomesticPayment' })).toEqual([])
  })

  test('runs where the token that could read the balance has ended', async () => {
    let ahead = 0
    bank.intercept = ((before) => (call) => {
      if (call.path === '/clock') {
        if (call.method === 'PUT') ahead = Date.parse(JSON.parse(call.body).now) - Date.now()
        json(call.response, 200, { now: new Date(Date.now() + ahead).toISOString() })
        return true
      }
      if (!call.body.includes('grant_type=refresh_token')) return before(call)
      json(call.response, 400, { error: 'invalid_grant' })
      return true
    })(bank.intercept)
    const profile = { ...withPayments(), clock: { url: `${bank.url}/clock` } }
    const reads: Case = made('ACC-001', { given: 'payerConsent', steps: [{ call: 'getAccounts' }] })
    const later: Case = { ...pays, given: 'nothing', steps: [{ advance: 86_400_000 }, ...pays.steps] }

    const entries = await runCases(bank, [reads, later, { ...later, id: 'DPY-002' }], { now: Date.now, profile })

    expect(reasons(entries)).toEqual([undefined, undefined, undefined])
  })

  test('runs where the bank shows no balance', async () => {
    money = {}

    expect(reasons(await run(pays))).toEqual([undefined])
  })
})

test('a case that expects a refusal needs no money', async () => {
  money = { 'acc-9': ['0.000', 'Credit'] }

  const entries = await run({ ...pays, expect: [{ status: 400, proves: 'DPY-REQ-010' }] })

  expect(reasons(entries)).toEqual([undefined])
  expect(exchanges(entries, { operation: 'getAccountBalances' })).toEqual([])
})

test('the balance is read once for all cases', async () => {
  const entries = await run(pays, { ...pays, id: 'DPY-002' }, { ...pays, id: 'DPY-003' })

  expect(exchanges(entries, { operation: 'getAccountBalances' })).toHaveLength(1)
})
