/**
 * Keys for banks of tests: the same for all banks of a process, as making one takes longer than the rest of a bank.
 *
 * @module
 */
import { type MakeKey, makeSigningKey } from '../identity/keys.js'

const made: ReturnType<MakeKey>[] = []

/** The keys of one bank: each another one, and the first, second ... of every bank the same. */
export function sharedKeys(): MakeKey {
  let next = 0
  return () => {
    const key = made[next] ?? makeSigningKey()
    made[next] = key
    next += 1
    return key
  }
}
