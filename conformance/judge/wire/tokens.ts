/**
 * The token endpoint: its answers and its errors, as OAuth 2.0 shapes them. RFC 6749, sections 5.1 and 5.2.
 *
 * @module
 */
import type { RequirementId } from '#standard/index.js'
import { formOf, headerValue, headerValues, show } from '../reading.js'
import { each, type Finding, type OneBreach, type ServerExchange, type TokenExchange, type WireCheck } from './check.js'
import { textProblems } from './error-text.js'
import { members, notJson } from './json-answer.js'

const errors = [
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
]

function answer(seen: TokenExchange): OneBreach[] {
  const { access_token: token, token_type: type, expires_in: seconds } = members(seen)
  const breaches = notJson(seen)
  if (seen.body.kind !== 'json') return breaches
  if (typeof token !== 'string' || token === '') {
    const received = token === undefined ? 'nothing' : `a ${typeof token}`
    breaches.push({ pointer: '/access_token', expected: 'a string', received, proves: ['AUT-REQ-400'] })
  }
  // a user token is no access token: RFC 8693 section 2.2.1
  const expected = seen.grant.startsWith('urn:') ? 'N_A' : 'Bearer'
  if (typeof type !== 'string' || type.toLowerCase() !== expected.toLowerCase()) {
    breaches.push({ pointer: '/token_type', expected, received: show(type), proves: ['AUT-REQ-410'] })
  }
  if (typeof seconds !== 'number' || seconds <= 0) {
    const expected = 'a number of seconds above 0'
    breaches.push({ pointer: '/expires_in', expected, received: show(seconds), proves: ['AUT-REQ-420'] })
  }
  return breaches
}

/** What is wrong with a refusal. @param more errors that an endpoint has besides those of OAuth 2.0 */
export function refusal(seen: ServerExchange, more: readonly string[] = []): OneBreach[] {
  const known = [...errors, ...more]
  const { error } = members(seen)
  const breaches = notJson(seen)
  if (seen.status !== 400 && seen.status !== 401) {
    breaches.push({ expected: '400, or 401 for a failed client authentication', received: String(seen.status) })
  }
  if (seen.body.kind !== 'json') return breaches
  if (typeof error !== 'string' || !known.includes(error)) {
    breaches.push({ pointer: '/error', expected: known.join(', '), received: show(error) })
  } else if ((error === 'invalid_client') !== (seen.status === 401)) {
    const expected = error === 'invalid_client' ? '401' : '400'
    const received = `${seen.status} with ${error}`
    breaches.push({ expected, received, ...('grant' in seen && { proves: ['AUT-REQ-460'] as const }) })
  }
  return breaches
}

/** RFC 6749 section 3.3. */
const scopeNames = /^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/

const scopeOf = (seen: TokenExchange): string | undefined => {
  const { scope } = members(seen)
  return typeof scope === 'string' ? scope : undefined
}

/** What the scope of a token says; a renewed one is held against the answer that gave the refresh token. */
function scopes(all: readonly TokenExchange[]): readonly Finding[] {
  const breach = (seen: TokenExchange, expected: string, received: unknown): Finding => ({
    pointer: '/scope',
    expected,
    received: show(received),
    evidence: [seen.exchange.seq],
    proves: ['AUT-REQ-950'],
  })
  const given = new Map<string, string>()
  return all.flatMap((seen) => {
    const { scope, refresh_token: refresh } = members(seen)
    const asked = formOf(seen.exchange.request)?.get('refresh_token')
    const before = typeof asked === 'string' && seen.grant === 'refresh_token' ? given.get(asked) : undefined
    const now = scopeOf(seen) ?? before
    if (typeof refresh === 'string' && now !== undefined) given.set(refresh, before ?? now)
    if (scope === undefined) return []
    if (typeof scope !== 'string' || !scopeNames.test(scope)) {
      return [breach(seen, 'scope names with one space between them', scope)]
    }
    const added = before === undefined ? [] : scope.split(' ').filter((name) => !before.split(' ').includes(name))
    return added.length === 0 ? [] : [breach(seen, `no scope but ${before}`, scope)]
  })
}

/** RFC 9126 section 2.2. */
function pushedAnswer(seen: ServerExchange): OneBreach[] {
  if (seen.status < 200 || seen.status >= 300) return refusal(seen)
  const { request_uri: uri, expires_in: seconds } = members(seen)
  const breaches = notJson(seen)
  if (seen.status !== 201) breaches.push({ expected: '201', received: String(seen.status) })
  if (seen.body.kind !== 'json') return breaches
  if (typeof uri !== 'string' || !/^[a-z][a-z0-9+.-]*:\S+$/i.test(uri)) {
    breaches.push({ pointer: '/request_uri', expected: 'a URI', received: show(uri) })
  }
  if (!Number.isSafeInteger(seconds) || (seconds as number) <= 0) {
    breaches.push({ pointer: '/expires_in', expected: 'a whole number of seconds above 0', received: show(seconds) })
  }
  return breaches
}

const rowsOfClaims: Readonly<Record<string, RequirementId>> = {
  '/id_token/alg': 'AUT-REQ-390',
  '/id_token/openbanking_intent_id': 'AUT-REQ-530',
}

/** What was found in the ID token while it was at hand. */
function idToken({ exchange }: TokenExchange): OneBreach[] {
  return (exchange.idToken?.problems ?? []).map((problem) => ({
    ...problem,
    proves: [rowsOfClaims[problem.pointer] ?? 'AUT-REQ-890'],
  }))
}

/** The scheme of the Authorization header that a TPP authenticated with, where it used one. */
const schemeOf = ({ exchange }: TokenExchange) =>
  /^[a-z]+/i.exec(headerValue(exchange.request.headers, 'authorization') ?? '')?.[0]

export const tokenChecks = [
  {
    on: 'token',
    id: 'WIR-token-answer',
    title: 'A token answer is JSON with access_token, token_type Bearer and expires_in',
    proves: ['AUT-REQ-400', 'AUT-REQ-410', 'AUT-REQ-420'],
    applies: ({ status }) => status >= 200 && status < 300,
    check: each(['AUT-REQ-400'], answer),
  },
  {
    on: 'token',
    id: 'WIR-token-error',
    title: 'A refusal of the token endpoint is a 400 or 401 with an error of OAuth 2.0 in JSON',
    proves: ['AUT-REQ-450', 'AUT-REQ-460'],
    applies: ({ status }) => status < 200 || status >= 300,
    check: each(['AUT-REQ-450'], (seen: TokenExchange) => refusal(seen)),
  },
  {
    on: 'token',
    id: 'WIR-token-not-stored',
    title: 'A token is answered with Cache-Control no-store',
    proves: ['AUT-REQ-900'],
    applies: (seen) => seen.status >= 200 && seen.status < 300 && members(seen).access_token !== undefined,
    check: each(['AUT-REQ-900'], ({ exchange }: TokenExchange) => {
      const values = headerValues(exchange.response.headers, 'cache-control')
      const directives = values.flatMap((value) => value.split(',')).map((value) => value.trim().toLowerCase())
      if (directives.includes('no-store')) return []
      return [{ pointer: 'cache-control', expected: 'no-store', received: show(values[0]) }]
    }),
  },
  {
    on: 'token',
    id: 'WIR-token-challenge',
    title: 'A 401 of the token endpoint names the scheme of the credentials in WWW-Authenticate',
    proves: ['AUT-REQ-910'],
    applies: (seen) => seen.status === 401 && schemeOf(seen) !== undefined,
    check: each(['AUT-REQ-910'], (seen: TokenExchange) => {
      const scheme = schemeOf(seen) ?? ''
      const values = headerValues(seen.exchange.response.headers, 'www-authenticate')
      const isNamed = values.some((value) => new RegExp(`(^|,)\\s*${scheme}\\b`, 'i').test(value))
      return isNamed ? [] : [{ pointer: 'www-authenticate', expected: scheme, received: show(values[0]) }]
    }),
  },
  {
    on: 'token',
    id: 'WIR-token-scope',
    title: 'The scope of a token answer is a list of scope names, and that of a renewed token no wider than before',
    proves: ['AUT-REQ-950'],
    applies: ({ status }) => status === 200,
    check: scopes,
  },
  {
    on: 'token',
    id: 'WIR-token-error-text',
    title: 'An error of the token endpoint is told in printable ASCII without quotes and backslashes',
    proves: ['AUT-REQ-960'],
    applies: (seen) => seen.status >= 400 && members(seen).error !== undefined,
    check: each(['AUT-REQ-960'], (seen: TokenExchange) => textProblems(Object.entries(members(seen)), '/')),
  },
  {
    on: 'pushed',
    id: 'WIR-pushed-request',
    title: 'A pushed authorisation request is answered 201 with request_uri and expires_in',
    proves: ['AUT-REQ-990'],
    applies: () => true,
    check: each(['AUT-REQ-990'], pushedAnswer),
  },
  {
    on: 'token',
    id: 'WIR-id-token',
    title: 'An ID token is signed by the bank, for this TPP, and repeats what was asked for',
    proves: ['AUT-REQ-890', 'AUT-REQ-390', 'AUT-REQ-530'],
    applies: ({ exchange }) => exchange.idToken !== undefined,
    check: each(['AUT-REQ-890'], idToken),
  },
] as const satisfies readonly WireCheck[]
