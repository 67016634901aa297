/**
 * Books pending movements automatically when they are due.
 *
 * @module
 */
import { dueJobs, type Workers } from '../clock/due-work.js'
import type { Transaction } from '../store/store.js'
import { bookIfPending } from './movements.js'

const kind = 'bookMovement'

/** Schedules a pending movement to be booked at an instant of the bank's clock. Part of a transaction of the store. */
export function bookAt(transaction: Transaction, movementId: string, dueAt: number): void {
  transaction.put(dueJobs, `${kind} ${movementId}`, { kind, dueAt, about: { movementId } })
}

/** The ledger's workers for due jobs. */
export const ledgerWorkers: Workers = {
  [kind]: async ({ about }, transaction) => {
    await bookIfPending(transaction, (about as { movementId: string }).movementId)
  },
}
