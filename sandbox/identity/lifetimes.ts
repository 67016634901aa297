/**
 * How long what the authorisation server issues lasts.
 *
 * @module
 */
import { unauthorisedConsentMillis } from '../consents/consent.js'

declare module '../tenants/tenant.js' {
  interface Rules {
    /** How long a token with which the API is called lasts, and is said to, given how long this bank lets it. In seconds. */
    tokenSeconds(kind: TokenKind, seconds: number): number
  }
}

/** The access token of a consent, the public token of a TPP, and the token of a user of a TPP. */
export type TokenKind = 'consent' | 'public' | 'user'

export const lifetimeRules = {
  tokenSeconds: (_kind: TokenKind, seconds: number) => seconds,
}

/**
 * Lifetimes in seconds. FACTS 4.4 and 15.13. An interaction is kept for as long as an undecided consent, beyond the
 * time a PSU has to decide, so that a PSU who comes back too late is sent back to the TPP with an error.
 */
export const lifetimeSeconds = {
  accessToken: 1800,
  userToken: 1800,
  code: 60,
  refreshToken: 90 * 86_400,
  idToken: 3600,
  interaction: unauthorisedConsentMillis / 1000,
} as const
