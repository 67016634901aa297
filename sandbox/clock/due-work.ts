/**
 * Work that is due at an instant of the bank's clock. It is stored, so that it survives a restart, and done in due order.
 *
 * @module
 */
import type { TenantStore, Transaction } from '../store/store.js'

/** Kinds of work and what each needs to know. */
export interface DueJob {
  /** Names who does it: a key of the workers. */
  readonly kind: string
  readonly dueAt: number
  /** What the worker needs to know; plain JSON. */
  readonly about: unknown
}

/** Does one kind of work, in the transaction in which the job is taken off the list. */
export type Worker = (job: DueJob, transaction: Transaction) => Promise<void> | void

/** Jobs done in one transaction. */
const jobsAtOnce = 20

/**
 * Does all that is due, oldest first, and says how much it was. Each job is done once, however many processes do this at the
 * same time: a job another process has in hand is passed over.
 */
export async function runDueWork(
  store: TenantStore,
  now: number,
  workers: Readonly<Record<string, Worker>>,
): Promise<number> {
  for (let done = 0; ; ) {
    const count = await store.transact(async (transaction) => {
      const rows = await transaction.claim('dueWork', 'due', { to: now, limit: jobsAtOnce })
      for (const { id, document } of rows) {
        const worker = workers[document.kind]
        if (!worker) throw new Error(`nobody does due work of kind ${document.kind}`)
        await worker(document, transaction)
        transaction.delete('dueWork', id)
      }
      return rows.length
    })
    done += count
    if (count < jobsAtOnce) return done
  }
}
