/**
 * The bank's authorisation server as a TPP calls it: discovery, token endpoint, revocation.
 *
 * @module
 */

import type { HttpOutcome } from '../http/http-client.js'
import type { AuthorisationAddresses } from '../profile/profile.js'
import type { Purpose } from '../transcript/entry.js'
import { entryOf } from '../transcript/provenance.js'
import { bankNow } from './bank-clock.js'
import { authenticate } from './client-authentication.js'
import { CouldNotRun, expectStatus, jsonObject, parseJson } from './could-not-run.js'
import { checkIdToken } from './id-token.js'
import { obeyRetryAfter } from './retry-after.js'
import { once, type Session, send, type TppName, tppCredentials } from './session.js'

export interface Discovery {
  readonly authorizationEndpoint: string
  readonly tokenEndpoint: string
  readonly jwksUri?: string
  readonly revocationEndpoint?: string
  readonly introspectionEndpoint?: string
  readonly userinfoEndpoint?: string
  /** RFC 9126 section 5. */
  readonly parEndpoint?: string
}

/** OpenID Connect Discovery 1.0 section 4. */
export function discoveryUrl(issuer: string): string {
  return `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
}

/** GET of a public document. */
export function fetchDocument(session: Session, url: string, purpose: Purpose): Promise<HttpOutcome> {
  const request = { method: 'GET', url, headers: [['accept', 'application/json']] } as const
  return obeyRetryAfter(session, session.paces.authorisation, () => send(session, request, purpose))
}

/** The endpoints as the profile has them, for a bank without a discovery document. */
function byHand(addresses: AuthorisationAddresses): Discovery {
  const { authorization, token, jwks, revocation, introspection, userinfo, par } = addresses
  return {
    authorizationEndpoint: authorization,
    tokenEndpoint: token,
    ...(jwks !== undefined && { jwksUri: jwks }),
    ...(revocation !== undefined && { revocationEndpoint: revocation }),
    ...(introspection !== undefined && { introspectionEndpoint: introspection }),
    ...(userinfo !== undefined && { userinfoEndpoint: userinfo }),
    ...(par !== undefined && { parEndpoint: par }),
  }
}

/**
 * The endpoints of the authorisation server, read once a run where they are not in the profile.
 *
 * @throws {CouldNotRun} when the document cannot be read, lacks an endpoint, or names another issuer
 */
export function discover(session: Session): Promise<Discovery> {
  return once(session, 'discovery', async () => {
    const { issuer, addresses } = session.profile.authorisation
    if (addresses) return byHand(addresses)
    const what = 'discovery'
    const outcome = await fetchDocument(session, discoveryUrl(issuer), { given: what })
    const entry = entryOf(outcome)
    const document = jsonObject(what, expectStatus(what, outcome, 200))
    if (document.issuer !== issuer) {
      const found = JSON.stringify(document.issuer)
      throw new CouldNotRun(`the profile says issuer ${JSON.stringify(issuer)}, discovery says ${found}`, 'config', {
        entry,
      })
    }
    const endpoint = (name: string) => {
      const value = document[name]
      if (typeof value === 'string' && /^https?:\/\//.test(value)) return value
      throw new CouldNotRun(`discovery has no ${name}`, 'bank', { entry })
    }
    const ifThere = (name: string) => (document[name] === undefined ? undefined : endpoint(name))
    const [revocationEndpoint, introspectionEndpoint, userinfoEndpoint, parEndpoint] = [
      ifThere('revocation_endpoint'),
      ifThere('introspection_endpoint'),
      ifThere('userinfo_endpoint'),
      ifThere('pushed_authorization_request_endpoint'),
    ]
    return {
      authorizationEndpoint: endpoint('authorization_endpoint'),
      tokenEndpoint: endpoint('token_endpoint'),
      jwksUri: endpoint('jwks_uri'),
      ...(revocationEndpoint !== undefined && { revocationEndpoint }),
      ...(introspectionEndpoint !== undefined && { introspectionEndpoint }),
      ...(userinfoEndpoint !== undefined && { userinfoEndpoint }),
      ...(parEndpoint !== undefined && { parEndpoint }),
    }
  })
}

export interface TokenRequestOptions {
  readonly tpp: TppName
  /** Parameters; `null` leaves one out. */
  readonly form: Readonly<Record<string, string | null>>
  /** Authenticates with a secret or a key that is not the TPP's. */
  readonly wrongSecret?: boolean
}

/** A request to the token endpoint, authenticated as the profile says. */
export async function requestToken(
  session: Session,
  options: TokenRequestOptions,
  purpose: Purpose,
): Promise<HttpOutcome> {
  const { tokenEndpoint } = await discover(session)
  return postForm(session, tokenEndpoint, options, purpose)
}

/** A form to an endpoint that a TPP authenticates at as it does at the token endpoint. */
export async function postForm(
  session: Session,
  url: string,
  options: TokenRequestOptions,
  purpose: Purpose,
): Promise<HttpOutcome> {
  const { tokenEndpoint } = await discover(session)
  const sendOnce = () => postFormOnce(session, url, options, purpose, tokenEndpoint)
  return obeyRetryAfter(session, session.paces.authorisation, sendOnce)
}

async function postFormOnce(
  session: Session,
  url: string,
  options: TokenRequestOptions,
  purpose: Purpose,
  tokenEndpoint: string,
): Promise<HttpOutcome> {
  const { header, parameters: own, shows } = await authenticate(session, options, tokenEndpoint)
  const parameters = Object.entries({ ...options.form, ...own }).flatMap(([name, value]) =>
    value === null ? [] : [[name, value] as [string, string]],
  )
  const outcome = await send(
    session,
    {
      method: 'POST',
      url,
      headers: [
        ['accept', 'application/json'],
        ...(header === undefined ? [] : [['authorization', header] as const]),
        ['content-type', 'application/x-www-form-urlencoded'],
      ],
      body: new URLSearchParams(parameters).toString(),
    },
    purpose,
    async ({ body }) => verified(session, options, parseJson(body)),
    shows,
  )
  const token = 'response' in outcome ? (parseJson(outcome.response.body) as TokenAnswer)?.access_token : undefined
  if (typeof token === 'string') session.tokenOwners.set(token, options.tpp)
  return outcome
}

/** Looks at the ID token of an answer, where it has one. */
async function verified(session: Session, { tpp, form }: TokenRequestOptions, answer: unknown) {
  const { id_token: token, access_token: beside } = (answer ?? {}) as Readonly<Record<string, unknown>>
  if (token === undefined) return {}
  const { clientId } = tppCredentials(session, tpp)
  const asked = { ...session.askedFor.get(form.code ?? ''), ...(typeof beside === 'string' && { accessToken: beside }) }
  return { idToken: await checkIdToken(session, token, clientId, asked) }
}

type TokenAnswer = { readonly access_token?: unknown } | null | undefined

export interface Tokens {
  readonly accessToken: string
  readonly refreshToken?: string
  /** When the access token ends by the bank's clock, in milliseconds since 1970; absent where the bank does not say. */
  readonly endsAt?: number
  /** Until when it is used where there is another to be had: what is sent with it takes its time. */
  readonly usableUntil?: number
}

/** A token is replaced so long before it ends, but not before half of its life: else each call would ask for a new one. */
const marginMillis = 30_000

function endOf(lifeMillis: number, now: number): Pick<Tokens, 'endsAt' | 'usableUntil'> {
  return { endsAt: now + lifeMillis, usableUntil: now + Math.max(lifeMillis - marginMillis, lifeMillis / 2) }
}

/**
 * The tokens in an answer of the token endpoint.
 *
 * @throws {CouldNotRun} when there are none; wrong credentials are blamed on the configuration
 */
export function readTokens(session: Session, what: string, outcome: HttpOutcome): Tokens {
  const entry = entryOf(outcome)
  if ('response' in outcome && outcome.response.status === 401) {
    throw new CouldNotRun(`${what} answered 401: the bank does not know the TPP or its secret`, 'config', { entry })
  }
  const body = jsonObject(what, expectStatus(what, outcome, 200))
  const tokens = tokensIn(session, body)
  if (tokens === undefined) throw new CouldNotRun(`${what} gave no access_token`, 'bank', { entry })
  for (const secret of [tokens.accessToken, tokens.refreshToken, body.id_token]) {
    if (typeof secret === 'string') session.redactor.learn(secret)
  }
  return tokens
}

/** The tokens in the body of an answer, where it has an access token. */
export function tokensIn(session: Session, body: unknown): Tokens | undefined {
  const { access_token, refresh_token, expires_in } = (body ?? {}) as Readonly<Record<string, unknown>>
  if (typeof access_token !== 'string' || access_token === '') return undefined
  return {
    accessToken: access_token,
    ...(typeof refresh_token === 'string' && { refreshToken: refresh_token }),
    ...(typeof expires_in === 'number' && endOf(expires_in * 1000, bankNow(session))),
  }
}

/**
 * A token that was revoked at the bank (RFC 7009), made once a run.
 *
 * @throws {CouldNotRun} when the bank offers no revocation
 */
export function revokedToken(session: Session): Promise<string> {
  return once(session, 'revokedToken', async () => {
    const purpose = { given: 'revokedToken' }
    const { revocationEndpoint } = await discover(session)
    if (!revocationEndpoint) throw new CouldNotRun('discovery has no revocation_endpoint', 'bank')
    const form = { grant_type: 'client_credentials', scope: 'accounts' }
    const { accessToken } = readTokens(
      session,
      'token endpoint',
      await requestToken(session, { tpp: 'main', form }, purpose),
    )
    const revocation = { token: accessToken, token_type_hint: 'access_token' }
    const revoke = () => postForm(session, revocationEndpoint, { tpp: 'main', form: revocation }, purpose)
    expectStatus('revocation endpoint', await revoke(), 200)
    // no error either, which the judge looks at: RFC 7009 section 2.2
    await revoke()
    return accessToken
  })
}

/**
 * Asks introspection about an access token (RFC 7662), or userinfo with it (OpenID Connect Core section 5.3).
 *
 * @throws {CouldNotRun} when the profile says that the bank offers it and discovery does not name it
 */
export async function showToken(
  session: Session,
  at: 'introspection' | 'userinfo',
  accessToken: string,
  purpose: Purpose,
): Promise<HttpOutcome> {
  const { introspectionEndpoint, userinfoEndpoint } = await discover(session)
  const url = at === 'introspection' ? introspectionEndpoint : userinfoEndpoint
  if (url === undefined) throw new CouldNotRun(`discovery has no ${at}_endpoint`, 'bank')
  if (at === 'introspection') {
    return postForm(session, url, { tpp: 'main', form: { token: accessToken } }, purpose)
  }
  const headers = [
    ['accept', 'application/json'],
    ['authorization', `Bearer ${accessToken}`],
  ] as const
  return obeyRetryAfter(session, session.paces.authorisation, () =>
    send(session, { method: 'GET', url, headers }, purpose),
  )
}
