/**
 * Advisory locks are numbers; ours have names.
 *
 * @module
 */
import { createHash } from 'node:crypto'

/** The number of a lock, the same in every process. Two names with one number would wait for each other, no more. */
export function lockNumber(name: string): string {
  return createHash('sha256').update(`ob-sandbox ${name}`).digest().readBigInt64BE(0).toString()
}
