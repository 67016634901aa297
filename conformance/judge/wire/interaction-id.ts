/**
 * `x-fapi-interaction-id`: on every answer, once, a UUID, the caller's own or one made for the occasion.
 *
 * @module
 */
import { headers, isUuid } from '#standard/index.js'
import { headerValue, headerValues, show } from '../reading.js'
import { type ApiExchange, each, type Finding, type WireCheck } from './check.js'

const name = headers.interactionId

const values = ({ exchange }: ApiExchange) => headerValues(exchange.response.headers, name)

/** The id the request carried, when it is one the bank can repeat. */
function sent({ exchange }: ApiExchange): string | undefined {
  const value = headerValue(exchange.request.headers, name)
  return value !== undefined && isUuid(value) ? value.toLowerCase() : undefined
}

const everyAnswer = ['HDR-REQ-080', 'HDR-REQ-090'] as const

export const interactionIdChecks = [
  {
    on: 'api',
    id: 'WIR-interaction-id-present',
    title: 'Every answer, errors included, carries x-fapi-interaction-id',
    proves: everyAnswer,
    applies: () => true,
    check: each(everyAnswer, (seen: ApiExchange) => {
      if (values(seen).length > 0) return []
      const received = `nothing on a ${seen.status}`
      const proves = seen.status >= 400 ? everyAnswer : (['HDR-REQ-080'] as const)
      return [{ pointer: name, expected: 'a UUID', received, proves }]
    }),
  },
  {
    on: 'api',
    id: 'WIR-interaction-id-single',
    title: 'An answer carries one x-fapi-interaction-id and no second',
    proves: ['HDR-REQ-110'],
    applies: (seen) => values(seen).length > 0,
    check: each(['HDR-REQ-110'], (seen: ApiExchange) =>
      values(seen).length === 1 ? [] : [{ pointer: name, expected: 'one value', received: show(values(seen)) }],
    ),
  },
  {
    on: 'api',
    id: 'WIR-interaction-id-uuid',
    title: 'The interaction id of an answer is a UUID',
    proves: ['HDR-REQ-110'],
    applies: (seen) => values(seen).length > 0,
    check: each(['HDR-REQ-110'], (seen: ApiExchange) =>
      values(seen)
        .filter((value) => !isUuid(value))
        .map((value) => ({ pointer: name, expected: 'a UUID', received: show(value) })),
    ),
  },
  {
    on: 'api',
    id: 'WIR-interaction-id-echoed',
    title: 'An answer repeats the interaction id of its request',
    proves: ['HDR-REQ-190'],
    applies: (seen) => sent(seen) !== undefined && values(seen).length > 0,
    check: each(['HDR-REQ-190'], (seen: ApiExchange) =>
      values(seen)[0]?.toLowerCase() === sent(seen)
        ? []
        : [{ pointer: name, expected: 'the id that was sent', received: show(values(seen)[0]) }],
    ),
  },
  {
    on: 'api',
    id: 'WIR-interaction-id-made',
    title: 'An answer to a request without a usable interaction id carries a new one, never the same twice',
    proves: ['HDR-REQ-200'],
    applies: (seen) => sent(seen) === undefined && values(seen).length > 0,
    check: neverTwice,
  },
] as const satisfies readonly WireCheck[]

function neverTwice(all: readonly ApiExchange[]): readonly Finding[] {
  const first = new Map<string, number>()
  return all.flatMap((seen): Finding[] => {
    const value = values(seen)[0]?.toLowerCase() ?? ''
    const { seq } = seen.exchange
    const before = first.get(value)
    if (before === undefined) {
      first.set(value, seq)
      return []
    }
    const received = `${show(value)} a second time`
    return [{ pointer: name, expected: 'a new UUID', received, evidence: [before, seq], proves: ['HDR-REQ-200'] }]
  })
}
