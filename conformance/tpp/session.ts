/**
 * What a run has at hand while it acts as a TPP.
 *
 * @module
 */
import type { Version } from '#standard/index.js'
import type { JourneyDriver } from '../journeys/driver.js'
import type { Profile, TppCredentials } from '../profile/profile.js'
import type { Client, ExchangePurpose } from '../transcript/client.js'
import type { Redactor } from '../transcript/redaction.js'
import type { Transcript } from '../transcript/transcript.js'
import type { Outcome, WireRequest } from '../transcript/wire.js'
import { CouldNotRun, RunEnded } from './could-not-run.js'

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
  readonly client: Client
  readonly transcript: Transcript
  readonly redactor: Redactor
  readonly journeys: JourneyDriver
  readonly now: () => number
  /** Aborted when the run is over. */
  readonly signal: AbortSignal
  /** What is made once a run and shared, by name: public tokens, discovery, starting points. */
  readonly shared: Map<string, Promise<unknown>>
  /** Every consent the run has made, by its id. */
  readonly consents: Map<string, ConsentKey>
  /** Ids of consents that a PSU may have approved and nobody has withdrawn since; withdrawn when the run ends. */
  readonly openConsents: Set<string>
}

/**
 * Sends a request and notes it.
 *
 * @throws {RunEnded} when the run is over
 */
export async function send(session: Session, request: WireRequest, purpose: ExchangePurpose): Promise<Outcome> {
  if (session.signal.aborted) throw new RunEnded()
  const outcome = await session.client.send(request, purpose, session.signal)
  if (session.signal.aborted && 'failure' in outcome) throw new RunEnded()
  return outcome
}

/** Makes something once; everybody who asks for it gets the same, or the same failure. */
export function once<T>(session: Session, key: string, make: () => Promise<T>): Promise<T> {
  const known = session.shared.get(key) as Promise<T> | undefined
  if (known) return known
  const made = make()
  // Whoever waits for it hears of a failure; that nobody waits any more is no reason to crash.
  made.catch(() => {})
  session.shared.set(key, made)
  return made
}

/** @throws {CouldNotRun} when the profile does not name this TPP */
export function tppCredentials(session: Session, name: TppName): TppCredentials {
  const credentials = session.profile.tpps[name]
  if (!credentials) throw new CouldNotRun(`the profile has no tpps.${name}`, 'config')
  return credentials
}
