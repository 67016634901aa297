/**
 * Events: subscriptions, the claims of an event token, and polling. FACTS 9.
 *
 * @module
 */
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { Links, Meta } from './envelope.js'
import { closed, formatted, mapOf, oneOf, openObject, text, withRows } from './types.js'

const framework = { basis: 'framework' } as const

/** The names of events. FACTS 9.2. */
export const eventTypes = [
  'urn:bh:org:openbanking:events:resource-update',
  'urn:bh:org:openbanking:events:consent-authorization-revoked',
  'urn:bh:org:openbanking:events:account-access-consent-linked-account-update',
] as const

export type EventType = (typeof eventTypes)[number]

/** What a TPP may report of an event that it could not take in: the registry of SET delivery errors. FACTS 9.4. */
export const setErrors = [
  'json',
  'jwtParse',
  'jwtHdr',
  'jwtCrypto',
  'jws',
  'jwe',
  'jwtAud',
  'jwtIss',
  'setType',
  'setParse',
  'setData',
  'dup',
] as const

export type SetError = (typeof setErrors)[number]

const subscriptionId = withRows(text(1, 40), 'EVT-REQ-150')

const ofSubscription = <T extends TSchema>(type: T) => ({
  CallbackUrl: withRows(Type.Optional(formatted('uri')), 'EVT-REQ-080'),
  Version: withRows(text(1, 10), 'EVT-REQ-110'),
  EventTypes: withRows(Type.Optional(Type.Array(type)), 'EVT-REQ-120'),
})

const type = oneOf(eventTypes)

/** As a TPP asks for it, and as the bank shows it. */
const asked = ofSubscription(withRows(type, 'EVT-REQ-140'))
const shown = ofSubscription(withRows(type, 'EVT-REQ-120'))

export const EventSubscriptionRequest = closed({ Data: closed(asked) }, framework)

export type EventSubscriptionRequest = Static<typeof EventSubscriptionRequest>

/** A full replacement, which names the subscription of the path. */
export const EventSubscriptionPut = closed(
  { Data: closed({ EventSubscriptionId: subscriptionId, ...asked }) },
  framework,
)

export type EventSubscriptionPut = Static<typeof EventSubscriptionPut>

const EventSubscription = closed({ EventSubscriptionId: subscriptionId, ...shown })

export type EventSubscription = Static<typeof EventSubscription>

export const EventSubscriptionResponse = closed({ Data: EventSubscription, Links, Meta }, framework)

export type EventSubscriptionResponse = Static<typeof EventSubscriptionResponse>

export const EventSubscriptionsResponse = closed(
  {
    Data: closed({ EventSubscription: withRows(Type.Array(EventSubscription), 'EVT-REQ-170') }),
    Links,
    Meta,
  },
  framework,
)

export type EventSubscriptionsResponse = Static<typeof EventSubscriptionsResponse>

/** The claims of `subject`. Their names are URIs. FACTS 9.2. */
export const eventClaimNames = {
  subjectType: 'http://openbanking.org.bh/rid_http://openbanking.org.bh/rty',
  resourceId: 'http://openbanking.org.bh/rid',
  resourceType: 'http://openbanking.org.bh/rty',
  resourceLinks: 'http://openbanking.org.bh/rlk',
} as const

const EventSubject = openObject({
  subject_type: withRows(oneOf([eventClaimNames.subjectType], { basis: 'inferred' }), 'EVT-REQ-380'),
  [eventClaimNames.resourceId]: withRows(text(1, 128), 'EVT-REQ-390'),
  [eventClaimNames.resourceType]: withRows(text(1, 128), 'EVT-REQ-400'),
  [eventClaimNames.resourceLinks]: withRows(
    Type.Array(
      openObject({
        version: withRows(text(1, 10), 'EVT-REQ-420'),
        link: withRows(formatted('uri'), 'EVT-REQ-430'),
      }),
      { minItems: 1 },
    ),
    'EVT-REQ-410',
  ),
})

const aboutSubject = openObject({
  reason: withRows(Type.Optional(Type.String()), 'EVT-REQ-440'),
  subject: withRows(Type.Optional(EventSubject), 'EVT-REQ-370'),
})

/** The claims of an event token, a Security Event Token of RFC 8417. */
export const EventClaims = Type.Object(
  {
    iss: withRows(formatted('uri'), 'EVT-REQ-250'),
    iat: withRows(Type.Integer({ minimum: 0 }), 'EVT-REQ-260'),
    jti: withRows(text(1, 128), 'EVT-REQ-270'),
    aud: withRows(text(1, 128), 'EVT-REQ-280'),
    sub: withRows(formatted('uri'), 'EVT-REQ-290'),
    txn: withRows(text(1, 128), 'EVT-REQ-300'),
    toe: withRows(Type.Integer({ minimum: 0 }), 'EVT-REQ-310'),
    events: closed(
      {
        [eventTypes[0]]: Type.Optional(openObject({ subject: withRows(EventSubject, 'EVT-REQ-370') })),
        [eventTypes[1]]: Type.Optional(aboutSubject),
        [eventTypes[2]]: Type.Optional(aboutSubject),
      },
      { minProperties: 1, rows: { value: ['EVT-REQ-320'], unexpected: ['EVT-REQ-330'] } },
    ),
  },
  { ...framework, additionalProperties: true },
)

export type EventClaims = Static<typeof EventClaims>

export const PollEventsRequest = closed(
  {
    maxEvents: withRows(Type.Optional(Type.Integer({ minimum: 0 })), 'EVT-REQ-560'),
    returnImmediately: withRows(Type.Optional(Type.Boolean()), 'EVT-REQ-570'),
    ack: withRows(Type.Optional(Type.Array(text(1, 128))), 'EVT-REQ-580'),
    setErrs: withRows(
      Type.Optional(
        mapOf(
          closed({
            err: withRows(oneOf(setErrors), 'EVT-REQ-610'),
            description: withRows(text(1, 256), 'EVT-REQ-600'),
          }),
        ),
      ),
      'EVT-REQ-590',
    ),
  },
  framework,
)

export type PollEventsRequest = Static<typeof PollEventsRequest>

export const PollEventsResponse = closed(
  {
    moreAvailable: withRows(Type.Boolean(), 'EVT-REQ-620'),
    /** Each `jti` with its token, in compact form. */
    sets: withRows(mapOf(text(1, 100_000)), 'EVT-REQ-630'),
  },
  framework,
)

export type PollEventsResponse = Static<typeof PollEventsResponse>
