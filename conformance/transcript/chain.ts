/**
 * The hash chain: each entry carries the SHA-256 of itself and of the hash before it, so that no entry can be changed,
 * dropped or moved later without breaking every hash after it.
 *
 * @module
 */
import { createHash } from 'node:crypto'
import type { ChainedEntry, Entry } from './entry.js'

/** What the first entry is chained to. */
export const genesis = '0'.repeat(64)

/** The entry, numbered and chained to `previous`; `seq` counts from 1. */
export function chain(entry: Entry, previous: ChainedEntry | undefined): ChainedEntry {
  const numbered = { ...entry, seq: (previous?.seq ?? 0) + 1, prev: previous?.hash ?? genesis }
  return { ...numbered, hash: hashOf(numbered) }
}

export type ChainVerdict =
  | { readonly intact: true; readonly length: number }
  /** `seq` is the position, counted from 1, of the first entry that does not fit. */
  | { readonly intact: false; readonly seq: number; readonly reason: string }

/** Checks every entry against its hash and its position. A chain without its last entries is intact: a run can be cut short. */
export function verifyChain(entries: readonly ChainedEntry[]): ChainVerdict {
  let previous = genesis
  for (const [index, { hash, ...rest }] of entries.entries()) {
    const seq = index + 1
    if (rest.seq !== seq) return { intact: false, seq, reason: `numbered ${rest.seq}` }
    if (rest.prev !== previous) return { intact: false, seq, reason: 'does not follow the entry before it' }
    if (hashOf(rest) !== hash) return { intact: false, seq, reason: 'was changed after it was written' }
    previous = hash
  }
  return { intact: true, length: entries.length }
}

/** Over the JSON text without the hash; parsing and writing JSON keeps the order of names, so a file verifies too. */
function hashOf(entry: Omit<ChainedEntry, 'hash'>): string {
  return createHash('sha256').update(JSON.stringify(entry)).digest('hex')
}
