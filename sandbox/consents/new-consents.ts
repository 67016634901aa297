/**
 * A consent that a TPP has just asked for, and where the PSU is sent to decide on it.
 *
 * @module
 */
import { randomBytes } from 'node:crypto'
import type { Version } from '#standard/index.js'
import type { ConsentKind, ConsentRecord } from './consent.js'
import { kinds } from './kinds.js'

/** Who asks, under which version, and when. */
export interface Asking {
  readonly tppId: string
  readonly version: Version
  /** On the bank's clock, in milliseconds. */
  readonly now: number
}

/** What new consents of all kinds have in common. */
export function consentAskedFor<Kind extends ConsentKind>(kind: Kind, { tppId, version, now }: Asking) {
  return {
    kind,
    consentId: randomBytes(16).toString('base64url'),
    tppId,
    version,
    status: 'AwaitingAuthorisation' as const,
    createdAt: now,
    statusUpdatedAt: now,
  }
}

/** URL where the PSU decides. The TPP adds its redirect address, state and PKCE. FACTS 15.3. */
export function authorisationAddress(endpoint: string, { kind, consentId, tppId }: ConsentRecord): string {
  const parameters = {
    client_id: tppId,
    response_type: 'code',
    scope: `openid ${kinds[kind].scope}`,
    consent_id: consentId,
  }
  return `${endpoint}?${new URLSearchParams(parameters)}`
}
