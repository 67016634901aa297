/**
 * What has become of a code or token, in words for the TPP's developer.
 *
 * @module
 */
import type { Clock } from '../clock/system-clock.js'
import { asOf, type ConsentRecord, isAccountConsent, isUsable } from '../consents/consent.js'
import type { TenantStore } from '../store/store.js'
import type { TenantOfTpp } from '../tenants/tenant.js'
import { oidcRecordId, oidcRecords } from './adapter.js'
import { consentOfGrant } from './callers.js'
import type { Issued, IssuedLately } from './issued.js'

export interface Fates {
  readonly directory: TenantStore
  readonly tenantOfTpp: TenantOfTpp
  readonly issued: IssuedLately
}

/** A code or token as far as it is known, in the store or from lately. */
export interface Known extends Issued {
  /** Whether the store still has it. */
  readonly isStored: boolean
}

export async function knownOf({ directory, issued }: Fates, model: string, value: string): Promise<Known | undefined> {
  const id = oidcRecordId(model, value)
  const record = await directory.get(oidcRecords, id)
  const lately = issued.get(id)
  if (!record) return lately && { ...lately, isStored: false }
  const { clientId, grantId, consumed } = record.payload
  return { clientId, grantId, expiresAt: record.expiresAt, isConsumed: consumed !== undefined, isStored: true }
}

const inWords = (instant: number) => new Date(instant).toISOString()

/**
 * Why a known code or token gives access no more.
 *
 * @param name what it is called: `access token`
 */
export async function fateOf({ tenantOfTpp }: Fates, name: string, known: Known): Promise<string> {
  const tenant = await tenantOfTpp(known.clientId)
  const { clock } = tenant
  const { expiresAt, grantId, isConsumed, isStored } = known
  if (isConsumed) return `the ${name} was used before`
  if (expiresAt !== undefined && expiresAt <= clock.now()) {
    return `the ${name} expired at ${inWords(expiresAt)}; the bank's clock says ${inWords(clock.now())}`
  }
  const consent = await consentOfGrant(tenant, grantId)
  const ofConsent = grantId === undefined ? undefined : stateOfConsent(consent, clock)
  if (ofConsent !== undefined) return `the ${name} has ended: ${ofConsent}`
  return isStored
    ? `the ${name} gives no access`
    : `the ${name} has ended: it was revoked, or the bank's clock has been past its end`
}

/** Why a consent allows nothing more; `undefined` while it does. */
function stateOfConsent(consent: ConsentRecord | undefined, clock: Clock): string | undefined {
  if (!consent) return 'its consent was deleted, or has another grant by now'
  const current = asOf(consent, clock.now())
  if (isUsable(current, clock.now())) return undefined
  if (current.status !== 'Authorised' || !isAccountConsent(current)) return `its consent is ${current.status}`
  return `its consent expired at ${current.expirationDateTime}`
}
