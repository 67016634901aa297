/**
 * Request headers: media types and the headers of the standard.
 *
 * @module
 */
import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import { MIMEType } from 'node:util'
import Negotiator from 'negotiator'
import { type FileMediaType, fileMediaTypes, isHttpDate, isUuid, headers as names } from '#standard/index.js'
import { problem, type Reason } from './api-error.js'

const offered = ['application/json', 'application/json;charset=utf-8']

/** Results by Accept header, of which there are few in practice; cleared when there are too many. Long ones are not kept. */
const accepting = new Map<string, boolean>()
const spellingsKept = 1000
const longestSpellingKept = 300

/** True when the caller accepts JSON in UTF-8 (RFC 9110 section 12.5); without an Accept header anything is accepted. */
export function acceptsJson(headers: IncomingHttpHeaders): boolean {
  const { accept = '', 'accept-charset': charset = '' } = headers
  if (accept === 'application/json' && charset === '') return true
  const spelling = `${accept}\n${charset}`
  const known = accepting.get(spelling)
  if (known !== undefined) return known
  const negotiator = new Negotiator({ headers: { ...headers, accept: accept || '*/*' } })
  const answer = negotiator.mediaTypes(offered).length > 0 && negotiator.charsets(['utf-8']).length > 0
  if (spelling.length > longestSpellingKept) return answer
  if (accepting.size >= spellingsKept) accepting.clear()
  accepting.set(spelling, answer)
  return answer
}

/** Which of these media types the caller would rather have; `undefined` where it takes none, or no UTF-8. */
export function acceptedOf<Type extends string>(
  headers: IncomingHttpHeaders,
  types: readonly Type[],
): Type | undefined {
  const negotiator = new Negotiator({ headers: { ...headers, accept: headers.accept || '*/*' } })
  return negotiator.charsets(['utf-8']).length > 0
    ? (negotiator.mediaTypes([...types])[0] as Type | undefined)
    : undefined
}

/** True for `application/json`, in UTF-8 where it names a charset, and not compressed. */
export function sendsJson(headers: IncomingHttpHeaders): boolean {
  if (headers['content-type'] === 'application/json' && headers['content-encoding'] === undefined) return true
  const type = sentType(headers)
  return type?.essence === 'application/json' && /^(utf-8)?$/i.test(type.params.get('charset') ?? '')
}

/** The media type of a file that is sent, not compressed; `undefined` for any other body. */
export function sentFileType(headers: IncomingHttpHeaders): FileMediaType | undefined {
  const type = sentType(headers)
  return fileMediaTypes.find((each) => each === type?.essence)
}

/** The media type of a body that is not compressed. */
function sentType(headers: IncomingHttpHeaders): MIMEType | undefined {
  const encoding = headers['content-encoding']
  if (encoding !== undefined && encoding.trim().toLowerCase() !== 'identity') return undefined
  try {
    return new MIMEType(headers['content-type'] ?? '')
  } catch {
    return undefined
  }
}

/** The token of an Authorization header (RFC 6750 section 2.1), or `undefined`. */
export function bearerToken(authorization: string | undefined): string | undefined {
  return /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(authorization ?? '')?.[1]
}

/** True when a header has the scheme Bearer and something after it that is no token. */
export const bringsMalformedToken = (authorization: string | undefined) =>
  /^Bearer +\S/i.test(authorization ?? '') && bearerToken(authorization) === undefined

/** True when a body is announced. */
export function hasBody(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** The interaction id of the request when it is a UUID (RFC 4122). */
export function sentInteractionId(headers: IncomingHttpHeaders): string | undefined {
  const sent = headers[names.interactionId]
  return typeof sent === 'string' && isUuid(sent) ? sent : undefined
}

const rules = [
  { name: names.interactionId, isValid: isUuid, otherwise: 'interactionIdMalformed' },
  { name: names.authDate, isValid: isHttpDate, otherwise: 'authDateMalformed' },
  {
    name: names.customerIpAddress,
    isValid: (value: string) => isIP(value) !== 0,
    otherwise: 'customerIpAddressMalformed',
  },
] as const

/** Every problem of the standard's optional headers. */
export function headerProblems(headers: IncomingHttpHeaders): Reason[] {
  // most requests send none of them
  if (rules.every(({ name }) => headers[name] === undefined)) return []
  return rules.flatMap(({ name, isValid, otherwise }) => {
    const value = headers[name]
    if (value === undefined || (typeof value === 'string' && isValid(value))) return []
    return [problem(otherwise, { received: String(value) })]
  })
}
