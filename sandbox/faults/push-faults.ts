/**
 * Faults of notifications: sent twice, late, out of order, not at all, wrongly, to the wrong place, or not given up as they should be;
 * and of the bank's own receiver.
 *
 * @module
 */
import type { Fault } from './fault.js'

/** An hour of the bank's clock. */
const lateSeconds = 3600

export const pushFaults = {
  'push-lost': {
    title: 'counts a notification as delivered, and sends none',
    replaces: () => ({ sendsPush: () => false }),
  },
  'push-late': {
    title: 'sends each notification an hour late',
    replaces: () => ({ pushDelay: () => lateSeconds }),
  },
  'push-twice': {
    title: 'sends each notification twice',
    source: 'stripe/stripe-cli #896',
    replaces: () => ({ copiesOfPush: () => 2 }),
  },
  'push-overtakes': {
    title: 'sends a later notification about a resource before an earlier one was taken in',
    replaces: () => ({ waitsForEarlier: () => false }),
  },
  'push-under-new-id': {
    title: 'sends a notification again under another id',
    source: 'documenso/documenso #3204',
    replaces: () => ({ signsEachTry: () => true }),
  },
  'push-never-again': {
    title: 'never sends a notification again that was not taken in',
    replaces: () => ({ retryPause: () => undefined }),
  },
  'push-again-at-once': {
    title: 'sends a notification again at short pauses that do not grow',
    replaces: () => ({ retryPause: (tries, { retrySeconds }) => (tries > retrySeconds.length ? undefined : 1) }),
  },
  'push-without-end': {
    title: 'never gives up a notification that nobody takes in',
    replaces: ({ retryPause }) => ({
      retryPause: (tries, settings) => retryPause(tries, settings) ?? settings.retrySeconds.at(-1),
    }),
  },
  'push-not-left-for-polling': {
    title: 'forgets an event whose notifications nobody took in',
    replaces: () => ({ leavesForPolling: () => false }),
  },
  'push-any-success-acknowledges': {
    title: 'takes any status below 300 for an acknowledgement',
    source: 'stripe/stripe-cli #429',
    replaces: () => ({ acknowledgesPush: (status) => status !== undefined && status < 300 }),
  },
  'push-any-answer-acknowledges': {
    title: 'takes any answer for an acknowledgement',
    replaces: () => ({ acknowledgesPush: (status) => status !== undefined }),
  },
  'push-polled-too': {
    title: 'offers an event to polling that a callback has taken in',
    replaces: () => ({ pushTakesIn: () => false }),
  },
  'push-path-doubled': {
    title: 'appends the name of the resource to a callback that ends in it',
    source: 'stripe/stripe-cli #896',
    replaces: ({ callbackTarget }) => ({
      callbackTarget: (callbackUrl) => {
        const target = callbackTarget(callbackUrl)
        return target === callbackUrl ? target.replace(/(?=$|\?)/, '/event-notifications') : target
      },
    }),
  },
  'push-path-not-appended': {
    title: 'calls a callback as it is, without the name of the resource',
    replaces: () => ({ callbackTarget: (callbackUrl) => callbackUrl }),
  },
  'push-path-dropped': {
    title: 'calls the host of a callback, without its path',
    source: 'stripe/stripe-cli #152',
    replaces: () => ({ callbackTarget: (callbackUrl) => `${new URL(callbackUrl).origin}/event-notifications` }),
  },
  'push-as-json': {
    title: 'sends notifications as JSON',
    replaces: () => ({ pushHeaders: (headers) => ({ ...headers, 'content-type': 'application/json' }) }),
  },
  'push-without-interaction-id': {
    title: 'sends notifications without an interaction id',
    replaces: () => ({
      pushHeaders: ({ 'x-fapi-interaction-id': _, ...headers }) => headers as Readonly<Record<string, string>>,
    }),
  },
  'push-with-bearer': {
    title: 'sends notifications with a bearer token',
    replaces: () => ({ pushHeaders: (headers) => ({ ...headers, authorization: 'Bearer of-the-bank-itself' }) }),
  },
  'receiver-takes-anything': {
    title: 'answers 202 to a notification whatever is in it',
    replaces: () => ({ takesNotification: () => true }),
  },
  'receiver-takes-nothing': {
    title: 'refuses every notification',
    replaces: () => ({ takesNotification: () => false }),
  },
} as const satisfies Record<string, Fault>
