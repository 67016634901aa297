/**
 * Faults of transactions: directions, the window of the consent, cards and balances.
 *
 * @module
 */
import type { EditScene } from '../http/edits.js'
import { refusedWith } from './editing.js'
import type { Fault } from './fault.js'
import { consentOf, editEachRow, editRows, queryOf, type Row, readsOfTransactions } from './rows.js'

/** A copy of a row under another id, with some fields changed. */
const another = (row: Row, changes: Row): Row => ({ ...row, TransactionId: 'another', ...changes })

const other = { Credit: 'Debit', Debit: 'Credit' } as const

function sees(scene: EditScene, direction: 'Credits' | 'Debits'): boolean {
  return consentOf(scene)?.permissions.includes(`ReadTransactions${direction}`) ?? false
}

const yearMillis = 365 * 86_400_000

/** A date-time moved by some milliseconds, with the offset of Bahrain. */
const shifted = (at: string, millis: number) =>
  `${new Date(Date.parse(at) + millis + 3 * 3_600_000).toISOString().slice(0, -1)}+03:00`

export const transactionFaults = {
  'directions-ignored': {
    title: 'shows transactions of the direction that was not permitted',
    source: 'OpenBankProject/OBP-API #2882',
    alter: editRows(readsOfTransactions, (rows, scene) => {
      const [first] = rows
      if (!first || sees(scene, 'Credits') === sees(scene, 'Debits')) return rows
      return [
        ...rows,
        another(first, { CreditDebitIndicator: other[first.CreditDebitIndicator as keyof typeof other] }),
      ]
    }),
  },
  'consent-window-ignored': {
    title: 'shows transactions from outside the period of the consent',
    source: 'openbankingspace/tpp-issues #4',
    alter: editRows(readsOfTransactions, (rows, scene) => {
      const [first] = rows
      if (!first || consentOf(scene)?.transactionFromDateTime === undefined) return rows
      return [...rows, another(first, { BookingDateTime: shifted(String(first.BookingDateTime), -yearMillis) })]
    }),
  },
  'consent-window-refused': {
    title: 'answers a period that reaches beyond that of the consent with 400',
    alter: (answer, scene) =>
      answer.status === 200 &&
      consentOf(scene)?.transactionFromDateTime !== undefined &&
      queryOf(scene).has('fromBookingDateTime')
        ? refusedWith(answer, 400, {
            ErrorCode: 'Field.InvalidDate',
            Message: 'beyond the consent',
            Path: 'fromBookingDateTime',
          })
        : answer,
  },
  'history-cut': {
    title: 'leaves out the oldest transactions where no period was asked for',
    alter: editRows(readsOfTransactions, (rows, scene) =>
      queryOf(scene).has('fromBookingDateTime') ? rows : rows.slice(0, -1),
    ),
  },
  'transaction-cards-unmasked': {
    title: 'shows the card of a transaction in full',
    alter: editEachRow(readsOfTransactions, (row) =>
      row.CardInstrument
        ? { ...row, CardInstrument: { ...(row.CardInstrument as Row), Identification: '4000001234561234' } }
        : row,
    ),
  },
  'running-balance-wrong': {
    title: 'shows the amount of a transaction as the balance after it',
    alter: editEachRow(readsOfTransactions, (row) =>
      row.Balance ? { ...row, Balance: { ...(row.Balance as Row), Amount: row.Amount } } : row,
    ),
  },
  'transaction-status-unknown': {
    title: 'shows a status of a transaction that is neither Booked nor Pending',
    alter: editEachRow(readsOfTransactions, (row) => ({ ...row, Status: 'Posted' })),
  },
  'booking-date-no-offset': {
    title: 'writes booking dates without an offset',
    source: 'OAI/OpenAPI-Specification #1498',
    alter: editEachRow(readsOfTransactions, (row) => ({
      ...row,
      BookingDateTime: String(row.BookingDateTime).replace('+03:00', ''),
    })),
  },
  'transaction-id-twice': {
    title: 'gives two transactions the same id',
    source: 'firefly-iii/firefly-iii #7840',
    alter: editRows(readsOfTransactions, (rows) =>
      rows.map((row, index) => (index === 1 ? { ...row, TransactionId: rows[0]?.TransactionId } : row)),
    ),
  },
} as const satisfies Record<string, Fault>
