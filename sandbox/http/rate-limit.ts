/**
 * Quotas: requests a minute for each TPP, and for each address that has no token, unless a rule of the tenant says otherwise. Fixed
 * windows on the bank's clock; decisions 0015 and 0042.
 *
 * @module
 */
import type { FastifyRequest } from 'fastify'
import type { Tenant } from '../tenants/tenant.js'
import { refusal } from './api-error.js'
import type { Caller } from './exchange.js'

declare module '../tenants/tenant.js' {
  interface Rules {
    /** What a TPP, or an address without one, may send, given what the settings allow. */
    quota(ofSettings: Quota): Quota
  }
}

/** So many requests in each window of time. */
export interface Quota {
  readonly requests: number
  readonly windowMillis: number
}

export const quotaRules = {
  quota: (ofSettings: Quota) => ofSettings,
}

const minuteMillis = 60_000

interface Window {
  readonly startedAt: number
  readonly endsAt: number
  count: number
}

export interface RateLimitOptions {
  /** The tenant whose clock the windows of addresses use; those of a TPP use its tenant's. */
  readonly main: Tenant
  readonly anonymousPerMinute: number
}

/** Throws 429 with `Retry-After` once the quota of a TPP, or of an address without one, is used up. */
export type CheckRate = (request: FastifyRequest, caller?: Caller) => void

export function createRateCheck({ main, anonymousPerMinute }: RateLimitOptions): CheckRate {
  /** By tenant, because a window ends by the clock of its tenant. */
  const windowsOf = new WeakMap<Tenant, Map<string, Window>>()

  const isOpen = ({ startedAt, endsAt }: Window, now: number) => now >= startedAt && now < endsAt

  /** The windows of a tenant. Those that have ended are forgotten when what has ended is deleted. */
  function windowsIn(tenant: Tenant): Map<string, Window> {
    const known = windowsOf.get(tenant)
    if (known) return known
    const windows = new Map<string, Window>()
    windowsOf.set(tenant, windows)
    tenant.purge.alsoFrom({
      get size() {
        return windows.size
      },
      forget: (now) => {
        for (const [key, window] of windows) if (!isOpen(window, now)) windows.delete(key)
      },
    })
    return windows
  }

  return (request, caller) => {
    const key = caller ? `tpp ${caller.tpp.clientId}` : `address ${request.ip}`
    const tenant = caller?.tenant ?? main
    const now = tenant.clock.now()
    const windows = windowsIn(tenant)
    const { requests, windowMillis } = tenant.rules.quota({
      requests: caller?.tpp.requestsPerMinute ?? anonymousPerMinute,
      windowMillis: minuteMillis,
    })
    const known = windows.get(key)
    const window = known && isOpen(known, now) ? known : { startedAt: now, endsAt: now + windowMillis, count: 0 }
    if (window !== known) windows.set(key, window)
    window.count += 1
    if (window.count <= requests) return
    const seconds = Math.ceil((window.endsAt - now) / 1000)
    throw refusal('quotaUsedUp', { seconds })
  }
}
