/**
 * The bank's rules about consents of all kinds, which a fault may replace.
 *
 * @module
 */
import type { Scope } from '#standard/index.js'
import { type AccountConsent, type ConsentRecord, canMove, isUsable } from './consent.js'

declare module '../tenants/tenant.js' {
  interface Rules {
    /** Whether a TPP may see a consent and have it authorised. */
    isConsentOf(consent: ConsentRecord, tppId: string): boolean
    /** Whether a PSU may decide on a consent: it belongs to the PSU who approved it first, whatever became of it. */
    isConsentOfPsu(consent: ConsentRecord, psuId: string): boolean
    /** Whether an authorisation request with these scopes is taken for a consent that needs another. */
    hasScopeOf(asked: readonly string[], needed: Scope): boolean
    /** Whether a place of the authorisation server accepts a grant, given whether its consent allows reads. */
    acceptsGrant(place: GrantPlace, isAlive: boolean): boolean
    /** Whether an authorisation request without a scope is refused before the PSU is asked. */
    needsScope(): boolean
    /** Whether the tokens of the consent are good. */
    isUsable(consent: ConsentRecord, now: number): boolean
    /** Whether the TPP may withdraw the consent. */
    canWithdraw(consent: ConsentRecord): boolean
    /** The StatusUpdateDateTime of a withdrawn consent. */
    withdrawnAt(consent: ConsentRecord, now: number): number
    /** Whether a withdrawal or a rejection is stored. */
    takesEffect(change: 'withdrawal' | 'rejection'): boolean
    /** Whether the tokens of a consent end with it. */
    endTokensToo(): boolean
    /** The consent that remains after its TPP deletes it, if any. */
    remainsOfDeleted(consent: AccountConsent, now: number): AccountConsent | undefined
  }
}

/** Where the authorisation server is shown a token, or asked to go on with a grant. */
export type GrantPlace = 'introspection' | 'userinfo' | 'token' | 'other'

export const consentRules = {
  isConsentOf: (consent: ConsentRecord, tppId: string) => consent.tppId === tppId,
  isConsentOfPsu: ({ psuId }: ConsentRecord, asking: string) => psuId === undefined || psuId === asking,
  hasScopeOf: (asked: readonly string[], needed: Scope) => asked.includes(needed),
  acceptsGrant: (_place: GrantPlace, isAlive: boolean) => isAlive,
  needsScope: () => true,
  isUsable,
  canWithdraw: (consent: ConsentRecord) => canMove(consent, 'Revoked'),
  withdrawnAt: (_consent: ConsentRecord, now: number) => now,
  takesEffect: () => true,
  endTokensToo: () => true,
  remainsOfDeleted: () => undefined,
}
