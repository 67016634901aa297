/**
 * Notifications that came to callbacks of the suite: how they were sent, and the token in them. FACTS 9.2 and 9.3.
 *
 * @module
 */
import { headers as headerNames, isUuid } from '#standard/index.js'
import { readToken } from '../../transcript/event-tokens.js'
import { type ChainedNotification, headerValue, headerValues, mediaType, show } from '../reading.js'
import { type Finding, type OneBreach, speaksOf, type WireCheck } from './check.js'
import { breachesOfClaims, breachesOfForm, claimRows } from './event-token.js'

const everyOne = () => true

/** Turns a rule over one notification into a check over all. */
const every =
  (rule: (notification: ChainedNotification) => readonly OneBreach[]) =>
  (all: readonly ChainedNotification[]): readonly Finding[] =>
    all.flatMap((notification) =>
      rule(notification).map((breach) => ({
        proves: ['EVT-REQ-450'] as const,
        ...breach,
        evidence: [notification.seq],
        operation: 'notifyEvent' as const,
      })),
    )

const tokenOf = ({ request }: ChainedNotification) => readToken('', request.body ?? '')

function breachesOfCall({ request: { method, headers } }: ChainedNotification): OneBreach[] {
  const ids = headerValues(headers, headerNames.interactionId)
  const bearer = headerValue(headers, 'authorization')
  return [
    ...(method === 'POST' ? [] : [{ expected: 'POST', received: method, proves: ['EVT-REQ-050'] as const }]),
    ...(mediaType(headers) === 'application/jwt'
      ? []
      : [
          {
            pointer: 'content-type',
            expected: 'application/jwt',
            received: show(mediaType(headers)),
            proves: ['EVT-REQ-450'] as const,
          },
        ]),
    ...(ids.length === 1 && isUuid(ids[0] ?? '')
      ? []
      : [
          {
            pointer: headerNames.interactionId,
            expected: 'a UUID',
            received: show(ids[0]),
            proves: ['EVT-REQ-460'] as const,
          },
        ]),
    ...(bearer === undefined
      ? []
      : [{ pointer: 'authorization', expected: 'none', received: 'one', proves: ['EVT-REQ-470'] as const }]),
  ]
}

const speaks = speaksOf({ operation: 'notifyEvent', version: '1.0.0' })

export const notificationChecks = [
  {
    on: 'notification',
    id: 'WIR-notification-form',
    title: 'A notification is a POST of application/jwt with an interaction id and without a bearer token',
    proves: ['EVT-REQ-050', 'EVT-REQ-450', 'EVT-REQ-460', 'EVT-REQ-470'],
    applies: everyOne,
    check: every(breachesOfCall),
  },
  {
    on: 'notification',
    id: 'WIR-notification-signature',
    title: 'The token of a notification is a compact JWS, signed with a key that the bank publishes',
    proves: ['EVT-REQ-230', 'EVT-REQ-240'],
    applies: everyOne,
    check: every((notification) => breachesOfForm(tokenOf(notification), '', notification.token.problem)),
  },
  {
    on: 'notification',
    id: 'WIR-notification-claims',
    title: 'The token of a notification has the claims of an event',
    proves: claimRows,
    applies: everyOne,
    check: every((notification) => breachesOfClaims(tokenOf(notification), '', speaks)),
  },
] as const satisfies readonly WireCheck[]
