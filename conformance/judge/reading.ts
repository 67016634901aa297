/**
 * Reads headers, bodies and the operation of an exchange from the transcript. Nothing here throws, whatever a bank has
 * sent.
 *
 * @module
 */
import { isDateTimeOfV0, matchPath, type OperationId, parseDateTime, type Version } from '#standard/index.js'
import { allBases, type Bases } from '../profile/bases.js'
import type { ChainedEntry, ExchangeEntry, HeaderList, JourneyEntry, NotificationEntry } from '../transcript/entry.js'
import { readJsonText } from '../transcript/json.js'

export type ChainedExchange = ChainedEntry & ExchangeEntry
export type ChainedJourney = ChainedEntry & JourneyEntry
export type ChainedNotification = ChainedEntry & NotificationEntry

/** An exchange that got a complete answer. */
export type Answered = ChainedExchange & { readonly response: NonNullable<ExchangeEntry['response']> }

export const isExchange = (entry: ChainedEntry): entry is ChainedExchange => entry.kind === 'exchange'
export const isJourney = (entry: ChainedEntry): entry is ChainedJourney => entry.kind === 'journey'
export const isNotification = (entry: ChainedEntry): entry is ChainedNotification => entry.kind === 'notification'
export const isAnswered = (entry: ChainedEntry): entry is Answered => isExchange(entry) && entry.response !== undefined

/**
 * Exchanges without those that the bank refused for its quota and that were sent again when it had said, and without those that were lost on
 * an idle connection and sent again: they are no answer to the step.
 */
export function withoutAskedAgain(exchanges: readonly ChainedExchange[]): readonly ChainedExchange[] {
  const isNone = ({ response, failure }: ChainedExchange) => response?.status === 429 || failure?.idle === true
  if (!exchanges.some(isNone)) return exchanges
  const isSame = ({ request: one }: ChainedExchange, { request: other }: ChainedExchange) =>
    one.method === other.method && one.url === other.url && one.body === other.body
  return exchanges.filter(
    (exchange, index) => !isNone(exchange) || !exchanges.slice(index + 1).some((later) => isSame(exchange, later)),
  )
}

/** Every value of a header, in order. Names are compared without regard to case. */
export function headerValues(headers: HeaderList, name: string): string[] {
  return headers.filter(([each]) => each.toLowerCase() === name.toLowerCase()).map(([, value]) => value)
}

/** The first value of a header. */
export function headerValue(headers: HeaderList, name: string): string | undefined {
  return headerValues(headers, name)[0]
}

/** The media type of a Content-Type or the like, without parameters and in lower case. Empty when there is none. */
export function mediaType(headers: HeaderList): string {
  return (headerValue(headers, 'content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
}

/** What a body holds: a JSON value, nothing at all, or text that is not JSON. */
export type Reading =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'empty' }
  | { readonly kind: 'text'; readonly text: string }

/** Cache of parsed bodies: many rules read the same one. */
const read = new Map<string, Reading>()
/** What the bodies may come to that are kept, in characters: those of some thousand exchanges. */
const mostCharacters = 8_000_000
let characters = 0

export function readJson(body: string | undefined): Reading {
  if (body === undefined || body.trim() === '') return { kind: 'empty' }
  const known = read.get(body)
  if (known) return known
  const reading = parse(body)
  characters += body.length
  if (characters > mostCharacters) {
    read.clear()
    characters = body.length
  }
  read.set(body, reading)
  return reading
}

function parse(body: string): Reading {
  const reading = readJsonText(body)
  if ('value' in reading) return { kind: 'json', value: reading.value }
  return { kind: 'text', text: reading.problem === 'no JSON' ? body : reading.problem }
}

/** What came in place of JSON, as a report shows it. */
export function shownInstead({ body, undecodable }: Answered['response']): string {
  const reading = readJson(body)
  if (reading.kind === 'text' && body.startsWith('\ufeff')) return `a byte order mark, then ${show(body.slice(1))}`
  if (reading.kind === 'text') return show(reading.text.trimStart())
  return reading.kind === 'json' ? show(reading.value) : (undecodable ?? 'an empty body')
}

/** The JSON value of a body, or `undefined`. */
export function jsonOf(body: string | undefined): unknown {
  const reading = readJson(body)
  return reading.kind === 'json' ? reading.value : undefined
}

/** True for a JSON object or array that is not empty. */
export function saysSomething(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0
}

/** Fields of a form body, or `undefined` when the body is none. */
export function formOf(message: ExchangeEntry['request']): URLSearchParams | undefined {
  const isForm = mediaType(message.headers) === 'application/x-www-form-urlencoded'
  return isForm && message.body !== undefined ? new URLSearchParams(message.body) : undefined
}

/** A value as a report shows it: JSON, at most 80 characters. */
export function show(value: unknown): string {
  const text = value === undefined ? 'nothing' : (JSON.stringify(value) ?? String(value))
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}

/** Milliseconds since 1970 of a date-time in a body, or `undefined` when it is none. */
export function instantOf(value: unknown): number | undefined {
  return typeof value === 'string' && isDateTimeOfV0(value) ? parseDateTime(value) : undefined
}

/** When a request was sent, by the bank's clock as far as it is known. Milliseconds since 1970. */
export const sentAt = ({ at, bankAhead = 0 }: Pick<ExchangeEntry, 'at' | 'bankAhead'>): number =>
  Date.parse(at) + bankAhead

/** The version and path of a URL in the bank's API. */
export interface ApiPlace {
  readonly version: Version
  /** Relative to the base of the version, with the query. */
  readonly path: string
  /** The operations of the path, by method. */
  readonly operations: Readonly<Partial<Record<string, OperationId>>>
  readonly parameters: Readonly<Record<string, string>>
}

interface Base {
  readonly version: Version
  readonly base: string
}

/** Those of a profile, the longest first: they are looked through for each exchange. */
const knownBases = new WeakMap<Bases, readonly Base[]>()

function basesOf(profile: Bases): readonly Base[] {
  const known = knownBases.get(profile)
  if (known) return known
  const bases = allBases(profile)
    .map(({ version, base }) => ({ version, base: base.replace(/\/$/, '') }))
    .sort((a, b) => b.base.length - a.base.length)
  knownBases.set(profile, bases)
  return bases
}

/** The longest base URL that a URL begins with, without a slash at its end, and its version. */
export function baseUnder(url: string, profile: Bases): Base | undefined {
  return basesOf(profile).find(({ base }) => url.startsWith(base) && ['/', '?', undefined].includes(url[base.length]))
}

/**
 * The version and the operations of a URL, by the longest base URL it begins with; `undefined` when there is none.
 *
 * @param bases base URL of each claimed version
 */
export function placeOf(url: string, bases: Bases, offered: readonly OperationId[]): ApiPlace | undefined {
  const under = baseUnder(url, bases)
  if (!under) return undefined
  const path = url.slice(under.base.length)
  const { operations, parameters } = matchPath(under.version, path, offered)
  return { version: under.version, path, operations, parameters }
}
