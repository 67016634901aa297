/**
 * Starts a session: an empty transcript whose redaction already knows the secrets of the profile.
 *
 * @module
 */
import { secretsOf } from '../profile/secrets.js'
import { Client } from '../transcript/client.js'
import { Redactor } from '../transcript/redaction.js'
import { Transcript } from '../transcript/transcript.js'
import type { Wire } from '../transcript/wire.js'
import type { Session } from './session.js'

export interface SessionParts extends Pick<Session, 'profile' | 'journeys' | 'now' | 'signal'> {
  readonly wire: Wire
}

export function openSession({ profile, journeys, now, signal, wire }: SessionParts): Session {
  const redactor = new Redactor()
  for (const secret of secretsOf(profile)) redactor.learn(secret)
  const transcript = new Transcript(redactor)
  return {
    profile,
    client: new Client(wire, transcript, now),
    transcript,
    redactor,
    journeys,
    now,
    signal,
    shared: new Map(),
    consents: new Map(),
    openConsents: new Set(),
  }
}
