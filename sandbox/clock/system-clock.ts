/**
 * The only place in the bank that reads the wall clock.
 *
 * @module
 */

/** Source of instants, in milliseconds since 1970. */
export interface Clock {
  now(): number
}

export const systemClock: Clock = { now: Date.now }
