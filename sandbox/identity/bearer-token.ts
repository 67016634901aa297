/**
 * Who is behind an access token. What is revoked stops at once: a caller is looked up again after every change of tokens, TPPs
 * or consents.
 *
 * @module
 */
import { type ConsentRecord, expiresAt, isUsable } from '../account-information/consent.js'
import { type Awaitable, goOn } from '../store/awaitable.js'
import type { TenantStore } from '../store/store.js'
import type { Tenant } from '../tenants.js'
import { isAlive, type OidcRecord, oidcRecordId } from './adapter.js'
import type { TppRecord } from './tpps.js'

export interface Caller {
  readonly tenant: Tenant
  readonly tpp: TppRecord
  readonly scopes: readonly string[]
  /** Set on a consent access token: the one consent it is for. */
  readonly consent: ConsentRecord | undefined
}

export interface TokenLookup {
  readonly directory: TenantStore
  tenantOfTpp(clientId: string | undefined): Awaitable<Tenant>
}

/** The token of an Authorization header (RFC 6750 section 2.1), or `undefined`. */
export function bearerToken(authorization: string | undefined): string | undefined {
  return /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(authorization ?? '')?.[1]
}

/**
 * The caller of a live token; `undefined` when it is unknown, has expired or was revoked, and when its consent was deleted,
 * withdrawn or has expired. A token outlives the PSU's second authorisation only if it is of the same grant.
 */
export type FindCaller = (token: string) => Awaitable<Caller | undefined>

/** Callers remembered before all are forgotten. */
const callersKept = 10_000

/** A caller, and for how long it needs not be looked up again. */
interface Found {
  readonly caller: Caller
  /** When token or consent ends, on the tenant's clock. */
  readonly endsAt: number
  /** Of what the caller was read from, asked for before it was read. */
  readonly revisions: readonly (number | undefined)[]
}

export function createCallerLookup({ directory, tenantOfTpp }: TokenLookup): FindCaller {
  const known = new Map<string, Found>()

  const directoryRevisions = () => [directory.revision('oidc'), directory.revision('tpps')]
  const consentRevision = ({ store }: Tenant) => store.revision('consents')

  /** A revoked token changes a revision, and so does whatever else could change who the caller is. */
  function isCurrent({ caller: { tenant }, endsAt, revisions }: Found): boolean {
    const now = [...directoryRevisions(), consentRevision(tenant)]
    const isUnchanged = now.every((revision, index) => revision === revisions[index])
    return isUnchanged && tenant.faults.settings.length === 0 && tenant.clock.now() < endsAt
  }

  function keep(token: string, found: Found | undefined): Caller | undefined {
    if (!found || found.revisions.includes(undefined)) return found?.caller
    if (known.size >= callersKept) known.clear()
    known.set(token, found)
    return found.caller
  }

  return (token) => {
    const found = known.get(token)
    if (found && isCurrent(found)) return found.caller
    known.delete(token)
    const before = directoryRevisions()
    return goOn(tokenRecord(token, directory), (record) => {
      if (!record) return undefined
      return goOn(tenantOfTpp(record.payload.clientId), (tenant) => {
        const revisions = [...before, consentRevision(tenant)]
        return goOn(foundBy(record, tenant, directory), (caller) => keep(token, caller && { ...caller, revisions }))
      })
    })
  }
}

function tokenRecord(token: string, directory: TenantStore): Awaitable<OidcRecord | undefined> {
  return goOn(
    directory.get('oidc', oidcRecordId('AccessToken', token)),
    (ofConsent) => ofConsent ?? directory.get('oidc', oidcRecordId('ClientCredentials', token)),
  )
}

function foundBy(
  record: OidcRecord,
  tenant: Tenant,
  directory: TenantStore,
): Awaitable<Omit<Found, 'revisions'> | undefined> {
  return goOn(directory.get('tpps', record.payload.clientId ?? ''), (tpp) => {
    if (!tpp || !isAlive(record, tenant.clock)) return undefined
    const { expiresAt: tokenEnd = Number.POSITIVE_INFINITY, payload } = record
    const caller = { tenant, tpp, scopes: (payload.scope ?? '').split(' ') }
    if (record.model !== 'AccessToken') return { caller: { ...caller, consent: undefined }, endsAt: tokenEnd }
    return goOn(consentOfGrant(tenant, payload.grantId), (consent) => {
      const survives = tenant.faults.allows('token-of-withdrawn-consent')
      if (!consent || !(isUsable(consent, tenant.clock.now()) || survives)) return undefined
      const endsAt = Math.min(tokenEnd, expiresAt(consent) ?? Number.POSITIVE_INFINITY)
      return { caller: { ...caller, consent }, endsAt }
    })
  })
}

function consentOfGrant({ store }: Tenant, grantId: string | undefined): Awaitable<ConsentRecord | undefined> {
  if (grantId === undefined) return undefined
  return goOn(store.find('consents', 'grantId', grantId), ([consent]) => consent)
}
