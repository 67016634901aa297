/**
 * The bank's rules about consents, which a fault may replace.
 *
 * @module
 */
import { type Permission, permissionCombinations, type Scope } from '#standard/index.js'
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
    /** Whether this expiry is accepted. Instants. */
    isExpiryAccepted(expiresAt: number, now: number): boolean
    /** Whether this period of transactions is accepted. Instants, both inclusive. */
    isPeriodAccepted(from: number, to: number): boolean
    /** The permissions that a combination lacks. FACTS 5. */
    missingPermissions(asked: readonly Permission[]): readonly MissingPermission[]
    /** The permissions of a new consent: each once, in the requested order. */
    keptPermissions(asked: readonly Permission[]): readonly Permission[]
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

/** One of `needs` must be requested too, because of `beside`; without `beside` it is always required. */
export interface MissingPermission {
  readonly needs: readonly Permission[]
  readonly beside?: readonly Permission[]
}

export const consentRules = {
  isConsentOf: (consent: ConsentRecord, tppId: string) => consent.tppId === tppId,
  isConsentOfPsu: ({ psuId }: ConsentRecord, asking: string) => psuId === undefined || psuId === asking,
  hasScopeOf: (asked: readonly string[], needed: Scope) => asked.includes(needed),
  acceptsGrant: (_place: GrantPlace, isAlive: boolean) => isAlive,
  needsScope: () => true,
  isExpiryAccepted: (expiresAt: number, now: number) => expiresAt > now,
  isPeriodAccepted: (from: number, to: number) => from <= to,
  missingPermissions,
  keptPermissions: (asked: readonly Permission[]) => [...new Set(asked)],
  isUsable,
  canWithdraw: (consent: ConsentRecord) => canMove(consent, 'Revoked'),
  withdrawnAt: (_consent: ConsentRecord, now: number) => now,
  takesEffect: () => true,
  endTokensToo: () => true,
  remainsOfDeleted: () => undefined,
}

function missingPermissions(asked: readonly Permission[]): MissingPermission[] {
  return permissionCombinations.flatMap(({ needs, ...rule }) => {
    const applies = !('when' in rule) || rule.when.some((permission) => asked.includes(permission))
    if (!applies || needs.some((permission) => asked.includes(permission))) return []
    return [{ needs, ...('when' in rule && { beside: rule.when }) }]
  })
}
