/**
 * User tokens: a TPP's handle for one of its users, which comes with the creation of a payment consent and with the payment.
 * FACTS 15.1; decision 0080.
 *
 * It is kept as a token of the TPP, so that it is revoked, looked into and purged like every other; it has no scope, and is
 * no access token.
 *
 * @module
 */
import type * as OidcProvider from 'oidc-provider'
import type { KoaContextWithOIDC, Provider } from 'oidc-provider'
import type { FindUser } from '../http/payment-headers.js'
import type { TenantStore } from '../store/store.js'
import type { TenantOfTpp } from '../tenants/tenant.js'
import { isAlive, type OidcRecord, oidcRecordId, oidcRecords } from './adapter.js'

/** The grant type that a user token is asked for with. */
export const userTokenGrant = 'urn:open-banking-testbed:grant-type:user-token'

/** Longest name of a user. */
const longestUser = 128

/** RFC 8693 section 2.2.1: what is issued is no access token. */
const tokenType = 'N_A'

export const isUserTokenRequest = (ctx: KoaContextWithOIDC | undefined): boolean =>
  ctx?.oidc.params?.grant_type === userTokenGrant

/** What the token is stored with besides. */
export const userOfRequest = (ctx: KoaContextWithOIDC | undefined): { user: string } | undefined =>
  isUserTokenRequest(ctx) ? { user: String(ctx?.oidc.params?.user) } : undefined

/** Offers the grant type at the token endpoint. */
export function issueUserTokens(provider: Provider, { errors }: typeof OidcProvider): void {
  const { ClientCredentials } = provider
  const typeOf = Object.getOwnPropertyDescriptor(ClientCredentials.prototype, 'tokenType')?.get
  Object.defineProperty(ClientCredentials.prototype, 'tokenType', {
    configurable: true,
    get(this: { extra?: object }) {
      return this.extra && 'user' in this.extra ? tokenType : typeOf?.call(this)
    },
  })
  const issue = async (ctx: KoaContextWithOIDC) => {
    const { client, params } = ctx.oidc
    const { user } = params ?? {}
    if (typeof user !== 'string' || user.length < 1 || user.length > longestUser) {
      const length = typeof user === 'string' ? user.length : 0
      throw new errors.InvalidRequest(`user has ${length} characters, expected 1 to ${longestUser}`)
    }
    const token = new ClientCredentials({ client } as never)
    ctx.oidc.entity('ClientCredentials', token)
    const value = await token.save()
    ctx.body = { access_token: value, token_type: tokenType, expires_in: token.expiration }
  }
  provider.registerGrantType(userTokenGrant, issue, ['user'])
}

/** The user of a stored token, if it is a user token. */
export const userOf = (record: OidcRecord | undefined): string | undefined => {
  const user: unknown = record?.payload.extra?.user
  return record?.model === 'ClientCredentials' && typeof user === 'string' ? user : undefined
}

/** Finds the user of a token that is still good, or says what is wrong with it. */
export function createUserLookup(of: { directory: TenantStore; tenantOfTpp: TenantOfTpp }): FindUser {
  return async (token, tppId) => {
    const record = await of.directory.get(oidcRecords, oidcRecordId('ClientCredentials', token))
    const userId = userOf(record)
    if (record === undefined || userId === undefined) {
      const isAccessToken = record ?? (await of.directory.get(oidcRecords, oidcRecordId('AccessToken', token)))
      return { problem: isAccessToken ? 'is an access token' : 'is not known: it has ended, or was not issued here' }
    }
    const { clock, rules } = await of.tenantOfTpp(tppId)
    if (!isAlive(record, clock)) return { problem: 'has ended' }
    const { clientId = '' } = record.payload
    return rules.isUserTokenOf(clientId, tppId) ? { userId } : { problem: 'was issued to another TPP' }
  }
}
