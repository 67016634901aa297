/**
 * The requests that cases about events share. docs/facts.md section 9.
 *
 * @module
 */
import type { Call, Notified, Ref, Value } from './case.js'

type Members = Readonly<Record<string, Value>>

/** The id of the subscription that a step of the case has made. */
export const subscriptionId = (step = 0): Ref => ({ from: 'step', step, path: 'Data.EventSubscriptionId' })

/** Subscribes to every type, to be polled. `data` adds to or replaces members of `Data`. */
export const subscribe = (data: Members = {}, rest: Partial<Call> = {}): Call => ({
  call: 'createEventSubscription',
  body: { Data: { Version: '1.0.0', ...data } },
  ...rest,
})

export const listSubscriptions = (rest: Partial<Call> = {}): Call => ({ call: 'getEventSubscriptions', ...rest })

/** Replaces a subscription. */
export const replaceSubscription = (data: Members = {}, rest: Partial<Call> = {}, step = 0): Call => ({
  call: 'replaceEventSubscription',
  params: { EventSubscriptionId: subscriptionId(step) },
  body: { Data: { EventSubscriptionId: subscriptionId(step), Version: '1.0.0', ...data } },
  ...rest,
})

export const unsubscribe = (step = 0, rest: Partial<Call> = {}): Call => ({
  call: 'deleteEventSubscription',
  params: { EventSubscriptionId: subscriptionId(step) },
  ...rest,
})

/** Asks for what is there. */
export const pollEvents = (body: Members = {}, rest: Partial<Call> = {}): Call => ({
  call: 'pollEvents',
  body: { maxEvents: 100, returnImmediately: true, ...body },
  ...rest,
})

/** Asks until there is an event about a resource, as long as the profile says. */
export const awaitEvent = (about: Value, rest: Partial<Call> = {}): Call =>
  pollEvents({}, { awaitEvent: about, ...rest })

/** The address of the callback that the suite has for the case. */
export const callback = (path?: string): Ref => ({ from: 'callback', ...(path !== undefined && { path }) })

/** Waits for notifications about a resource. */
export const notified = (about: Value, rest: Omit<Notified, 'notified'> = {}): Notified => ({
  notified: about,
  ...rest,
})

/** Sends the bank's own receiver a token of its own, or what is none. */
export const notify = (rest: Pick<Call, 'rawBody'> | Pick<Call, 'textBody'>): Call => ({
  call: 'notifyEvent',
  token: 'none',
  headers: { 'content-type': 'application/jwt' },
  ...rest,
})

/** The token of the first event about a resource in the answer to a poll. */
export const eventToken = (step: number, about: Value): Ref => ({ from: 'event', step, about, take: 'token' })

/** The id of the first event about a resource in the answer to a poll. */
export const eventId = (step: number, about: Value): Ref => ({ from: 'event', step, about })
