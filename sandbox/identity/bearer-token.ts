/**
 * Who is behind an access token. Looked up for every request, so that what is revoked stops at once.
 *
 * @module
 */
import { type ConsentRecord, isUsable } from '../account-information/consent.js'
import type { TenantStore } from '../store/store.js'
import type { Tenant } from '../tenants.js'
import { isAlive, oidcRecordId } from './adapter.js'
import type { TppRecord } from './tpps.js'

export interface Caller {
  readonly tenant: Tenant
  readonly tpp: TppRecord
  readonly scopes: ReadonlySet<string>
  /** Set on a consent access token: the one consent it is for. */
  readonly consent?: ConsentRecord
}

export interface TokenLookup {
  readonly directory: TenantStore
  tenantOfTpp(clientId: string | undefined): Promise<Tenant>
}

/** The token of an Authorization header (RFC 6750 section 2.1), or `undefined`. */
export function bearerToken(authorization: string | undefined): string | undefined {
  return /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(authorization ?? '')?.[1]
}

/**
 * The caller of a live token; `undefined` when it is unknown, has expired or was revoked, and when its consent was deleted,
 * withdrawn or has expired. A token outlives the PSU's second authorisation only if it is of the same grant.
 */
export async function findCaller(token: string, { directory, tenantOfTpp }: TokenLookup): Promise<Caller | undefined> {
  const [ofConsent, ofTpp] = await Promise.all([
    directory.get('oidc', oidcRecordId('AccessToken', token)),
    directory.get('oidc', oidcRecordId('ClientCredentials', token)),
  ])
  const record = ofConsent ?? ofTpp
  const tpp = record?.payload.clientId && (await directory.get('tpps', record.payload.clientId))
  if (!record || !tpp) return undefined
  const tenant = await tenantOfTpp(tpp.clientId)
  if (!isAlive(record, tenant.clock)) return undefined
  const caller = { tenant, tpp, scopes: new Set((record.payload.scope ?? '').split(' ')) }
  if (!ofConsent) return caller
  const consent = await consentOfGrant(tenant, record.payload.grantId)
  const survives = tenant.faults.allows('token-of-withdrawn-consent')
  if (!consent || !(isUsable(consent, tenant.clock.now()) || survives)) return undefined
  return { ...caller, consent }
}

async function consentOfGrant(tenant: Tenant, grantId: string | undefined): Promise<ConsentRecord | undefined> {
  return grantId === undefined ? undefined : (await tenant.store.find('consents', 'grantId', grantId))[0]
}
