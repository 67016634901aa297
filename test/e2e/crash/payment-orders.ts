/**
 * The payments of the kills: the same number, the same payment.
 *
 * @module
 */
import type { FixtureAccount, FixtureBank } from '#fixtures/types.js'
import type { PaymentOrder } from '#sandbox/payments/books.js'

export const openedAt = Date.parse('2030-01-15T09:00:00+03:00')

/** The id of the document that counts how often a payment was settled. */
export const timesSettled = (paymentId: string) => `settled ${paymentId}`

export const paymentIdOf = (number: number) => `payment ${number}`

/** A small payment: between two accounts of this bank, or to another bank. */
export function orderOf(bank: FixtureBank, number: number): PaymentOrder {
  const accounts = [...bank.accounts.values()].filter(
    ({ status, currency, accountSubType }) =>
      status === 'Enabled' && currency === 'BHD' && accountSubType === 'CurrentAccount',
  )
  const account = (index: number) => accounts[index % accounts.length] as FixtureAccount
  const own = account(number * 7 + 1).identifiers[0]?.identification as string
  return {
    paymentId: paymentIdOf(number),
    debtorAccountId: account(number).accountId,
    creditor: { iban: number % 3 === 0 ? 'BH67PEER00001299123456' : own, name: 'Payee' },
    amountMinor: 1 + (number % 50),
    currency: 'BHD',
    charges: number % 2 === 0 ? [{ minor: 1 }] : [],
    rail: 'NRT',
    at: openedAt + number,
  }
}
