/**
 * Ids of events: later events have greater ones, so that those of one instant keep their order.
 *
 * @module
 */
import { randomBytes } from 'node:crypto'
import type { Clock } from '../clock/system-clock.js'

/** @param system real time: the bank's clock may stand still */
export function createEventIds(system: Clock): () => string {
  let last = 0
  return () => {
    // a hundred ids a millisecond; more of them run a little ahead
    last = Math.max(last + 1, system.now() * 100)
    return `evt-${last.toString(36).padStart(11, '0')}-${randomBytes(6).toString('hex')}`
  }
}
