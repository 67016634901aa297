/**
 * Why an access token is not accepted, in words for the TPP's developer. A sandbox says which of the causes it was.
 *
 * @module
 */
import type { DescribeToken } from '../http/exchange.js'
import { oidcRecordId, oidcRecords } from './adapter.js'
import { type Fates, fateOf, knownOf } from './fates.js'
import { tppRecords } from './tpps.js'
import { userOf } from './user-tokens.js'

/** What a value is that was sent as an access token and is none. */
const otherKinds: Readonly<Record<string, string>> = {
  RefreshToken: 'this is a refresh token, not an access token',
  AuthorizationCode: 'this is an authorisation code, not an access token',
}

const jwt = /^[\w-]+\.[\w-]+\.[\w-]*$/

/** Describes tokens for which no caller is found. */
export function createTokenDescription(fates: Fates): DescribeToken {
  return async (token) => {
    const ofTpp = await fates.directory.get(oidcRecords, oidcRecordId('ClientCredentials', token))
    if (userOf(ofTpp) !== undefined) return 'this is a user token, which goes beside an access token and is none'
    for (const model of ['AccessToken', 'ClientCredentials']) {
      const known = await knownOf(fates, model, token)
      if (!known) continue
      const tpp = await fates.directory.get(tppRecords, known.clientId ?? '')
      return tpp ? fateOf(fates, 'access token', known) : 'the TPP of the access token is not known'
    }
    for (const [model, description] of Object.entries(otherKinds)) {
      if (await knownOf(fates, model, token)) return description
    }
    if (jwt.test(token)) return 'the value is a JWT, such as an ID token; access tokens of this bank are opaque'
    return 'the access token is not known: it ended some time ago, or this bank did not issue it'
  }
}
