/**
 * What the bank decides about events. Faults replace single rules.
 *
 * @module
 */
import { type EventClaims, eventTypes, type PollEventsRequest } from '#standard/index.js'
import { targetOf } from './callback.js'
import type { DeliveryRecord } from './delivery.js'
import type { EventRecord } from './event.js'
import type { EventSettings } from './settings.js'
import type { SubscriptionRecord } from './subscription.js'

declare module '../tenants/tenant.js' {
  interface Rules {
    /** Whether a subscription is of a TPP (row EVT-REQ-180). */
    isSubscriptionOf(subscription: SubscriptionRecord, tppId: string): boolean
    /** What is kept of a subscription that a TPP asks for. */
    keptSubscription(subscription: SubscriptionRecord): SubscriptionRecord
    /** Whether a subscription is deleted that is asked to be (row EVT-REQ-040). */
    deletesSubscription(): boolean
    /** Whether the body of a PUT names the subscription of its path (row EVT-REQ-160). */
    isSubscriptionNamed(named: string, inPath: string): boolean
    /** Whether a TPP that has a subscription may have another (row EVT-REQ-220). */
    mayHaveMore(settings: EventSettings): boolean
    /** Whose an event is (row EVT-REQ-180). */
    isEventOf(event: EventRecord, tppId: string): boolean
    /** Whether an event that a TPP could not take in awaits it still (row EVT-REQ-650). */
    keepsErrored(): boolean
    /** Whether ids in a poll that the bank does not know are passed over (row EVT-REQ-690). */
    passesOverUnknown(): boolean
    /** Whether an event is told at all. */
    tellsOf(event: EventRecord): boolean
    /** The claims of an event token (rows EVT-REQ-250 to 430). */
    eventClaims(claims: EventClaims): EventClaims
    /** The token as it is sent, once it is signed (row EVT-REQ-240). */
    eventToken(token: string): string
    /** How many events a poll answers with at most (rows EVT-REQ-560, 710, 720). */
    mostEvents(asked: PollEventsRequest): number
    /** The order in which events are polled, oldest first (row EVT-REQ-700). */
    polledOrder(events: readonly EventRecord[]): readonly EventRecord[]
    /** Whether a TPP that acknowledges an event is not shown it again (row EVT-REQ-670). */
    heedsAcknowledgement(event: EventRecord): boolean
    /** Whether an event that a poll has shown is kept for the next one (rows EVT-REQ-640 and 650). */
    keepsUnacknowledged(): boolean
    /** Whether an answer of a callback acknowledges the event (row EVT-REQ-480). */
    acknowledgesPush(status: number | undefined): boolean
    /** The seconds until a notification is sent again after so many tries; `undefined` when it is left for polling. */
    retryPause(tries: number, settings: EventSettings): number | undefined
    /** The address that a callback is called at (row EVT-REQ-100). */
    callbackTarget(callbackUrl: string): string
    /** Whether a notification waits while an earlier one about its resource is on its way (row EVT-REQ-770). */
    waitsForEarlier(): boolean
    /** Whether each try of a notification has a token of its own. */
    signsEachTry(): boolean
    /** Whether an event that a callback has taken in awaits its TPP no more (row EVT-REQ-750). */
    pushTakesIn(): boolean
    /** Whether an event whose tries are used up still awaits its TPP (row EVT-REQ-520). */
    leavesForPolling(): boolean
    /** Whether the receiver at the bank's own path takes a notification, by what is wrong with it (row EVT-REQ-540). */
    takesNotification(problem: string | undefined): boolean
    /** How often a notification is sent for each try. */
    copiesOfPush(): number
    /** Whether a notification is really sent. */
    sendsPush(delivery: DeliveryRecord): boolean
    /** How long the first try of a notification is put off, in seconds of the bank's clock. */
    pushDelay(delivery: DeliveryRecord): number
    /** Headers of a notification (rows EVT-REQ-450 to 470). */
    pushHeaders(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>>
  }
}

/** FACTS 9.4: default 10, at most 100. */
const defaultEvents = 10
const mostEventsAtOnce = 100

export const eventRules = {
  isSubscriptionOf: (subscription: SubscriptionRecord, tppId: string) => subscription.tppId === tppId,
  keptSubscription: (subscription: SubscriptionRecord) => subscription,
  deletesSubscription: () => true,
  isSubscriptionNamed: (named: string, inPath: string) => named === inPath,
  mayHaveMore: ({ oneSubscription }: EventSettings) => !oneSubscription,
  isEventOf: (event: EventRecord, tppId: string) => event.tppId === tppId,
  keepsErrored: () => true,
  passesOverUnknown: () => true,
  tellsOf: ({ types }: EventRecord) => types.some((type) => eventTypes.includes(type)),
  eventClaims: (claims: EventClaims) => claims,
  eventToken: (token: string) => token,
  mostEvents: ({ maxEvents = defaultEvents }: PollEventsRequest) => Math.min(maxEvents, mostEventsAtOnce),
  polledOrder: (events: readonly EventRecord[]) => events,
  heedsAcknowledgement: () => true,
  keepsUnacknowledged: () => true,
  acknowledgesPush: (status: number | undefined) => status === 202,
  retryPause: (tries: number, { retrySeconds }: EventSettings) => retrySeconds[tries - 1],
  callbackTarget: targetOf,
  waitsForEarlier: () => true,
  signsEachTry: () => false,
  pushTakesIn: () => true,
  leavesForPolling: () => true,
  takesNotification: (problem: string | undefined) => problem === undefined,
  copiesOfPush: () => 1,
  sendsPush: () => true,
  pushDelay: () => 0,
  pushHeaders: (headers: Readonly<Record<string, string>>) => headers,
}
