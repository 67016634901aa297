/**
 * What the authorisation server tells a TPP's developer about an error. The library keeps the cause to itself, as a bank
 * in production should; a sandbox says which of the possible causes it was. Never a secret: every text here is fixed, or
 * made of names and instants.
 *
 * @module
 */
import type { KoaContextWithOIDC } from 'oidc-provider'
import { type Fates, fateOf, knownOf } from './fates.js'
import { createTokenDescription } from './token-problems.js'

/** An error of the library. `error_detail` is the cause that it does not send. */
export interface LibraryError {
  readonly error_description?: string
  readonly error_detail?: string
  /** Whether the caller may be told: not so for a failure of the bank. */
  readonly expose?: boolean
}

/** The library's causes of a refused code or refresh token, in words that name what to look at. */
const causes: Readonly<Record<string, string>> = {
  'authorization code already consumed': 'the code was used before; what was issued with it has been revoked',
  'refresh token already used':
    'the refresh token was used before and replaced; all tokens of its grant have been revoked',
  'already used': 'the code or refresh token was used before',
  'client mismatch': 'it was issued to another client_id',
  'code_verifier must be provided': 'code_verifier is missing: the authorisation request had a code_challenge',
  'code_verifier does not match code_challenge':
    'code_verifier does not match the code_challenge of the authorisation request',
  'authorization code redirect_uri mismatch': 'redirect_uri is not the one of the authorisation request',
  'client not found': 'client_id is not known',
  'invalid secret provided': 'the client secret is wrong',
  'alg mismatch': 'client_assertion is not signed with PS256 or ES256',
}

const withoutMethod = 'the provided authentication mechanism does not match the registered client authentication method'

/** What went wrong with the authentication of a TPP whose way the bank does not take from it. */
function methodInWords(ctx: KoaContextWithOIDC): string {
  return ctx.oidc.params?.client_assertion === undefined
    ? 'no client authentication came: send the secret with HTTP Basic or as client_secret, or sign a client_assertion'
    : 'client_assertion came, and no jwks is registered for this client_id'
}

/** Characters that a description may have (RFC 6749 section 5.2). */
const sayable = (text: string) =>
  text
    .replaceAll('"', "'")
    .replace(/[^\x20-\x7e]|\\/g, '?')
    .slice(0, 400)

/** The description of an error, from what the library knows of it. */
export function describeError(ctx: KoaContextWithOIDC, error: LibraryError): string | undefined {
  const { error_description: general, error_detail: detail, expose } = error
  if (!expose) return undefined
  if (detail === undefined || detail === general) return general === undefined ? undefined : sayable(general)
  if (detail === withoutMethod) return methodInWords(ctx)
  return sayable(causes[detail] ?? (general === undefined ? detail : `${general}: ${detail}`))
}

/** The library's causes where the record itself tells more. */
const notFound = new Set([
  ...['authorization code not found', 'authorization code is expired', 'refresh token not found'],
  ...['refresh token is expired', 'grant not found', 'grant is expired'],
  ...['access token not found', 'associated client not found', 'associated account not found'],
])

const kinds = {
  authorization_code: { model: 'AuthorizationCode', name: 'code' },
  refresh_token: { model: 'RefreshToken', name: 'refresh token' },
} as const

/** Why a code or token is not accepted, where the library has not found it or its grant; else `undefined`. */
export async function describeEnded(
  fates: Fates,
  ctx: KoaContextWithOIDC,
  { error_detail: detail }: LibraryError,
): Promise<string | undefined> {
  if (detail === undefined || !notFound.has(detail)) return undefined
  if (ctx.oidc.route === 'userinfo') return createTokenDescription(fates)(ctx.oidc.getAccessToken())
  const { grant_type: type, code, refresh_token: refreshToken } = ctx.oidc.params ?? {}
  if (type !== 'authorization_code' && type !== 'refresh_token') return undefined
  const { model, name } = kinds[type]
  const known = await knownOf(fates, model, String(type === 'refresh_token' ? refreshToken : code))
  if (!known) return `the ${name} is not known: it ended some time ago, or this bank did not issue it`
  if (known.clientId !== ctx.oidc.client?.clientId) return `the ${name} was issued to another client_id`
  return fateOf(fates, name, known)
}
