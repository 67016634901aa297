import { expect, test } from 'vitest'
import { type OperationId, operationIds } from '#standard/index.js'
import { unclaimedMandatory, unclaimedText } from './mandatory.js'
import { defaultOperations } from './read-profile.js'

const both = { '0.0.1': 'https://bank.example/0', '1.0.0': 'https://bank.example/1' }
const accounts: OperationId[] = [
  'createAccountAccessConsent',
  'getAccountAccessConsent',
  'patchAccountAccessConsent',
  'getAccounts',
  'getAccount',
  'getAccountBalances',
  'getAccountTransactions',
]
const missing = (operations: readonly OperationId[], versions: Partial<typeof both> = { '1.0.0': both['1.0.0'] }) =>
  unclaimedText(unclaimedMandatory({ versions, operations }))

test('nothing is missing of all operations, or of a profile that lists none', () => {
  expect(missing(operationIds, both)).toBe('')
  expect(missing(defaultOperations, both)).toBe('')
})

test('a family may be left out as a whole, and what is optional or conditional in it', () => {
  expect(missing(accounts)).toBe('')
  expect(missing(['getSharingProductDetails'])).toBe('')
})

test.each(accounts)('%s is missing where the others of its family are claimed', (id) => {
  expect(missing(accounts.filter((each) => each !== id))).toBe(`${id} (1.0.0)`)
})

test('what a version has alone is missing in that version', () => {
  expect(missing(accounts, both)).toBe('deleteAccountAccessConsent (0.0.1)')
})

test('what can be created can be read', () => {
  expect(missing([...accounts, 'createInternationalPaymentConsent'])).toBe(
    'getInternationalPaymentConsent (1.0.0), getInternationalPaymentConsentFundsConfirmation (1.0.0)',
  )
  expect(missing([...accounts, 'createDomesticPaymentConsent', 'getDomesticPaymentConsent'])).toBe(
    'getDomesticPaymentConsentFundsConfirmation (1.0.0), createDomesticPayment (1.0.0)',
  )
})
