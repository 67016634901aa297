/**
 * An authorisation request as the profile has it sent: its parameters in the address, in a signed request object (OpenID Connect Core
 * section 6, FAPI 1.0 Advanced 5.2.2), or pushed (RFC 9126).
 *
 * @module
 */
import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import type { JourneyFailure } from '../journeys/driver.js'
import type { Purpose } from '../transcript/entry.js'
import { discover, postForm } from './authorisation-server.js'
import { bankNow } from './bank-clock.js'
import { privateKey } from './client-authentication.js'
import { CouldNotRun, parseJson } from './could-not-run.js'
import { type Session, type TppName, tppCredentials } from './session.js'

/** Where the PSU is sent, or why the bank did not take the request before. */
export type AuthorisationRequest =
  | { readonly authorizationUrl: string }
  | { readonly authorizationUrl: string; readonly refused: JourneyFailure }

/** Response types by the flow of a profile. */
export const responseTypes = { code: 'code', hybrid: 'code id_token' } as const

/**
 * @throws {CouldNotRun} where the profile lacks a key, or the bank has no endpoint to push to
 */
export async function sendRequest(
  session: Session,
  tpp: TppName,
  parameters: URLSearchParams,
  purpose: Purpose,
): Promise<AuthorisationRequest> {
  const { authorizationEndpoint, parEndpoint } = await discover(session)
  const { flow = 'code', requestObject = flow === 'hybrid', pushed = false } = session.profile.authorisation
  const sent = requestObject ? await inRequestObject(session, tpp, parameters) : parameters
  if (!pushed) return { authorizationUrl: withQuery(authorizationEndpoint, sent) }
  if (parEndpoint === undefined) {
    throw new CouldNotRun('the bank names no pushed_authorization_request_endpoint', 'config')
  }
  const outcome = await postForm(session, parEndpoint, { tpp, form: Object.fromEntries(sent) }, purpose)
  const client_id = tppCredentials(session, tpp).clientId
  if ('failure' in outcome) {
    return refusal(authorizationEndpoint, client_id, 'timeout', `pushing the request: ${outcome.failure.message}`)
  }
  const { status, body } = outcome.response
  const { request_uri, error, error_description: why } = (parseJson(body) ?? {}) as Readonly<Record<string, unknown>>
  if (status === 201 && typeof request_uri === 'string') {
    return { authorizationUrl: withQuery(authorizationEndpoint, new URLSearchParams({ client_id, request_uri })) }
  }
  const said = [error, why].filter((each) => typeof each === 'string').join(': ')
  const message = `the pushed request was answered ${status}${said && ` ${said}`}`
  return refusal(authorizationEndpoint, client_id, status >= 400 && status < 500 ? 'refused' : 'page', message)
}

function refusal(endpoint: string, client_id: string, kind: JourneyFailure['kind'], message: string) {
  return { authorizationUrl: withQuery(endpoint, new URLSearchParams({ client_id })), refused: { kind, message } }
}

/** An authorisation endpoint may have a query of its own (RFC 6749 section 3.1). */
function withQuery(endpoint: string, parameters: URLSearchParams): string {
  return `${endpoint}${endpoint.includes('?') ? '&' : '?'}${parameters}`
}

const lifeSeconds = 300

/** What OpenID Connect Core section 6.1 wants outside of the object too, and the object. */
async function inRequestObject(session: Session, tpp: TppName, parameters: URLSearchParams): Promise<URLSearchParams> {
  const { clientId, assertion, signing } = tppCredentials(session, tpp)
  const key = assertion ?? signing
  if (!key) {
    throw new CouldNotRun(`a request object is signed with tpps.${tpp}.assertion or tpps.${tpp}.signing`, 'config')
  }
  const { claims, ...others } = Object.fromEntries(parameters)
  const now = Math.floor(bankNow(session) / 1000)
  const request = await new SignJWT({ ...others, ...(claims !== undefined && { claims: JSON.parse(claims) }) })
    .setProtectedHeader({ alg: 'PS256', kid: key.kid, typ: 'oauth-authz-req+jwt' })
    .setIssuer(clientId)
    .setAudience(session.profile.authorisation.issuer)
    .setJti(randomUUID())
    .setIssuedAt(now)
    .setNotBefore(now)
    .setExpirationTime(now + lifeSeconds)
    .sign(await privateKey(key.key, `the key of tpps.${tpp}`))
  const outside = ['client_id', 'response_type', 'scope'].flatMap((name) => {
    const value = parameters.get(name)
    return value === null ? [] : [[name, value] as [string, string]]
  })
  return new URLSearchParams([...outside, ['request', request]])
}
