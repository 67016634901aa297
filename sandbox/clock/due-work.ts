/**
 * Work that is due at an instant of the bank's clock. It is stored, so that it survives a restart, and done in due order.
 *
 * @module
 */
import { setImmediate as nextIteration } from 'node:timers/promises'
import type { RangedCollection } from '../store/collection.js'
import type { Row, TenantStore, Transaction } from '../store/store.js'

/** Kinds of work and what each needs to know. */
export interface DueJob {
  /** The key of its worker. */
  readonly kind: string
  readonly dueAt: number
  /** What the worker needs to know; plain JSON. */
  readonly about: unknown
  /** As how many jobs it counts in a transaction. Default one. */
  readonly weight?: number
  /** How often it failed, and when it is retried. */
  readonly failed?: { readonly times: number; readonly retryAt: number }
}

/** Work that is due at an instant. */
export const dueJobs: RangedCollection<DueJob> = {
  name: 'dueWork',
  indexes: {},
  range: { group: () => 'due', at: (job) => job.failed?.retryAt ?? job.dueAt },
}

/**
 * Does one kind of work, in the transaction that removes the job, and perhaps others before it. The transaction may be
 * retried, so a worker changes nothing outside it.
 *
 * @param now the instant the job was due at, even if the clock is already far beyond it
 */
export type Worker = (job: DueJob, transaction: Transaction, now: number) => Promise<void> | void

/** By the kind of their jobs. */
export type Workers = Readonly<Record<string, Worker>>

/** Called the first time a job fails. */
export type ReportFailure = (job: DueJob, error: unknown) => void

/**
 * The name that transactions of due work share: they run one at a time, so that jobs are done in due order by any
 * process.
 */
const on = 'due work'

/** Pause before a failed job is retried, on the bank's clock: a minute, doubled each time, at most a day. */
const firstPauseMillis = 60_000
const maxPauseMillis = 86_400_000

/** A pass ends after so many jobs of one instant: a job that schedules another at its own instant would never end. */
const maxJobsAtOneInstant = 100_000

/**
 * So many jobs are one transaction, which is durable once for all of them. More would make the payments of a request wait
 * longer; a transaction that has to be retried takes half as many.
 */
const jobsOfTransaction = 50

/** What became of a job. */
interface Outcome {
  readonly job: DueJob
  readonly at: number
  /** Why its worker threw; nothing that it did is kept then. */
  readonly failed?: { readonly cause: unknown }
}

/**
 * Does all due jobs, oldest first, several in one transaction, and returns how many were done. Each job is done once,
 * however many processes run this at the same time. Jobs that a job adds are done in the same pass, in their place, if
 * they are due. A failed job is kept and retried later; the others go on.
 *
 * @param now of the bank's clock
 * @param shouldStop called before each job; true ends the pass
 * @throws {NotDurable} when the store cannot be reached; what was not done stays due
 */
export async function runDueWork(
  store: TenantStore,
  now: number,
  workers: Workers,
  report: ReportFailure = () => undefined,
  shouldStop: () => boolean = () => false,
): Promise<number> {
  let done = 0
  let last = { at: Number.NEGATIVE_INFINITY, times: 0 }
  while (!shouldStop()) {
    const outcomes = await doNext(store, now, workers, shouldStop)
    if (outcomes.length === 0) return done
    for (const { job, at, failed } of outcomes) {
      if (failed && !job.failed) report(job, failed.cause)
      if (failed) continue
      done += 1
      last = at <= last.at ? { at: last.at, times: last.times + 1 } : { at, times: 1 }
    }
    if (last.times >= maxJobsAtOneInstant) return done
  }
  return done
}

/** Does the jobs that are due first, in due order, and says what became of them; none when none is due. */
async function doNext(
  store: TenantStore,
  now: number,
  workers: Workers,
  shouldStop: () => boolean,
): Promise<readonly Outcome[]> {
  const [next] = await store.range(dueJobs, 'due', { order: 'oldest', to: now, limit: 1 })
  if (!next) return []
  let most = jobsOfTransaction * 2
  return store.transact(
    async (transaction) => {
      most = Math.max(1, Math.floor(most / 2))
      const outcomes: Outcome[] = []
      let weight = 0
      while (weight < most && !shouldStop()) {
        const [row] = await transaction.claim(dueJobs, 'due', { to: now, limit: 1 })
        if (!row) break
        // requests are answered between two jobs, however many are due
        if (outcomes.length > 0) await nextIteration()
        outcomes.push(await doJob(transaction, row, workers, now))
        weight += row.document.weight ?? 1
      }
      return outcomes
    },
    { on },
  )
}

/** Does one job, or keeps it for later if its worker throws. */
async function doJob(
  transaction: Transaction,
  { id, at, document: job }: Row<DueJob>,
  workers: Workers,
  now: number,
): Promise<Outcome> {
  try {
    await transaction.nested(async (nested) => {
      nested.delete(dueJobs, id)
      const worker = Object.hasOwn(workers, job.kind) ? workers[job.kind] : undefined
      if (!worker) throw new Error(`nobody does due work of kind ${job.kind}`)
      await worker(job, nested, at)
    })
    return { job, at }
  } catch (cause) {
    const times = job.failed?.times ?? 0
    const pause = Math.min(firstPauseMillis * 2 ** times, maxPauseMillis)
    transaction.put(dueJobs, id, { ...job, failed: { times: times + 1, retryAt: now + pause } })
    return { job, at, failed: { cause } }
  }
}

/** When the next job is due, on the bank's clock; `undefined` when there is none. */
export async function nextDueAt(store: TenantStore): Promise<number | undefined> {
  const [next] = await store.range(dueJobs, 'due', { order: 'oldest', limit: 1 })
  return next?.at
}
