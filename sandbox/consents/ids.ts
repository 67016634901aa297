/**
 * Ids of consents and payments, which nobody can guess.
 *
 * @module
 */
import { randomFillSync } from 'node:crypto'

const idBytes = 16

/** Random bytes for so many ids are drawn at once: a draw costs more than all else of an id (decision 0136). */
const drawn = Buffer.alloc(idBytes * 256)
let used = drawn.length

/** A new id of 22 base64url characters (128 bits). */
export function newId(): string {
  if (used === drawn.length) {
    randomFillSync(drawn)
    used = 0
  }
  used += idBytes
  return drawn.toString('base64url', used - idBytes, used)
}
