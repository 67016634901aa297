/**
 * Chance that can be repeated: the same seed, the same choices.
 *
 * @module
 */
export interface Random {
  /** A whole number from 0 to one below `limit`. */
  below(limit: number): number
  /** One of these. */
  pick<T>(values: readonly T[]): T
  /** True once in `times`, on average. */
  oneIn(times: number): boolean
  /** Any byte string of this length. */
  bytes(length: number): Buffer
}

/** Mulberry32, by Tommy Ettinger: enough for tests, and short. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    pick: <T>(values: readonly T[]) => values[below(values.length)] as T,
    oneIn: (times) => below(times) === 0,
    bytes: (length) => Buffer.from(Array.from({ length }, () => below(256))),
  }
}

/** The seed of one request of a run, so that a request can be sent again without those before it. */
export const seedOf = (seed: number, index: number): number =>
  (Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b)) >>> 0
