/**
 * The state of a run while it acts as a TPP.
 *
 * @module
 */
import { randomUUID } from 'node:crypto'
import { headers as headerNames, isUuid, type Version } from '#standard/index.js'
import type { HttpOutcome, HttpRequest } from '../http/http-client.js'
import type { JourneyDriver } from '../journeys/driver.js'
import type { Profile, TppCredentials } from '../profile/profile.js'
import type { ExchangePurpose, Inspect, RecordingClient } from '../transcript/recording-client.js'
import type { Redactor } from '../transcript/redaction.js'
import type { Transcript } from '../transcript/transcript.js'
import type { Tokens } from './authorisation-server.js'
import { CouldNotRun, RunEnded } from './could-not-run.js'
import type { AskedFor } from './id-token.js'
import type { NotificationReceiver } from './notification-receiver.js'
import type { Pace } from './retry-after.js'
import type { SilenceWatch } from './silence.js'

export type TppName = keyof Profile['tpps']
export type PsuName = keyof Profile['psus']

/** A consent, who made it and under which version. */
export interface ConsentKey {
  readonly consentId: string
  readonly version: Version
  readonly tpp: TppName
}

export interface Session {
  readonly profile: Profile
  readonly client: RecordingClient
  readonly transcript: Transcript
  readonly redactor: Redactor
  readonly journeys: JourneyDriver
  /** Where the bank sends notifications, where the profile has that. */
  readonly notifications?: NotificationReceiver
  /** Our own time, in milliseconds since 1970. What is dated for the bank is dated by `bankNow` (`bank-clock.ts`). */
  readonly now: () => number
  /** How far the bank's clock is ahead of ours, in milliseconds. */
  readonly bankTime: { ahead: number }
  /** What the bank allows for the moment: a request to the API may wait for a token, and no token for a request to the API. */
  readonly paces: { readonly api: Pace; readonly authorisation: Pace }
  /** Ends the run where a server of the bank answers no more. */
  readonly silence: SilenceWatch
  /** Aborted when the run is over. */
  readonly signal: AbortSignal
  /** What is made once and used by many cases, by name: public tokens, discovery, starting points. */
  readonly shared: Map<string, Promise<unknown>>
  /** Likewise, of what holds when the clock of the bank was moved: consents whose tokens can be renewed. */
  readonly lasting: Map<string, Promise<unknown>>
  /** Tokens that a refresh token gave, by the access token in whose place they are. */
  readonly renewals: Map<string, Promise<Tokens>>
  /** Every consent the run has created, by its id. */
  readonly consents: Map<string, ConsentKey>
  /** The TPP that a token was issued to: calls with it show that one's certificate. Default the main one. */
  readonly tokenOwners: Map<string, TppName>
  /** What an authorisation asked for, by the code that it ended with. */
  readonly askedFor: Map<string, AskedFor>
  /** Ids of consents that a PSU may have approved and nobody has withdrawn since; withdrawn when the run ends. */
  readonly openConsents: Set<string>
}

/**
 * Sends a request and records the exchange, with the certificate of the TPP that makes it, where it has one. What was lost because the
 * server was just closing an idle connection is sent once more, where that does no harm (RFC 9112 section 9.3.1); both are recorded.
 *
 * @param tpp whose certificate is shown; default the one that the bearer token was issued to. `nobody` shows none of a TPP
 * @throws {RunEnded} when the run is over
 */
export async function send(
  session: Session,
  request: HttpRequest,
  purpose: ExchangePurpose,
  inspect?: Inspect,
  tpp: TppName | 'nobody' = ownerOf(session, request),
): Promise<HttpOutcome> {
  const certificate = tpp === 'nobody' ? undefined : session.profile.tpps[tpp]?.certificate
  const sendOnce = async (sent: HttpRequest) => {
    if (session.signal.aborted) throw new RunEnded()
    const outcome = await session.client.send(sent, purpose, session.signal, inspect, certificate)
    if (session.signal.aborted && 'failure' in outcome) throw new RunEnded()
    session.silence.note(sent.url, outcome, session.now())
    return outcome
  }
  const outcome = await sendOnce(request)
  return 'failure' in outcome && outcome.failure.idle && mayBeRepeated(request) ? sendOnce(anew(request)) : outcome
}

/** Sent twice it does no more than once. RFC 9110 section 9.2.2; a key makes the same of a POST. */
const mayBeRepeated = ({ method, headers }: HttpRequest) =>
  ['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'].includes(method) ||
  headers.some(([name]) => name === headerNames.idempotencyKey)

/** The same request with an interaction id of its own, where it has a sound one. */
const anew = (request: HttpRequest): HttpRequest => ({
  ...request,
  headers: request.headers.map(([name, value]) =>
    name === headerNames.interactionId && isUuid(value) ? [name, randomUUID()] : [name, value],
  ),
})

function ownerOf({ tokenOwners }: Session, { headers }: HttpRequest): TppName {
  const authorization = headers.find(([name]) => name === 'authorization')?.[1] ?? ''
  return tokenOwners.get(authorization.replace(/^Bearer /, '')) ?? 'main'
}

/** Makes a value once; every later caller gets the same value, or the same failure. */
export function once<T>({ shared }: Pick<Session, 'shared'>, key: string, make: () => Promise<T>): Promise<T> {
  const known = shared.get(key) as Promise<T> | undefined
  if (known) return known
  const made = make()
  // Callers handle a failure; without this line, a failure that nobody awaits any more would end the process.
  made.catch(() => {})
  shared.set(key, made)
  return made
}

/** @throws {CouldNotRun} when the profile does not name this TPP */
export function tppCredentials(session: Session, name: TppName): TppCredentials {
  const credentials = session.profile.tpps[name]
  if (!credentials) throw new CouldNotRun(`the profile has no tpps.${name}`, 'config')
  return credentials
}
