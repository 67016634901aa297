/**
 * What a request says about itself: media types and the headers of the standard.
 *
 * @module
 */
import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import { MIMEType } from 'node:util'
import Negotiator from 'negotiator'
import { type ErrorDetail, isHttpDate, isUuid, headers as names } from '#standard/index.js'
import { problem } from './api-error.js'

const offered = ['application/json', 'application/json;charset=utf-8']

/** What clients accept comes in few spellings: answers for those met so far, forgotten before they grow many. */
const accepting = new Map<string, boolean>()
const spellingsKept = 1000

/** True when the caller admits JSON in UTF-8 (RFC 9110 section 12.5); no Accept header admits anything. */
export function acceptsJson(headers: IncomingHttpHeaders): boolean {
  const { accept = '', 'accept-charset': charset = '' } = headers
  if (accept === 'application/json' && charset === '') return true
  const spelling = `${accept}\n${charset}`
  const known = accepting.get(spelling)
  if (known !== undefined) return known
  const negotiator = new Negotiator({ headers: { ...headers, accept: accept || '*/*' } })
  const answer = negotiator.mediaTypes(offered).length > 0 && negotiator.charsets(['utf-8']).length > 0
  if (accepting.size >= spellingsKept) accepting.clear()
  accepting.set(spelling, answer)
  return answer
}

/** True for `application/json`, in UTF-8 where it names a charset, and not compressed. */
export function sendsJson(headers: IncomingHttpHeaders): boolean {
  const encoding = headers['content-encoding']
  if (encoding !== undefined && encoding.trim().toLowerCase() !== 'identity') return false
  try {
    const type = new MIMEType(headers['content-type'] ?? '')
    return type.essence === 'application/json' && /^(utf-8)?$/i.test(type.params.get('charset') ?? '')
  } catch {
    return false
  }
}

/** True when a body is announced. */
export function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** The interaction id of the request when it is a UUID (RFC 4122). */
export function sentInteractionId(headers: IncomingHttpHeaders): string | undefined {
  const sent = headers[names.interactionId]
  return typeof sent === 'string' && isUuid(sent) ? sent : undefined
}

const rules: readonly [name: string, isValid: (value: string) => boolean, expected: string][] = [
  [names.interactionId, isUuid, 'a UUID'],
  [names.authDate, isHttpDate, 'an RFC 7231 date such as Tue, 15 Jan 2030 09:00:00 GMT'],
  [names.customerIpAddress, (value) => isIP(value) !== 0, 'an IPv4 or IPv6 address'],
]

/** Every problem of the standard's optional headers. */
export function headerProblems(headers: IncomingHttpHeaders): ErrorDetail[] {
  // most requests send none of them
  if (rules.every(([name]) => headers[name] === undefined)) return []
  return rules.flatMap(([name, isValid, expected]) => {
    const value = headers[name]
    if (value === undefined || (typeof value === 'string' && isValid(value))) return []
    return [
      problem('Header.Invalid', `${name} is ${JSON.stringify(String(value).slice(0, 60))}, expected ${expected}`, name),
    ]
  })
}
