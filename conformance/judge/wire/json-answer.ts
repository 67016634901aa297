/**
 * Answers of the authorisation server that are JSON: tokens, pushed requests, discovery. RFC 6749 section 5.1, RFC 8414 section 3.2.
 *
 * @module
 */
import { headerValue, mediaType, show, shownInstead } from '../reading.js'
import type { OneBreach, ServerExchange } from './check.js'

/** The members of a JSON object; none of anything else. */
export function members({ body }: ServerExchange): Readonly<Record<string, unknown>> {
  return body.kind === 'json' && typeof body.value === 'object' && body.value !== null
    ? (body.value as Readonly<Record<string, unknown>>)
    : {}
}

/** What keeps an answer of the authorisation server from being JSON: its body, or its Content-Type. */
export function notJson({ exchange, body }: ServerExchange): OneBreach[] {
  const { headers } = exchange.response
  const breaches: OneBreach[] = []
  if (body.kind !== 'json') {
    breaches.push({ expected: 'a JSON body', received: shownInstead(exchange.response) })
  }
  if (mediaType(headers) !== 'application/json') {
    const received = show(headerValue(headers, 'content-type'))
    breaches.push({ pointer: 'content-type', expected: 'application/json', received })
  }
  return breaches
}
