/**
 * Trying again: a bounded number of times, after delays that grow and are randomised.
 *
 * @module
 */
import { setTimeout as wait } from 'node:timers/promises'

/** Milliseconds before each further attempt. */
export type RetryDelays = readonly number[]

/** After a lost connection: about four seconds in all. */
export const defaultReconnectDelays: RetryDelays = [20, 50, 100, 200, 400, 800, 1200, 1200]

/** After a conflict with another transaction: about three seconds in all. */
export const conflictDelays: RetryDelays = [
  2, 5, 10, 20, 40, 60, 80, 100, 150, 200, 250, 300, 300, 300, 300, 300, 300, 300,
]

/** Waits a random time between half the delay and all of it. */
export async function pause(millis: number): Promise<void> {
  await wait(millis / 2 + (Math.random() * millis) / 2)
}

/** Runs `work` until it succeeds, fails with an error that is not retried, or the delays are used up. */
export async function withRetries<T>(
  delays: RetryDelays,
  isRetried: (error: unknown) => boolean,
  work: () => Promise<T>,
): Promise<T> {
  for (const millis of delays) {
    try {
      return await work()
    } catch (error) {
      if (!isRetried(error)) throw error
      await pause(millis)
    }
  }
  return work()
}
