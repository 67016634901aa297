/**
 * What the store is measured with: transactions of about 1 kB as JSON.
 *
 * @module
 */
import type { PostedEntry } from '#sandbox/ledger/entries.js'

/** Histories the records are spread over; the first has as many as the size says, the others are few. */
export const measuredAccount = 'account-measured'

const filling = 'Card payment at a shop '.repeat(36)

export const recordId = (number: number) => `transaction-${String(number).padStart(9, '0')}`

/** The record with this number; its JSON is about 1 kB. */
export function record(number: number): PostedEntry {
  return {
    movementId: recordId(number),
    transactionId: recordId(number),
    accountId: measuredAccount,
    bookedAt: 1_700_000_000_000 + number * 1000,
    amountMinor: number,
    creditDebitIndicator: 'Debit',
    status: 'Booked',
    information: filling,
  }
}
