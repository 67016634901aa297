/**
 * The discovery document of the authorisation server. OpenID Connect Discovery 1.0 sections 3 and 4.2, RFC 8414 section 3.2. That it names
 * another issuer is a matter of blame (`blame-of-exchanges.ts`).
 *
 * @module
 */
import { show, shownInstead } from '../reading.js'
import { each, type OneBreach, type ServerExchange, type WireCheck } from './check.js'
import { members, notJson } from './json-answer.js'

const addresses = ['issuer', 'authorization_endpoint', 'token_endpoint', 'jwks_uri']
const lists = ['response_types_supported', 'subject_types_supported', 'id_token_signing_alg_values_supported']

const isAddress = (value: unknown) => typeof value === 'string' && /^https?:\/\/[^\s#]+$/i.test(value)
const isList = (value: unknown) => Array.isArray(value) && value.every((each) => typeof each === 'string')

function document(seen: ServerExchange): OneBreach[] {
  const { exchange, body } = seen
  if (body.kind !== 'json' || typeof body.value !== 'object' || body.value === null || Array.isArray(body.value)) {
    return [{ expected: 'a JSON object', received: shownInstead(exchange.response) }]
  }
  const values = members(seen)
  const found = (name: string, expected: string) => ({ pointer: `/${name}`, expected, received: show(values[name]) })
  const empty = Object.keys(values).filter((name) => Array.isArray(values[name]) && values[name].length === 0)
  return [
    ...notJson(seen),
    ...addresses.filter((name) => !isAddress(values[name])).map((name) => found(name, 'an absolute address')),
    ...lists.filter((name) => !isList(values[name])).map((name) => found(name, 'a list of strings')),
    ...empty.map((name) => found(name, 'no list without members')),
  ]
}

export const discoveryChecks = [
  {
    on: 'discovery',
    id: 'WIR-discovery',
    title: 'A discovery document has the members that are required, and no list that is empty',
    proves: ['AUT-REQ-1010'],
    applies: ({ status }) => status === 200,
    check: each(['AUT-REQ-1010'], document),
  },
] as const satisfies readonly WireCheck[]
