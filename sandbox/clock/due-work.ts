/**
 * Work that is due at an instant of the bank's clock. It is stored, so that it survives a restart, and done in due order.
 *
 * @module
 */
import type { RangedCollection } from '../store/collection.js'
import type { TenantStore, Transaction } from '../store/store.js'

/** Kinds of work and what each needs to know. */
export interface DueJob {
  /** The key of its worker. */
  readonly kind: string
  readonly dueAt: number
  /** What the worker needs to know; plain JSON. */
  readonly about: unknown
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
 * Does one kind of work, in the transaction that removes the job. The transaction may be retried, so a worker changes
 * nothing outside it.
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

/** The worker threw; nothing it did is kept. */
class JobFailed extends Error {
  readonly id: string
  readonly job: DueJob

  constructor(id: string, job: DueJob, cause: unknown) {
    super(`due work of kind ${job.kind} went wrong`, { cause })
    this.id = id
    this.job = job
  }
}

/**
 * Does all due jobs, oldest first, each in its own transaction, and returns how many were done. Each job is done
 * once, however many processes run this at the same time. Jobs that a job adds are done in the same pass if they are
 * due. A failed job is kept and retried later; the others go on.
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
    try {
      const at = await doNext(store, now, workers)
      if (at === undefined) return done
      done += 1
      last = at <= last.at ? { at: last.at, times: last.times + 1 } : { at, times: 1 }
      if (last.times >= maxJobsAtOneInstant) return done
    } catch (error) {
      if (!(error instanceof JobFailed)) throw error
      if (await putOff(store, error, now)) report(error.job, error.cause)
    }
  }
  return done
}

/** Does the job that is due first and returns its instant; `undefined` when none is due. */
async function doNext(store: TenantStore, now: number, workers: Workers): Promise<number | undefined> {
  const [next] = await store.range(dueJobs, 'due', { order: 'oldest', to: now, limit: 1 })
  if (!next) return undefined
  return store.transact(
    async (transaction) => {
      const [row] = await transaction.claim(dueJobs, 'due', { to: now, limit: 1 })
      if (!row) return undefined
      const { id, at, document: job } = row
      transaction.delete(dueJobs, id)
      try {
        const worker = Object.hasOwn(workers, job.kind) ? workers[job.kind] : undefined
        if (!worker) throw new Error(`nobody does due work of kind ${job.kind}`)
        await worker(job, transaction, at)
      } catch (error) {
        throw new JobFailed(id, job, error)
      }
      return at
    },
    { on },
  )
}

/** Postpones a failed job, unless another process has done it in the meantime; true the first time. */
function putOff(store: TenantStore, { id, job }: JobFailed, now: number): Promise<boolean> {
  return store.transact(
    async (transaction) => {
      const known = await transaction.get(dueJobs, id)
      const times = job.failed?.times ?? 0
      if (!known || (known.failed?.times ?? 0) !== times) return false
      const pause = Math.min(firstPauseMillis * 2 ** times, maxPauseMillis)
      transaction.put(dueJobs, id, { ...known, failed: { times: times + 1, retryAt: now + pause } })
      return times === 0
    },
    { on },
  )
}

/** When the next job is due, on the bank's clock; `undefined` when there is none. */
export async function nextDueAt(store: TenantStore): Promise<number | undefined> {
  const [next] = await store.range(dueJobs, 'due', { order: 'oldest', limit: 1 })
  return next?.at
}
