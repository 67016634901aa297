/**
 * Starts a session: an empty transcript whose redaction already knows the secrets of the profile.
 *
 * @module
 */

import type { HttpClient } from '../http/http-client.js'
import { secretsOf } from '../profile/secrets.js'
import { RecordingClient } from '../transcript/recording-client.js'
import { Redactor } from '../transcript/redaction.js'
import { Transcript } from '../transcript/transcript.js'
import { NotificationReceiver } from './notification-receiver.js'
import { Pace } from './retry-after.js'
import type { Session } from './session.js'
import { type EndOfRun, SilenceWatch } from './silence.js'

export interface SessionParts extends Pick<Session, 'profile' | 'journeys' | 'now' | 'signal'> {
  readonly http: HttpClient
  /** Ends the run early, and says why. Default: nothing does. */
  readonly end?: (end: EndOfRun) => void
}

export function openSession({ profile, journeys, now, signal, http, end = () => {} }: SessionParts): Session {
  const redactor = new Redactor()
  for (const secret of secretsOf(profile)) redactor.learn(secret)
  const transcript = new Transcript(redactor)
  const bankTime = { ahead: 0 }
  return {
    profile,
    client: new RecordingClient(http, transcript, now, bankTime),
    transcript,
    redactor,
    journeys,
    now,
    bankTime,
    paces: { api: new Pace(), authorisation: new Pace() },
    silence: new SilenceWatch(end),
    ...(profile.notifications && { notifications: new NotificationReceiver(profile.notifications, now) }),
    signal,
    shared: new Map(),
    lasting: new Map(),
    renewals: new Map(),
    consents: new Map(),
    tokenOwners: new Map(),
    askedFor: new Map(),
    openConsents: new Set(),
  }
}
