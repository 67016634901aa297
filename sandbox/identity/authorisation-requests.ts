/**
 * What the bank checks of an authorisation request before it shows a page, besides what the library does. A request that
 * is wrong goes back to the TPP, and its consent stays as it is.
 *
 * @module
 */
import { claimedValues } from '../consents/binding.js'
import type { ConsentRecord } from '../consents/consent.js'
import type { KindOfConsent } from '../consents/kinds.js'
import type { Rules } from '../tenants/tenant.js'

/** Parameters of an authorisation request, as far as the bank looks at them itself. */
export interface RequestParameters {
  readonly scope?: unknown
  readonly claims?: unknown
}

/** What is wrong, as an error code of RFC 6749 section 4.1.2.1 or OpenID Connect. */
export interface RequestProblem {
  readonly error: 'invalid_request' | 'invalid_scope' | 'unmet_authentication_requirements'
  readonly description: string
}

/**
 * What is wrong with the scope. A missing one is refused, as RFC 6749 section 3.3 has it where a server has no default: the
 * grant would be empty, whatever the PSU decided.
 *
 * @param kind that of the consent
 */
export function scopeProblem(
  { scope }: RequestParameters,
  { name, scope: needed }: Pick<KindOfConsent, 'name' | 'scope'>,
  hasScopeOf: Rules['hasScopeOf'],
): RequestProblem | undefined {
  if (scope === undefined) return { error: 'invalid_scope', description: `scope is missing: ask for ${needed}` }
  if (hasScopeOf(String(scope).split(' '), needed)) return undefined
  return { error: 'invalid_scope', description: `this is ${name}: it is authorised with the scope ${needed}` }
}

/**
 * What is wrong with the parameters as they were sent. The library reads a `max_age` of any form that JavaScript takes for a
 * number, and a text that is not UTF-8 could not be given back as it came.
 *
 * @param query as it was sent, before it is decoded
 */
export function formProblem(query: string, maxAge: unknown): RequestProblem | undefined {
  const malformed = query.split('&').find((pair) => !isUtf8(pair))
  if (malformed !== undefined) {
    return { error: 'invalid_request', description: `${nameOf(malformed)} is not UTF-8` }
  }
  if (typeof maxAge !== 'string' || maxAge === '' || /^\d+$/.test(maxAge)) return undefined
  return { error: 'invalid_request', description: 'max_age is not a number of seconds' }
}

/** The name of a parameter in words, never its value. */
const nameOf = (pair: string) => {
  const [name = ''] = pair.split('=', 1)
  return isUtf8(name) && /^\w+$/.test(name) ? name : 'a parameter'
}

/** True when the query says something that can be decoded. A percent sign that encodes nothing stands for itself. */
function isUtf8(text: string): boolean {
  try {
    decodeURIComponent(text.replace(/%(?![\da-f]{2})/gi, '%25'))
    return true
  } catch {
    return false
  }
}

/** Whether `state` is among what cannot be given back. */
export const isStateMalformed = (query: string): boolean =>
  query.split('&').some((pair) => pair.startsWith('state=') && !isUtf8(pair))

/**
 * What the request asks of the authentication that cannot be met (OpenID Connect Core 5.5.1, 5.5.1.1): an essential `acr`
 * that the bank does not offer, and a PSU to whom the consent does not belong.
 *
 * @param acrValues what the bank can say of an authentication
 * @param hintedSub the PSU of the `id_token_hint`
 */
export function authenticationProblem(
  { claims }: RequestParameters,
  { consent, acrValues, hintedSub }: AuthenticationFacts,
): RequestProblem | undefined {
  const acr = claimedValues(claims, 'id_token', 'acr')
  if (isEssential(claims, 'acr') && acr.length > 0 && !acr.some((value) => acrValues.includes(String(value)))) {
    return {
      error: 'unmet_authentication_requirements',
      description: 'the bank offers none of the essential acr values',
    }
  }
  const subs = [...['id_token', 'userinfo'].flatMap((group) => claimedValues(claims, group, 'sub')), hintedSub]
  const named = subs.filter((sub) => sub !== undefined)
  if (consent.psuId === undefined || named.every((sub) => sub === consent.psuId)) return undefined
  return { error: 'invalid_request', description: 'the request names another PSU than the one the consent belongs to' }
}

export interface AuthenticationFacts {
  readonly consent: Pick<ConsentRecord, 'psuId'>
  readonly acrValues: readonly string[]
  readonly hintedSub: unknown
}

function isEssential(claims: unknown, name: string): boolean {
  try {
    const { id_token: asked } = JSON.parse(String(claims)) as {
      id_token?: Record<string, { essential?: unknown } | null>
    }
    return asked?.[name]?.essential === true
  } catch {
    return false
  }
}
