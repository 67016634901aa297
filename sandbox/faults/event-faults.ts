/**
 * Faults of event subscriptions and of what TPPs are told.
 *
 * @module
 */
import { type EventClaims, type OperationId, operation } from '#standard/index.js'
import { editData, onSuccessOf, refusedWith, withJson, withoutHeader } from './editing.js'
import type { Fault } from './fault.js'

const eventOperations: readonly OperationId[] = [
  'createEventSubscription',
  'getEventSubscriptions',
  'replaceEventSubscription',
  'deleteEventSubscription',
  'pollEvents',
]

type Members = Readonly<Record<string, unknown>>

/** The claims with another subject in each event. */
const withSubject = (claims: EventClaims, change: Members): EventClaims => ({
  ...claims,
  events: Object.fromEntries(
    Object.entries(claims.events).map(([type, event]) => [
      type,
      { ...event, subject: { ...(event as { subject?: object }).subject, ...change } },
    ]),
  ) as EventClaims['events'],
})

export const eventFaults = {
  'events-shown-without-token': {
    title: 'takes event operations without a good token',
    alter: (answer, { exchange }) => {
      const id = exchange?.operationId
      if (answer.status !== 401 || id === undefined || !eventOperations.includes(id)) return answer
      const { success, response } = operation(id)
      if (!response) return { ...answer, status: success }
      return { ...withJson(answer), status: success, body: '{}' }
    },
  },
  'subscription-path-needs-slash': {
    title: 'knows the path of a subscription with a slash at the end alone',
    alter: onSuccessOf(['replaceEventSubscription', 'deleteEventSubscription'], (answer, { request }) =>
      request.url.endsWith('/')
        ? answer
        : { status: 404, headers: withoutHeader(withoutHeader(answer, 'content-type'), 'content-length').headers },
    ),
  },
  'subscription-types-dropped': {
    title: 'keeps no types of a subscription',
    replaces: () => ({ keptSubscription: ({ eventTypes: _, ...subscription }) => subscription }),
  },
  'subscription-version-altered': {
    title: 'keeps another version of a subscription than was asked for',
    replaces: () => ({ keptSubscription: (subscription) => ({ ...subscription, version: '0' }) }),
  },
  'subscription-ids-missing': {
    title: 'answers a subscription without its id',
    alter: editData(['createEventSubscription', 'replaceEventSubscription'], () => ({
      EventSubscriptionId: undefined,
    })),
  },
  'subscriptions-of-everybody': {
    title: 'shows a TPP the subscriptions of all, and lets it change them',
    replaces: () => ({ isSubscriptionOf: () => true }),
  },
  'subscriptions-unlisted': {
    title: 'lists no subscription',
    alter: editData(['getEventSubscriptions'], () => ({ EventSubscription: [] })),
  },
  'subscription-kept': {
    title: 'answers 204 to the deletion of a subscription, and keeps it',
    replaces: () => ({ deletesSubscription: () => false }),
  },
  'subscription-id-unchecked': {
    title: 'replaces a subscription by one with another id',
    replaces: () => ({ isSubscriptionNamed: () => true }),
  },
  'event-fields-unchecked': {
    title: 'takes subscriptions and polls whatever their fields are',
    skips: ['fields'],
    skipsFor: ({ operationId }) => eventOperations.includes(operationId),
  },
  'second-subscription-refused': {
    title: 'takes a subscription, and answers as if the TPP had one already',
    alter: onSuccessOf(['createEventSubscription'], (answer) => ({ ...answer, status: 409 })),
  },
  'event-scope-payments-refused': {
    title: 'takes event operations with the scope accounts alone',
    alter: onSuccessOf(eventOperations, (answer, { exchange }) =>
      exchange?.caller?.scopes.includes('accounts')
        ? answer
        : refusedWith(answer, 403, {
            ErrorCode: 'Resource.ConsentMismatch',
            Message: 'the token needs the scope accounts',
          }),
    ),
  },
  'events-missing': {
    title: 'tells nothing of what happens',
    replaces: () => ({ tellsOf: () => false }),
  },
  'event-signature-broken': {
    title: 'signs event tokens with a signature that does not hold',
    replaces: () => ({ eventToken: (token) => token.replace(/.{8}$/, 'AAAAAAAA') }),
  },
  'event-under-other-id': {
    title: 'tells of an event under another id than its token has',
    replaces: () => ({ eventClaims: (claims) => ({ ...claims, jti: `${claims.jti}-other` }) }),
  },
  'event-claims-missing': {
    title: 'leaves txn and toe out of event tokens',
    replaces: () => ({ eventClaims: ({ txn: _, toe: __, ...claims }) => claims as EventClaims }),
  },
  'event-subject-missing': {
    title: 'names no resource in an event',
    replaces: () => ({
      eventClaims: (claims) => ({
        ...claims,
        events: Object.fromEntries(Object.keys(claims.events).map((type) => [type, {}])) as EventClaims['events'],
      }),
    }),
  },
  'event-name-unknown': {
    title: 'tells of events by names that there are not',
    replaces: () => ({
      eventClaims: (claims) => ({
        ...claims,
        events: { 'urn:example:changed': Object.values(claims.events)[0] } as unknown as EventClaims['events'],
      }),
    }),
  },
  'event-of-other-resource': {
    title: 'names another resource in an event than the one that changed',
    replaces: () => ({
      eventClaims: (claims) =>
        withSubject({ ...claims, sub: `${claims.iss}/another` }, { 'http://openbanking.org.bh/rid': 'another' }),
    }),
  },
  'event-of-other-kind': {
    title: 'names another kind of resource in an event',
    replaces: () => ({
      eventClaims: (claims) => withSubject(claims, { 'http://openbanking.org.bh/rty': 'resource' }),
    }),
  },
  'event-links-missing': {
    title: 'has no links of the resource in an event',
    replaces: () => ({ eventClaims: (claims) => withSubject(claims, { 'http://openbanking.org.bh/rlk': [] }) }),
  },
  'event-forgotten-once-polled': {
    title: 'forgets an event that a poll has shown',
    replaces: () => ({ keepsUnacknowledged: () => false }),
  },
  'event-acknowledgement-ignored': {
    title: 'shows an event again that was acknowledged',
    replaces: () => ({ heedsAcknowledgement: () => false }),
  },
  'event-error-acknowledges': {
    title: 'forgets an event that a TPP could not take in',
    replaces: () => ({ keepsErrored: () => false }),
  },
  'event-acknowledged-by-anybody': {
    title: 'lets any TPP acknowledge the events of another',
    replaces: () => ({ isEventOf: () => true }),
  },
  'events-newest-first': {
    title: 'tells the newest event first',
    replaces: () => ({ polledOrder: (events) => events.toReversed() }),
  },
  'events-without-limit': {
    title: 'tells of more events than were asked for',
    replaces: () => ({ mostEvents: () => 100 }),
  },
  'events-never-more': {
    title: 'never says that there are more events',
    alter: onSuccessOf(['pollEvents'], (answer) => ({
      ...answer,
      ...(answer.body !== undefined && { body: answer.body.replace('"moreAvailable":true', '"moreAvailable":false') }),
    })),
  },
  'events-always-more': {
    title: 'says that there are more events where there is none',
    alter: onSuccessOf(['pollEvents'], (answer) => ({
      ...answer,
      ...(answer.body !== undefined && { body: answer.body.replace('"moreAvailable":false', '"moreAvailable":true') }),
    })),
  },
  'event-unknown-id-refused': {
    title: 'refuses a poll that acknowledges an event that it does not know',
    replaces: () => ({ passesOverUnknown: () => false }),
  },
} as const satisfies Record<string, Fault>
