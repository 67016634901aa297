/**
 * Notifications: what a bank sends to a callback, how often, and when it gives up; and the bank's own receiver. docs/facts.md section 9.3.
 *
 * @module
 */
import { decide, exchangeCode, givenConsentId } from './calls.js'
import type { Case, Expectation } from './case.js'
import {
  awaitEvent,
  callback,
  eventToken,
  notified,
  notify,
  pollEvents,
  subscribe,
  unsubscribe,
} from './event-calls.js'
import { callsOf } from './payment-calls.js'

const versions = ['1.0.0'] as const
const ref = 'docs/facts.md section 9.3'
const payments = { token: 'public-payments' } as const

const { pay } = callsOf('domestic-payment')

const reject = decide('reject', givenConsentId, { scope: 'payments' })

const of = givenConsentId

/** What is said of the consent that was rejected or approved. */
const update = { of, event: 'resource-update', kind: 'domestic-payment-consent' } as const

const about = (step: number): readonly Expectation[] => [
  { matches: 'notifiedOf', with: update, step, proves: ['EVT-REQ-050', 'EVT-REQ-340', 'EVT-REQ-390', 'EVT-REQ-400'] },
]

/** Looked at from the subscription as well, which has the address. */
const asNamed: readonly Expectation[] = [0, 2].map((step) => ({
  matches: 'calledAsNamed',
  with: { asked: 0 },
  step,
  proves: step === 0 ? 'EVT-REQ-100' : ['EVT-REQ-100', 'EVT-REQ-060'],
}))

const hourMillis = 3_600_000

export const eventNotifications: readonly Case[] = [
  {
    id: 'EVT-030',
    title:
      'sends one notification of a payment consent that was rejected, which polls do not show once it was taken in',
    operation: 'notifyEvent',
    versions,
    ref: `${ref}; sections 9.1 and 9.2`,
    given: 'pendingPayment',
    callback: { answers: [202] },
    steps: [
      subscribe({ CallbackUrl: callback() }, payments),
      reject,
      notified(of),
      pollEvents({}, { ...payments, awaitNoEvent: of }),
      unsubscribe(0, payments),
    ],
    expect: [
      { status: 201, step: 0, proves: 'EVT-REQ-080' },
      ...about(2),
      ...asNamed,
      { matches: 'notifiedOnce', with: { of }, step: 2, proves: 'EVT-REQ-270' },
      { matches: 'notSentAgain', with: { of }, step: 2, proves: 'EVT-REQ-780' },
      { matches: 'lacksEvent', with: { of }, step: 3, proves: 'EVT-REQ-750' },
    ],
  },
  {
    id: 'EVT-031',
    title: 'calls a callback that ends in the name of the resource as it is, its query included',
    operation: 'notifyEvent',
    versions,
    ref: 'docs/facts.md section 9.1: CallbackUrl',
    given: 'pendingPayment',
    callback: { answers: [202] },
    steps: [
      subscribe({ CallbackUrl: callback('/of/the/suite/event-notifications?for=EVT-031') }, payments),
      reject,
      notified(of),
      unsubscribe(0, payments),
    ],
    expect: [{ status: 201, step: 0, proves: 'EVT-REQ-080' }, ...about(2), ...asNamed],
  },
  {
    id: 'EVT-032',
    title: 'sends again what was answered 503, and nothing later about the resource before it',
    operation: 'notifyEvent',
    versions,
    ref,
    given: 'pendingPayment',
    callback: { answers: [503, 202] },
    steps: [
      subscribe({ CallbackUrl: callback() }, payments),
      decide('approve', of, { scope: 'payments' }),
      exchangeCode,
      pay(),
      notified(of, { calls: 3 }),
      unsubscribe(0, payments),
    ],
    expect: [
      { status: 201, step: 3, proves: 'DPY-REQ-010' },
      ...about(4),
      { matches: 'sentAgain', with: { of, times: 2 }, step: 4, proves: ['EVT-REQ-490', 'EVT-REQ-270'] },
      { matches: 'noneOvertakes', with: { of }, step: 4, proves: 'EVT-REQ-770' },
    ],
  },
  {
    id: 'EVT-033',
    title: 'sends at longer and longer pauses what nobody takes in, gives up, and leaves it for polling',
    operation: 'notifyEvent',
    versions,
    ref,
    given: 'pendingPayment',
    callback: { answers: [503] },
    steps: [
      subscribe({ CallbackUrl: callback() }, payments),
      reject,
      notified(of, { overRetries: 'all' }),
      { advance: hourMillis },
      pollEvents({}, payments),
      unsubscribe(0, payments),
    ],
    expect: [
      { matches: 'sentAgain', with: { of, times: 2 }, step: 2, proves: 'EVT-REQ-490' },
      { matches: 'pausesGrow', with: { of }, step: 2, proves: 'EVT-REQ-500' },
      { matches: 'noneLater', with: { of }, step: 2, proves: 'EVT-REQ-510' },
      { matches: 'hasEvent', with: { of }, step: 4, proves: ['EVT-REQ-520', 'EVT-REQ-640'] },
    ],
  },
  {
    id: 'EVT-034',
    title: 'sends again after no answer and after 200, and not after 202',
    operation: 'notifyEvent',
    versions,
    ref,
    given: 'pendingPayment',
    callback: { answers: ['none', 200, 202] },
    steps: [
      subscribe({ CallbackUrl: callback() }, payments),
      reject,
      notified(of, { calls: 3, overRetries: 'until there are' }),
      { advance: hourMillis },
      unsubscribe(0, payments),
    ],
    expect: [
      { matches: 'sentAgain', with: { of, times: 2 }, step: 2, proves: ['EVT-REQ-490', 'EVT-REQ-270'] },
      { matches: 'sentAgain', with: { of, times: 3 }, step: 2, proves: 'EVT-REQ-760' },
      { matches: 'notSentAgain', with: { of }, step: 2, proves: 'EVT-REQ-780' },
    ],
  },
  {
    id: 'EVT-035',
    title: 'takes a token of its own at its own receiver, and nothing that is none',
    operation: 'notifyEvent',
    versions,
    ref: 'Source document, operation list; docs/facts.md section 9.3: receiver',
    given: 'pendingPayment',
    steps: [
      subscribe({}, payments),
      reject,
      awaitEvent(of, payments),
      notify({ textBody: eventToken(2, of) }),
      { ...notify({ rawBody: 'no token' }), deviates: ['body'] },
      unsubscribe(0, payments),
    ],
    expect: [
      { matches: 'hasEvent', with: { of }, step: 2, proves: 'EVT-REQ-340' },
      { status: 202, step: 3, proves: 'EVT-REQ-540' },
      { header: 'x-fapi-interaction-id', like: '^.+$', step: 3, proves: 'HDR-REQ-100' },
      { status: 400, step: 4, proves: 'EVT-REQ-540' },
    ],
  },
]
