/**
 * The keys of the bank, as it publishes them. RFC 7517 sections 4, 5 and 8.5.2, RFC 7518 section 6, RFC 8037 section 2; OpenID Connect
 * Discovery 1.0 section 3. That an ID token names a key which is none of them is found with the token (`WIR-id-token`).
 *
 * @module
 */
import { headerValue, mediaType, show, shownInstead } from '../reading.js'
import { each, type OneBreach, type ServerExchange, type WireCheck } from './check.js'
import { members } from './json-answer.js'

type Key = Readonly<Record<string, unknown>>

/** What a public key of a type has; a type that is not named may have anything. */
const parts: Readonly<Record<string, readonly string[]>> = { RSA: ['n', 'e'], EC: ['crv', 'x', 'y'], OKP: ['crv', 'x'] }

const secretParts = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k']

const base64url = /^[\w-]+$/

function keySet(seen: ServerExchange): OneBreach[] {
  const { body, exchange } = seen
  if (body.kind !== 'json') return [{ expected: 'a JSON body', received: shownInstead(exchange.response) }]
  const { keys } = members(seen)
  if (!Array.isArray(keys)) return [{ pointer: '/keys', expected: 'a list of keys', received: show(keys) }]
  return [...wrongType(seen), ...keys.flatMap((key, at) => keyBreaches(key, `/keys/${at}`)), ...sameIds(keys)]
}

function wrongType({ exchange: { response } }: ServerExchange): OneBreach[] {
  const { headers } = response
  if (['application/jwk-set+json', 'application/json'].includes(mediaType(headers) ?? '')) return []
  const received = show(headerValue(headers, 'content-type'))
  const expected = 'application/jwk-set+json or application/json'
  return [{ pointer: 'content-type', expected, received, proves: ['AUT-REQ-1030'] }]
}

function keyBreaches(key: unknown, at: string): OneBreach[] {
  if (typeof key !== 'object' || key === null || Array.isArray(key)) {
    return [{ pointer: at, expected: 'a JSON object', received: show(key) }]
  }
  const { kty, kid, ...rest } = key as Key
  const due = (typeof kty === 'string' && Object.hasOwn(parts, kty) && parts[kty]) || []
  const found = (name: string, expected: string, value: unknown): OneBreach => ({
    pointer: `${at}/${name}`,
    expected,
    received: show(value),
  })
  return [
    ...(typeof kty === 'string' ? [] : [found('kty', 'a type of key', kty)]),
    ...(kid === undefined || typeof kid === 'string' ? [] : [found('kid', 'a string', kid)]),
    ...due
      .filter((name) => typeof rest[name] !== 'string' || !base64url.test(rest[name]))
      .map((name) => found(name, 'a text in base64url without padding', rest[name])),
    // what it is stays unsaid: it is a secret of the bank
    ...secretParts
      .filter((name) => rest[name] !== undefined)
      .map((name) => ({ pointer: `${at}/${name}`, expected: 'no private or symmetric part', received: 'one' })),
  ]
}

/** Keys of one type that have the kid of one before them. */
function sameIds(keys: readonly unknown[]): OneBreach[] {
  const names = keys.map((key) => {
    const { kty, kid } = (key ?? {}) as Key
    return kid === undefined ? undefined : JSON.stringify([kty, kid])
  })
  return names.flatMap((name, at) => {
    if (name === undefined || names.indexOf(name) === at) return []
    const { kid } = keys[at] as Key
    return [
      {
        pointer: `/keys/${at}/kid`,
        expected: 'one of its own',
        received: show(kid),
        proves: ['AUT-REQ-1030'] as const,
      },
    ]
  })
}

export const keyChecks = [
  {
    on: 'keys',
    id: 'WIR-keys',
    title: 'The keys of the bank are a list of public keys, each with what its type has',
    proves: ['AUT-REQ-1020', 'AUT-REQ-1030'],
    applies: ({ status }) => status === 200,
    check: each(['AUT-REQ-1020'], keySet),
  },
] as const satisfies readonly WireCheck[]
