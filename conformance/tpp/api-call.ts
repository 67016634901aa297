/**
 * One call of the bank's API: valid in every respect that the caller does not change.
 *
 * @module
 */
import { randomUUID } from 'node:crypto'
import {
  headers as headerNames,
  type Method,
  matchPath,
  type OperationId,
  operation,
  type Version,
} from '#standard/index.js'
import type { HttpOutcome, HttpResponse } from '../http/http-client.js'
import { baseOf } from '../profile/bases.js'
import type { HeaderList, Purpose } from '../transcript/entry.js'
import { checkAnswer } from './answer-signature.js'
import { CouldNotRun } from './could-not-run.js'
import { checkEventTokens } from './event-tokens.js'
import { obeyRetryAfter } from './retry-after.js'
import { type Session, send } from './session.js'

export interface ApiCall {
  readonly operation: OperationId
  /** The version whose base is called. */
  readonly version: Version
  /** The complete Authorization header; absent for none. */
  readonly authorization?: string
  /** Path parameters, written into the path percent-encoded. */
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  /** Headers to add or change; `null` leaves one out. */
  readonly headers?: Readonly<Record<string, string | null>>
  /** The body as it is sent. */
  readonly body?: string
  /** The certificate that the connection shows, where it is not that of the TPP. */
  readonly certificate?: 'none' | 'other'
  /** The same call with tokens that are good at that moment: sent in its place where it had to wait. */
  readonly anew?: () => Promise<ApiCall>
  /** Does not stand in line where the bank allows few requests: another one that does may wait for it. */
  readonly outOfLine?: boolean
  /** Sent as it is and once, also where the bank asks to wait: the case is about that. */
  readonly hurried?: boolean
  /** In place of the operation's own. */
  readonly method?: string
  /** In place of the operation's own; sent unchanged, except that `{ConsentId}` and the like are filled in. */
  readonly path?: string
}

/**
 * Makes a call that may have to wait: each time it is sent, its tokens are good and its signature is of that moment.
 *
 * @param make the call as it is sent now
 * @throws {CouldNotRun} as {@link callApi} does
 */
export async function callWithFresh(
  session: Session,
  make: () => Promise<ApiCall>,
  purpose: Purpose,
): Promise<HttpOutcome> {
  return callApi(session, { ...(await make()), anew: make }, purpose)
}

/** As {@link callWithFresh}, with an access token that is asked for each time the call is sent. */
export function callWithToken(
  session: Session,
  call: Omit<ApiCall, 'authorization'>,
  token: () => Promise<string>,
  purpose: Purpose,
): Promise<HttpOutcome> {
  return callWithFresh(session, async () => ({ ...call, authorization: `Bearer ${await token()}` }), purpose)
}

/**
 * Makes the call with a fresh `x-fapi-interaction-id`, `Accept`, and `Content-Type` where there is a body.
 *
 * @throws {CouldNotRun} when the profile has no base URL for the version, or the call lacks a path parameter
 */
export function callApi(session: Session, call: ApiCall, purpose: Purpose): Promise<HttpOutcome> {
  const base = baseOf(session.profile, call.version, call.operation)
  if (base === undefined) throw new CouldNotRun(`the profile has no base URL for ${call.version}`, 'config')
  const method = call.method ?? operation(call.operation).method
  const path = fillPath(call.path ?? operation(call.operation).path, call.params ?? {})
  const called = operationAt(call, method, path)
  const { certificate } = call
  const sendOnce = async (hasWaited: boolean) => {
    // a signature is over the body, and dated: both are of one making
    const made = (hasWaited && (await call.anew?.())) || call
    return send(
      session,
      {
        method,
        url: base + path + queryString(call.query ?? {}),
        headers: headersOf(made),
        ...(made.body !== undefined && { body: made.body }),
      },
      { ...purpose, ...(called && { operation: called }), ...(certificate && { certificate }) },
      (response) => inspect(session, response, called),
      ...(certificate === undefined ? [] : [certificate === 'none' ? ('nobody' as const) : certificate]),
    )
  }
  return call.hurried ? sendOnce(false) : obeyRetryAfter(session, session.paces.api, sendOnce, !call.outOfLine)
}

/** What is verified of an answer while it is whole. */
async function inspect(session: Session, response: HttpResponse, called: OperationId | undefined) {
  const signature = await checkAnswer(session, response)
  const eventTokens = called === 'pollEvents' ? await checkEventTokens(session, response) : []
  return { ...(signature && { signature }), ...(eventTokens.length > 0 && { eventTokens }) }
}

/**
 * Follows a link that the bank gave, byte for byte, with the token and headers of the call it came from.
 *
 * @returns `undefined` for a link outside the base URL of the version: no token is sent there
 */
export async function followLink(
  session: Session,
  link: string,
  call: ApiCall,
  purpose: Purpose,
): Promise<HttpOutcome | undefined> {
  const base = baseOf(session.profile, call.version, call.operation)
  if (base === undefined || !link.startsWith(`${base.replace(/\/$/, '')}/`)) return undefined
  const url = URL.canParse(link) ? new URL(link) : undefined
  if (!url?.href.startsWith(base)) return undefined
  const path = link.slice(base.replace(/\/$/, '').length)
  const called = matchPath(call.version, path).operations.GET
  return obeyRetryAfter(session, session.paces.api, async (hasWaited) => {
    const headers = headersOf((hasWaited && (await call.anew?.())) || call)
    return send(session, { method: 'GET', url: link, headers }, { ...purpose, ...(called && { operation: called }) })
  })
}

function fillPath(pattern: string, params: Readonly<Record<string, string>>): string {
  return pattern.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new CouldNotRun(`the call gives no ${name} for ${pattern}`, 'suite')
    return encodeURIComponent(value)
  })
}

function queryString(query: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(query).map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}

function headersOf(call: ApiCall): HeaderList {
  const sent = new Map<string, string>([
    [headerNames.interactionId, randomUUID()],
    ['accept', 'application/json'],
  ])
  if (call.authorization !== undefined) sent.set('authorization', call.authorization)
  if (call.body !== undefined) sent.set('content-type', operation(call.operation).sends?.[0] ?? 'application/json')
  for (const [name, value] of Object.entries(call.headers ?? {})) {
    if (value === null) sent.delete(name.toLowerCase())
    else sent.set(name.toLowerCase(), value)
  }
  return [...sent]
}

/** The operation that is called in the end: a changed method or path may be another one, or none. */
function operationAt(call: ApiCall, method: string, path: string): OperationId | undefined {
  const asPublished = call.method === undefined && call.path === undefined
  if (asPublished) return operation(call.operation).versions.includes(call.version) ? call.operation : undefined
  return matchPath(call.version, path).operations[method as Method]
}
