import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FixtureAccount, Psu } from '#fixtures/types.js'
import { openTestBank, type TestBank, testPayment } from '../testing/test-bank.js'
import { choiceOf, choiceRules } from './choice.js'
import type { CancellationConsent, PaymentConsent } from './consent.js'

let bank: TestBank
let layla: Psu
let omar: Psu
let consent: PaymentConsent
beforeAll(async () => {
  bank = await openTestBank()
  ;[layla, omar] = bank.tenant.bank.psus as [Psu, Psu, ...Psu[]]
  consent = await bank.paymentConsent({ status: 'AwaitingAuthorisation' })
})
afterAll(() => bank.close())

const accountOf = (accountId: string | undefined) => bank.tenant.bank.accounts.get(accountId ?? '') as FixtureAccount

const withDebtor = (SchemeName: string, Identification: string): PaymentConsent => {
  const { Data } = testPayment
  const Initiation = { ...Data.Initiation, DebtorAccount: { SchemeName, Identification } }
  return { ...consent, request: { ...testPayment, Data: { ...Data, Initiation } } }
}

const ibanOf = ({ identifiers }: FixtureAccount) =>
  identifiers.find(({ scheme }) => scheme === 'IBAN')?.identification as string

describe('without a debtor account', () => {
  test('one of the PSU’s accounts is chosen, of those that can pay', () => {
    const { accountIds, ...rest } = choiceOf(bank.tenant, consent, layla, undefined)

    expect(rest).toEqual({ takes: 'one', isGiven: false })
    expect(accountIds.length).toBeGreaterThan(0)
    for (const id of accountIds) {
      expect(layla.accountIds).toContain(id)
      expect(accountOf(id)).toMatchObject({ currency: 'BHD', status: 'Enabled' })
    }
  })

  test.each([
    [{}, true],
    [{ status: 'Disabled' }, false],
    [{ status: 'Deleted' }, false],
    [{ currency: 'USD' }, false],
    [{ accountSubType: 'Loan' }, false],
    [{ accountSubType: 'Mortgage' }, false],
    [{ accountSubType: 'CreditCard' }, true],
  ] as const)('an account with %j can pay: %s', (facts, expected) => {
    const account = { ...accountOf(layla.accountIds[0]), ...facts } as FixtureAccount

    expect(choiceRules.canBeDebited(account, 'BHD')).toBe(expected)
  })
})

describe('with a debtor account', () => {
  test.each(['BH.OBF.IBAN', 'IBAN'])('that account is given, however its %s is written', (scheme) => {
    const [first] = layla.accountIds
    const iban = ibanOf(accountOf(first))
    const given = { accountIds: [first], takes: 'one', isGiven: true }

    expect(choiceOf(bank.tenant, withDebtor(scheme, iban), layla, undefined)).toEqual(given)
    const blanks = iban.toLowerCase().replace(/(.{4})/g, '$1 ')
    expect(choiceOf(bank.tenant, withDebtor(scheme, blanks), layla, undefined)).toEqual(given)
  })

  test.each([
    ['of another PSU', () => ibanOf(accountOf(omar.accountIds[0])), 'BH.OBF.IBAN'],
    ['of another bank', () => 'BH06PEER77000000412268', 'BH.OBF.IBAN'],
    ['under another scheme', () => ibanOf(accountOf(layla.accountIds[0])), 'BH.OBF.PAN'],
  ])('one %s leaves nothing to pay from', (_, identification, scheme) => {
    expect(choiceOf(bank.tenant, withDebtor(scheme, identification()), layla, undefined)).toEqual({
      accountIds: [],
      takes: 'one',
      isGiven: true,
    })
  })
})

test('a payment is stopped by those whose account would pay it', () => {
  const { request: _, ...facts } = consent
  const cancellation = {
    ...facts,
    kind: 'domestic-future-dated-payment-cancellation',
    paymentId: 'p-1',
  } as unknown as CancellationConsent
  const [debtorAccountId] = layla.accountIds as [string]

  expect(choiceOf(bank.tenant, cancellation, layla, { debtorAccountId }).accountIds).toEqual([debtorAccountId])
  expect(choiceOf(bank.tenant, cancellation, omar, { debtorAccountId }).accountIds).toEqual([])
  expect(choiceOf(bank.tenant, cancellation, layla, undefined).accountIds).toEqual([])
})
