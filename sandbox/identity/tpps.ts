/**
 * The third parties the bank knows. OAuth calls them clients; the name is used in this folder only.
 *
 * @module
 */

import { createHmac } from 'node:crypto'
import type { JWK } from 'jose'
import type { SignatureSettings } from '../http/payment-headers.js'
import { collection } from '../store/collection.js'
import type { TenantStore } from '../store/store.js'
import type { Tenants } from '../tenants/registry.js'
import type { TenantOfTpp } from '../tenants/tenant.js'
import { subjectOf } from '../tls/authority.js'
import { madeKeyOf } from './keys.js'

export interface TppRecord {
  readonly clientId: string
  readonly clientSecret: string
  /** Shown to the PSU. */
  readonly name: string
  readonly redirectUris: readonly string[]
  /** The tenant its requests belong to. */
  readonly tenantId: string
  /** Public keys, for request objects and client assertions. */
  readonly jwks?: { readonly keys: readonly JWK[] }
  /** Requests a minute before 429. */
  readonly requestsPerMinute: number
  /** How signatures are treated with it, where it differs from the setting of the bank. */
  readonly signatures?: SignatureSettings['mode']
}

export const tppRecords = collection<TppRecord>('tpps')

/** A loopback address without a port matches every port (RFC 8252 section 7.3). */
const sampleRedirectUris = ['http://127.0.0.1/callback', 'http://localhost/callback', 'https://tpp.example/callback']

/** Pages of the bank itself that take the place of a TPP's: one that shows what came, one that hands it to the documentation. */
const ownRedirectPaths = ['/_sandbox/callback', '/docs/oauth2-redirect.html']

/** Redirect addresses at the bank, where a TPP may have them. */
const ownRedirectUris = (publicUrl: string): readonly string[] =>
  ownRedirectPaths.map((path) => publicUrl + path).filter(isRedirectUri)

const loopbackHosts: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

/** `https` to anywhere else, `http` to this machine (RFC 8252 sections 7.2, 7.3 and 8.3), and no fragment (RFC 6749 section 3.1.2). */
export function isRedirectUri(uri: string): boolean {
  if (!URL.canParse(uri)) return false
  const { protocol, hostname, href } = new URL(uri)
  const isLoopback = loopbackHosts.includes(hostname)
  return !href.includes('#') && ((protocol === 'https:' && !isLoopback) || (protocol === 'http:' && isLoopback))
}

const samples = [
  { clientId: 'tpp-demo', name: 'Demo Money App', requestsPerMinute: 60_000 },
  { clientId: 'tpp-other', name: 'Other Money App', requestsPerMinute: 60_000 },
  { clientId: 'tpp-limited', name: 'Limited Money App', requestsPerMinute: 10 },
] as const

/** Client ids that are taken. */
export const sampleClientIds: readonly string[] = samples.map(({ clientId }) => clientId)

/**
 * Three TPPs to start with: `tpp-demo`, `tpp-other` (for tests between TPPs) and `tpp-limited` (10 requests a minute,
 * to meet 429). Their secrets follow from the seed, so that a restart does not change a TPP's configuration.
 */
export function sampleTpps(seed: number, tenantId: string, publicUrl: string): TppRecord[] {
  return samples.map((sample) => ({
    ...sample,
    tenantId,
    clientSecret: createHmac('sha256', `sample tpp ${seed}`).update(sample.clientId).digest('base64url').slice(0, 32),
    redirectUris: [...sampleRedirectUris, ...ownRedirectUris(publicUrl)],
  }))
}

/** Stores TPPs in the directory; one that exists is replaced by its current configuration, and keeps the key that was made for it. */
export async function registerTpps(directory: TenantStore, tpps: readonly TppRecord[]): Promise<void> {
  await directory.transact(async (transaction) => {
    for (const tpp of tpps) {
      const made = tpp.jwks ? undefined : await madeKeyOf(transaction, tpp.clientId)
      transaction.put(tppRecords, tpp.clientId, made ? { ...tpp, jwks: { keys: [made] } } : tpp)
    }
  })
}

/** Finds the tenant of a TPP. A TPP never changes its tenant, so it is looked up once. */
export function createTenantOfTpp(directory: TenantStore, tenants: Tenants): TenantOfTpp {
  const known = new Map<string, string>()
  return async (clientId = '') => {
    const tenantId = known.get(clientId) ?? (await directory.get(tppRecords, clientId))?.tenantId
    if (tenantId === undefined) return tenants.main
    known.set(clientId, tenantId)
    return tenants.get(tenantId)
  }
}

/** How a TPP says who it is in one request. */
export interface Presented {
  readonly by: 'secret' | 'assertion' | 'certificate'
  /** Whether its connection shows a certificate that the bank trusts, which its tokens are then bound to. RFC 8705 section 3. */
  readonly showsCertificate: boolean
}

/**
 * A TPP as oidc-provider describes a client, which has one way to authenticate. The bank takes every way, so it is the one
 * that the request uses; the library takes the secret with HTTP Basic and in the body alike.
 *
 * @param moreGrants grant types of the bank's own, which the library has to know of
 *
 * `native` allows any port in a loopback redirect address.
 */
export function toClientMetadata(
  tpp: TppRecord,
  { by, showsCertificate }: Presented,
  moreGrants: readonly string[] = [],
) {
  const method =
    by === 'certificate'
      ? 'tls_client_auth'
      : by === 'assertion' && tpp.jwks
        ? 'private_key_jwt'
        : 'client_secret_basic'
  return {
    client_id: tpp.clientId,
    client_secret: tpp.clientSecret,
    client_name: tpp.name,
    application_type: 'native',
    redirect_uris: [...tpp.redirectUris],
    grant_types: ['authorization_code', 'client_credentials', 'implicit', 'refresh_token', ...moreGrants],
    response_types: ['code', 'code id_token'],
    scope: 'openid accounts payments',
    token_endpoint_auth_method: method,
    ...(method === 'tls_client_auth' && { tls_client_auth_subject_dn: subjectOf(tpp.clientId) }),
    ...(showsCertificate && { tls_client_certificate_bound_access_tokens: true }),
    id_token_signed_response_alg: 'PS256',
    ...(tpp.jwks && { jwks: tpp.jwks }),
  }
}
