/**
 * When due work is done: at start, after every move of the clock, and when a job falls due while the clock runs.
 *
 * @module
 */
import type { TenantStore } from '../store/store.js'
import { type DueJob, dueJobs, nextDueAt, runDueWork, type Workers } from './due-work.js'
import type { TenantClock } from './tenant-clock.js'

export interface SchedulerOptions {
  readonly store: TenantStore
  readonly clock: TenantClock
  /** What each stage does when it is due, by the kind of its jobs. */
  readonly workers: Workers
  /** True when other processes add jobs too: the store is polled for them. */
  readonly isShared: boolean
  /** Called with one line about a failure, and its cause. */
  readonly report: (line: string, cause: unknown) => void
}

/**
 * How often the store is polled for jobs of other processes, in real milliseconds. Those processes do their jobs
 * themselves while they run.
 */
const pollMillis = 30_000
/** Pause before due jobs are tried again after the store could not be reached, in real milliseconds. */
const retryMillis = 1000
/** Longest delay that is given to a timer. */
const maxTimerMillis = 86_400_000

export class Scheduler {
  readonly #options: SchedulerOptions
  #timer: ReturnType<typeof setTimeout> | undefined
  /** The instant the timer waits for, on the bank's clock. */
  #armedFor = Number.POSITIVE_INFINITY
  #running: Promise<void> = Promise.resolve()
  #passes = 0
  #isStopped = false

  constructor(options: SchedulerOptions) {
    this.#options = options
    options.store.watch(dueJobs, (jobs) => this.#notice(jobs))
  }

  /**
   * Does all jobs due by the bank's clock and resolves when they are done. Failures are reported and retried later.
   * Workers must not call it: they run inside it.
   */
  run(): Promise<void> {
    this.#passes += 1
    this.#running = this.#running.then(async () => {
      await this.#pass()
      this.#passes -= 1
      if (this.#passes === 0) await this.#rearm()
    })
    return this.#running
  }

  /** Stops after the current job; what is still due stays due. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#disarm()
    await this.#running
  }

  async #pass(): Promise<void> {
    const { store, clock, workers, report } = this.#options
    const reportJob = ({ kind }: DueJob, cause: unknown) => report(`due work of kind ${kind} went wrong`, cause)
    try {
      await runDueWork(store, clock.now(), workers, reportJob, () => this.#isStopped)
    } catch (error) {
      report('due work could not be done', error)
    }
  }

  /** Called when a transaction of this process adds jobs. A run under way finds them itself. */
  #notice(jobs: readonly DueJob[]): void {
    if (this.#passes > 0) return
    const first = Math.min(...jobs.map(({ dueAt }) => dueAt))
    if (first < this.#armedFor) this.#arm(first, 0)
  }

  async #rearm(): Promise<void> {
    this.#disarm()
    const { store, isShared, clock, report } = this.#options
    try {
      const next = await nextDueAt(store)
      if (next !== undefined) this.#arm(next, retryMillis)
      else if (isShared) this.#arm(clock.now() + pollMillis, retryMillis)
    } catch (error) {
      report('due work could not be looked for', error)
      this.#arm(clock.now(), pollMillis)
    }
  }

  /** Sets the timer to an instant of the bank's clock. No timer is set for a later instant while the clock is frozen. */
  #arm(at: number, leastMillis: number): void {
    this.#disarm()
    const { clock, isShared } = this.#options
    const millis = at - clock.now()
    if (this.#isStopped || (clock.isFrozen && millis > 0)) return
    this.#armedFor = at
    const longest = isShared ? pollMillis : maxTimerMillis
    this.#timer = setTimeout(() => void this.run(), Math.min(millis > 0 ? millis : leastMillis, longest))
    this.#timer.unref()
  }

  #disarm(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#armedFor = Number.POSITIVE_INFINITY
  }
}
