/**
 * Answers of the revocation endpoint. RFC 7009 section 2.2. What the suite asks to be revoked is a token of its own, once more when it has
 * been revoked: neither is an error.
 *
 * @module
 */
import { each, type OneBreach, type ServerExchange, type WireCheck } from './check.js'
import { members } from './json-answer.js'
import { refusal } from './tokens.js'

const unsupported = 'unsupported_token_type'

function answer(seen: ServerExchange): OneBreach[] {
  const { status } = seen
  const { error } = members(seen)
  if (status === 200) return []
  const expected = `200, or 400 with ${unsupported}`
  if (status < 400) return [{ expected, received: String(status) }]
  const breaches = refusal(seen, [unsupported])
  // whether a TPP may revoke at all is asked by its authentication
  if (breaches.length > 0 || status === 401 || error === unsupported) return breaches
  return [{ expected, received: `${status} with ${error}` }]
}

export const revocationChecks = [
  {
    on: 'revocation',
    id: 'WIR-revocation',
    title:
      'Revocation is answered 200, also of a token that is revoked already, or refused as the token endpoint refuses',
    proves: ['AUT-REQ-1040'],
    // one that is busy is asked again
    applies: ({ status }) => status !== 429 && status !== 503,
    check: each(['AUT-REQ-1040'], answer),
  },
] as const satisfies readonly WireCheck[]
