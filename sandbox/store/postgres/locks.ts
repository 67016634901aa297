/**
 * Advisory locks are numbers; ours have names.
 *
 * @module
 */
import { createHash } from 'node:crypto'

/**
 * The number of a lock, the same in every process. If two names had the same number, their transactions would wait
 * for each other; that is harmless.
 */
export function lockNumber(name: string): string {
  return createHash('sha256').update(`ob-sandbox ${name}`).digest().readBigInt64BE(0).toString()
}
