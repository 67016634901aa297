/**
 * Answers of the introspection endpoint. RFC 7662 section 2.2.
 *
 * @module
 */
import { show } from '../reading.js'
import { each, type OneBreach, type ServerExchange, type WireCheck } from './check.js'
import { members, notJson } from './json-answer.js'

const isText = (value: unknown) => typeof value === 'string'
const isInstant = (value: unknown) => typeof value === 'number' && Number.isSafeInteger(value)
const isAudience = (value: unknown) => isText(value) || (Array.isArray(value) && value.every(isText))

const text = [isText, 'a string'] as const
const instant = [isInstant, 'a whole number of seconds'] as const

const types: Readonly<Record<string, readonly [fits: (value: unknown) => boolean, expected: string]>> = {
  scope: text,
  client_id: text,
  username: text,
  token_type: text,
  sub: text,
  iss: text,
  jti: text,
  exp: instant,
  iat: instant,
  nbf: instant,
  aud: [isAudience, 'a string or a list of strings'],
}

function answer(seen: ServerExchange): OneBreach[] {
  const breaches = notJson(seen)
  if (seen.body.kind !== 'json') return breaches
  const { active, ...rest } = members(seen)
  if (typeof active !== 'boolean') {
    breaches.push({ pointer: '/active', expected: 'true or false', received: show(active) })
  }
  for (const [name, value] of Object.entries(rest)) {
    const [fits, expected] = types[name] ?? [() => true, '']
    if (!fits(value)) breaches.push({ pointer: `/${name}`, expected, received: show(value) })
    const proves = ['AUT-REQ-1060'] as const
    if (active === false)
      breaches.push({ pointer: `/${name}`, expected: 'nothing more', received: show(value), proves })
  }
  return breaches
}

export const introspectionChecks = [
  {
    on: 'introspection',
    id: 'WIR-introspection',
    title: 'An introspection answer is JSON that says whether a token is active, and nothing more of one that is not',
    proves: ['AUT-REQ-1050', 'AUT-REQ-1060'],
    applies: ({ status }) => status === 200,
    check: each(['AUT-REQ-1050'], answer),
  },
] as const satisfies readonly WireCheck[]
