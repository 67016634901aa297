/**
 * Lawful variations of how much a TPP may send and of how long its tokens last.
 *
 * @module
 */
import type { Quota } from '../http/rate-limit.js'
import type { Variation } from './variation.js'

const perMinute = ({ requests, windowMillis }: Quota) => (requests / windowMillis) * 60_000

/** At most this quota: one that is smaller already stays. */
const atMost =
  (quota: Quota): NonNullable<Variation['replaces']> =>
  (rules) => ({
    quota: (ofSettings) => {
      const known = rules.quota(ofSettings)
      return perMinute(known) <= perMinute(quota) ? known : quota
    },
  })

const tokensOf =
  (most: number): NonNullable<Variation['replaces']> =>
  (rules) => ({ tokenSeconds: (kind, seconds) => Math.min(most, rules.tokenSeconds(kind, seconds)) })

export const limitVariations = {
  'quota-of-a-second': {
    title: 'allows a TPP 100 requests a second',
    allowedBy: 'source document, "Errors": 429; no quota is stated',
    replaces: atMost({ requests: 100, windowMillis: 1000 }),
  },
  'quota-of-ten-seconds': {
    title: 'allows a TPP 1000 requests in ten seconds',
    allowedBy: 'source document, "Errors": 429; no quota is stated',
    replaces: atMost({ requests: 1000, windowMillis: 10_000 }),
  },
  'tokens-of-half-a-minute': {
    title: 'lets tokens of access and of users last 30 seconds',
    allowedBy: 'RFC 6749, 5.1: the server says how long',
    replaces: tokensOf(30),
  },
  'tokens-of-a-minute': {
    title: 'lets tokens of access and of users last a minute',
    allowedBy: 'RFC 6749, 5.1: the server says how long',
    replaces: tokensOf(60),
  },
} as const satisfies Readonly<Record<string, Variation>>
