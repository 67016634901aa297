/**
 * Finds the caller of an access token. Revocation takes effect at once: a caller is looked up again after every
 * change of tokens, TPPs or consents.
 *
 * @module
 */
import { type ConsentRecord, consentRecords, expiresAt, rejectedAt } from '../consents/consent.js'
import type { Caller, FindCaller } from '../http/exchange.js'
import type { TenantStore } from '../store/store.js'
import type { Rules, Tenant, TenantOfTpp } from '../tenants/tenant.js'
import { isAlive, type OidcRecord, oidcRecordId, oidcRecords } from './adapter.js'
import { tppRecords } from './tpps.js'
import { userOf } from './user-tokens.js'

export interface TokenLookup {
  readonly directory: TenantStore
  readonly tenantOfTpp: TenantOfTpp
}

/** Callers cached before the cache is cleared. */
const maxCachedCallers = 10_000

/** A cached caller, and how long it is valid. */
interface Found {
  readonly caller: Caller
  /** When token or consent ends, on the tenant's clock. */
  readonly endsAt: number
  /** Revisions of the collections the caller was read from, taken before the read. */
  readonly revisions: readonly (number | undefined)[]
  /** The rules it was found under. */
  readonly rules: Rules
}

/**
 * The caller of a token: `undefined` when it is unknown, expired or revoked, and when its consent is deleted,
 * withdrawn or expired. A token stays valid after the PSU authorises again only if it belongs to the same grant.
 */
export function createCallerLookup({ directory, tenantOfTpp }: TokenLookup): FindCaller {
  const known = new Map<string, Found>()

  const directoryRevisions = () => [directory.revision(oidcRecords), directory.revision(tppRecords)]
  /** The caller of a token without a consent does not depend on consents. */
  const consentRevision = ({ tenant, consent }: Caller) => (consent ? tenant.store.revision(consentRecords) : 0)

  /** A revoked token changes a revision, and so does whatever else could change who the caller is. */
  function isCurrent({ caller, endsAt, revisions, rules }: Found): boolean {
    const { tenant } = caller
    const [tokens, tpps, consents] = revisions
    return (
      directory.revision(oidcRecords) === tokens &&
      directory.revision(tppRecords) === tpps &&
      consentRevision(caller) === consents &&
      tenant.rules === rules &&
      tenant.clock.now() < endsAt
    )
  }

  const purged = new WeakSet<Tenant>()

  /** Callers of a tenant are forgotten when their token or consent has ended. */
  function purgeWith(tenant: Tenant): void {
    if (purged.has(tenant)) return
    purged.add(tenant)
    const isOf = ({ caller }: Found) => caller.tenant === tenant
    tenant.purge.alsoFrom({
      get size() {
        return [...known.values()].filter(isOf).length
      },
      forget: (now) => {
        for (const [token, found] of known) if (isOf(found) && found.endsAt <= now) known.delete(token)
      },
    })
  }

  function keep(token: string, found: Found | undefined): Caller | undefined {
    if (!found || found.revisions.includes(undefined)) return found?.caller
    purgeWith(found.caller.tenant)
    if (known.size >= maxCachedCallers) known.clear()
    known.set(token, found)
    return found.caller
  }

  async function lookUp(token: string): Promise<Caller | undefined> {
    known.delete(token)
    const before = directoryRevisions()
    const record = await tokenRecord(token, directory)
    if (!record) return undefined
    const tenant = await tenantOfTpp(record.payload.clientId)
    const { rules } = tenant
    const ofConsents = tenant.store.revision(consentRecords)
    const found = await foundBy(record, tenant, directory)
    const revisions = [...before, found?.caller.consent ? ofConsents : 0]
    return keep(token, found && { caller: found.caller, endsAt: found.endsAt, revisions, rules })
  }

  return (token) => {
    const found = known.get(token)
    return found && isCurrent(found) ? found.caller : lookUp(token)
  }
}

async function tokenRecord(token: string, directory: TenantStore): Promise<OidcRecord | undefined> {
  const ofConsent = await directory.get(oidcRecords, oidcRecordId('AccessToken', token))
  if (ofConsent) return ofConsent
  const ofTpp = await directory.get(oidcRecords, oidcRecordId('ClientCredentials', token))
  return userOf(ofTpp) === undefined ? ofTpp : undefined
}

async function foundBy(
  record: OidcRecord,
  tenant: Tenant,
  directory: TenantStore,
): Promise<Omit<Found, 'revisions' | 'rules'> | undefined> {
  const { expiresAt: tokenEnd = Number.POSITIVE_INFINITY, payload } = record
  const tpp = await directory.get(tppRecords, payload.clientId ?? '')
  if (!tpp || !isAlive(record, tenant.clock)) return undefined
  const boundTo = payload['x5t#S256']
  const scopes = (payload.scope ?? '').split(' ')
  const callerWith = (consent: ConsentRecord | undefined): Caller =>
    boundTo === undefined ? { tenant, tpp, scopes, consent } : { tenant, tpp, scopes, consent, boundTo }
  if (record.model !== 'AccessToken') return { caller: callerWith(undefined), endsAt: tokenEnd }
  const grant = await directory.get(oidcRecords, oidcRecordId('Grant', payload.grantId ?? ''))
  if (!grant || !isAlive(grant, tenant.clock)) return undefined
  const consent = await consentOfGrant(tenant, payload.grantId)
  if (!consent || !tenant.rules.isUsable(consent, tenant.clock.now())) return undefined
  const ends = [tokenEnd, grant.expiresAt, expiresAt(consent), rejectedAt(consent)].filter((end) => end !== undefined)
  const endsAt = Math.min(...ends)
  return { caller: callerWith(consent), endsAt }
}

/** The consent that has this grant now: a consent that was authorised with another grant has it no more. */
export async function consentOfGrant(
  { store }: Pick<Tenant, 'store'>,
  grantId: string | undefined,
): Promise<ConsentRecord | undefined> {
  if (grantId === undefined) return undefined
  const [consent] = await store.find(consentRecords, 'grantId', grantId)
  return consent
}
