/**
 * Trying again: a bounded number of times, at intervals that grow and differ between those who wait.
 *
 * @module
 */
import { setTimeout as wait } from 'node:timers/promises'

/** Milliseconds before each further attempt. */
export type Patience = readonly number[]

/** For a lost connection: some four seconds in all. */
export const untilBack: Patience = [20, 50, 100, 200, 400, 800, 1200, 1200]

/** For a transaction that met another one: some three seconds in all. */
export const untilAlone: Patience = [2, 5, 10, 20, 40, 60, 80, 100, 150, 200, 250, 300, 300, 300, 300, 300, 300, 300]

/** Waits between half and all of the time. */
export async function pause(millis: number): Promise<void> {
  await wait(millis / 2 + (Math.random() * millis) / 2)
}

/** Runs `work` until it succeeds, fails with something that is not to be tried again, or patience is at its end. */
export async function withPatience<T>(
  patience: Patience,
  isWorthIt: (error: unknown) => boolean,
  work: () => Promise<T>,
): Promise<T> {
  for (const millis of patience) {
    try {
      return await work()
    } catch (error) {
      if (!isWorthIt(error)) throw error
      await pause(millis)
    }
  }
  return work()
}
