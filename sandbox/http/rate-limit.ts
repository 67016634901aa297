/**
 * Quotas: requests a minute for each TPP, and for each address that has no token. Windows run on the tenant's clock.
 *
 * @module
 */
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Clock } from '../clock/system-clock.js'
import type { TppRecord } from '../identity/tpps.js'
import { ApiError } from './api-error.js'

const windowMillis = 60_000

/** Windows kept before those that have ended are forgotten. */
const windowsKept = 10_000

/** Counts in fixed windows, after the interface of the plugin's stores. */
function windowStore(clock: Clock) {
  const windows = new Map<string, { startedAt: number; count: number }>()
  return class {
    incr(key: string, done: (error: Error | null, result: { current: number; ttl: number }) => void): void {
      const now = clock.now()
      const known = windows.get(key)
      const isOpen = known && now >= known.startedAt && now < known.startedAt + windowMillis
      const open = isOpen ? known : { startedAt: now, count: 0 }
      open.count += 1
      windows.set(key, open)
      if (windows.size > windowsKept) {
        for (const [other, { startedAt }] of windows) if (startedAt + windowMillis <= now) windows.delete(other)
      }
      done(null, { current: open.count, ttl: open.startedAt + windowMillis - now })
    }

    child() {
      return this
    }
  }
}

export interface RateLimitOptions {
  /** Whose time the windows run on. */
  readonly clock: Clock
  readonly anonymousPerMinute: number
}

/** Throws 429 with `Retry-After` once the quota of a TPP, or of an address without one, is used up. */
export type CheckRate = (request: FastifyRequest, tpp?: TppRecord) => Promise<void>

export async function createRateCheck(app: FastifyInstance, options: RateLimitOptions): Promise<CheckRate> {
  await app.register(rateLimit, { global: false, store: windowStore(options.clock) as never })
  const callers = new WeakMap<FastifyRequest, TppRecord>()
  const limit = app.createRateLimit({
    timeWindow: windowMillis,
    keyGenerator: (request) => callers.get(request)?.clientId ?? `address ${request.ip}`,
    max: (request) => callers.get(request)?.requestsPerMinute ?? options.anonymousPerMinute,
  })
  return async (request, tpp) => {
    if (tpp) callers.set(request, tpp)
    const result = await limit(request)
    if (result.isAllowed || !result.isExceeded) return
    throw new ApiError(429, [], { 'retry-after': String(Math.max(1, result.ttlInSeconds)) })
  }
}
