/**
 * The third parties the bank knows. OAuth calls them clients; here alone they are called so.
 *
 * @module
 */
import { createHmac } from 'node:crypto'
import type { JWK } from 'jose'
import type { TenantStore } from '../store/store.js'

export interface TppRecord {
  readonly clientId: string
  readonly clientSecret: string
  /** Shown to the PSU. */
  readonly name: string
  readonly redirectUris: readonly string[]
  /** The tenant its requests belong to. */
  readonly tenantId: string
  /** Public keys, for request objects. */
  readonly jwks?: { readonly keys: readonly JWK[] }
  /** Requests a minute before 429. */
  readonly requestsPerMinute: number
}

/** A loopback address without a port stands for every port (RFC 8252 section 7.3). */
const sampleRedirectUris = ['http://127.0.0.1/callback', 'http://localhost/callback', 'https://tpp.example/callback']

const samples = [
  { clientId: 'tpp-demo', name: 'Demo Money App', requestsPerMinute: 60_000 },
  { clientId: 'tpp-other', name: 'Other Money App', requestsPerMinute: 60_000 },
  { clientId: 'tpp-limited', name: 'Limited Money App', requestsPerMinute: 10 },
] as const

/** Names that are taken. */
export const sampleClientIds: readonly string[] = samples.map(({ clientId }) => clientId)

/**
 * Three TPPs to start with: `tpp-demo`, `tpp-other` (for tests between TPPs) and `tpp-limited` (10 requests a minute,
 * to meet 429). Their secrets follow from the seed, so that a restart does not change a TPP's configuration.
 */
export function sampleTpps(seed: number, tenantId: string): TppRecord[] {
  return samples.map((sample) => ({
    ...sample,
    tenantId,
    clientSecret: createHmac('sha256', `sample tpp ${seed}`).update(sample.clientId).digest('base64url').slice(0, 32),
    redirectUris: sampleRedirectUris,
  }))
}

/** Puts them into the directory; one that is there becomes what the configuration says now. */
export async function registerTpps(directory: TenantStore, tpps: readonly TppRecord[]): Promise<void> {
  await directory.transact((transaction) => {
    for (const tpp of tpps) transaction.put('tpps', tpp.clientId, tpp)
  })
}

/** A TPP as oidc-provider describes a client. `native` is what lets a loopback redirect address have any port. */
export function toClientMetadata(tpp: TppRecord) {
  return {
    client_id: tpp.clientId,
    client_secret: tpp.clientSecret,
    client_name: tpp.name,
    application_type: 'native',
    redirect_uris: [...tpp.redirectUris],
    grant_types: ['authorization_code', 'client_credentials', 'implicit', 'refresh_token'],
    response_types: ['code', 'code id_token'],
    scope: 'openid accounts payments',
    token_endpoint_auth_method: 'client_secret_basic',
    id_token_signed_response_alg: 'PS256',
    ...(tpp.jwks && { jwks: tpp.jwks, request_object_signing_alg: 'PS256' }),
  }
}
