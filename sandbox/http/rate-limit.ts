/**
 * Quotas: requests a minute for each TPP, and for each address that has no token. Fixed windows on the bank's clock;
 * decisions 0015 and 0042.
 *
 * @module
 */
import type { FastifyRequest } from 'fastify'
import type { Clock } from '../clock/system-clock.js'
import type { TppRecord } from '../identity/tpps.js'
import { ApiError } from './api-error.js'

const windowMillis = 60_000

/** Windows kept before those that have ended are forgotten. */
const windowsKept = 10_000

interface Window {
  readonly startedAt: number
  count: number
}

export interface RateLimitOptions {
  /** Whose time the windows run on. */
  readonly clock: Clock
  readonly anonymousPerMinute: number
}

/** Throws 429 with `Retry-After` once the quota of a TPP, or of an address without one, is used up. */
export type CheckRate = (request: FastifyRequest, tpp?: TppRecord) => void

export function createRateCheck({ clock, anonymousPerMinute }: RateLimitOptions): CheckRate {
  const windows = new Map<string, Window>()
  let sweptAt = Number.NEGATIVE_INFINITY

  const isOpen = ({ startedAt }: Window, now: number) => now >= startedAt && now < startedAt + windowMillis

  function open(key: string, now: number): Window {
    if (windows.size >= windowsKept && !isOpen({ startedAt: sweptAt, count: 0 }, now)) {
      for (const [other, window] of windows) if (!isOpen(window, now)) windows.delete(other)
      sweptAt = now
    }
    const opened = { startedAt: now, count: 0 }
    windows.set(key, opened)
    return opened
  }

  return (request, tpp) => {
    const key = tpp ? `tpp ${tpp.clientId}` : `address ${request.ip}`
    const now = clock.now()
    const known = windows.get(key)
    const window = known && isOpen(known, now) ? known : open(key, now)
    window.count += 1
    if (window.count <= (tpp ? tpp.requestsPerMinute : anonymousPerMinute)) return
    const seconds = Math.ceil((window.startedAt + windowMillis - now) / 1000)
    throw new ApiError(429, [], { 'retry-after': String(seconds) })
  }
}
