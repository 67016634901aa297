/**
 * How long the event loop of this process stands still.
 *
 * @module
 */
import { readFileSync } from 'node:fs'

/** A time in which the loop did not turn. */
export interface Stop {
  readonly wallMillis: number
  /** Of it, the time in which this process was computing; the rest it waited for a processor. */
  readonly busyMillis: number
  /** Marks of the requests that came in during it. */
  readonly marks: readonly string[]
}

/** How often the loop is looked at, in milliseconds. */
export const tickMillis = 2
const nothing: Stop = { wallMillis: 0, busyMillis: 0, marks: [] }

/** What is a long stop, in milliseconds. */
const longMillis = 30

/** Compares the time between two ticks with the time in which the process was computing. */
export class LoopWatch {
  /** Marks of what came in since the last tick. */
  readonly recent: string[] = []
  #longest = nothing
  #stops: Stop[] = []

  start(): void {
    let [at, busy] = [performance.now(), computedMillis()]
    setInterval(() => {
      const [wallMillis, busyMillis] = [performance.now() - at, computedMillis() - busy]
      const stop = { wallMillis, busyMillis, marks: [...this.recent] }
      if (busyMillis > this.#longest.busyMillis) this.#longest = stop
      if (busyMillis >= longMillis) this.#stops.push(stop)
      this.recent.length = 0
      at = performance.now()
      busy = computedMillis()
    }, tickMillis)
  }

  /** The longest stop since it was asked last, and all that were long. */
  take(): { readonly longestStop: Stop; readonly stops: readonly Stop[] } {
    const taken = { longestStop: this.#longest, stops: this.#stops }
    this.forget()
    return taken
  }

  /** Begins anew: what was seen until now is not told. */
  forget(): void {
    this.#longest = nothing
    this.#stops = []
  }
}

/** How long this thread has computed since it began: on Linux exactly, elsewhere with the threads beside it. */
function computedMillis(): number {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'latin1').split(' ', 1)[0]) / 1e6
  } catch {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000
  }
}
