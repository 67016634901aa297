/**
 * Events that are polled: what a bank tells of a payment consent and of a payment, and how it heeds what the TPP says of it.
 * docs/facts.md sections 9.2 and 9.4.
 *
 * @module
 */
import { createdConsentId, decide, givenConsentId } from './calls.js'
import type { Case, Expectation, Value } from './case.js'
import { awaitEvent, eventId, pollEvents, subscribe, unsubscribe } from './event-calls.js'
import { fieldFault } from './expect.js'
import { callsOf } from './payment-calls.js'

const versions = ['1.0.0'] as const
const ref = 'docs/facts.md section 9.4'
const payments = { token: 'public-payments' } as const

const { ask, pay, idPath } = callsOf('domestic-payment')

const reject = (consentId: Value = givenConsentId) => decide('reject', consentId, { scope: 'payments' })

/** The answer to a poll has an event about a resource, or none. */
const has = (of: Value, step: number, proves: Expectation['proves']): Expectation => ({
  matches: 'hasEvent',
  with: { of },
  step,
  proves,
})
const lacks = (of: Value, step: number, proves: Expectation['proves']): Expectation => ({
  matches: 'lacksEvent',
  with: { of },
  step,
  proves,
})

const wrongBodies = [
  ['maxEvents', { maxEvents: -1 }, 'EVT-REQ-560'],
  ['returnImmediately', { returnImmediately: 'yes' }, 'EVT-REQ-570'],
  ['ack', { ack: 'an-id' }, 'EVT-REQ-580'],
  ['setErrs', { setErrs: [] }, 'EVT-REQ-590'],
  ['setErrs', { setErrs: { 'an-id': { err: 'json' } } }, 'EVT-REQ-600'],
  ['setErrs', { setErrs: { 'an-id': { err: 'no-such-error', description: 'of the suite' } } }, 'EVT-REQ-610'],
] as const

export const eventPolls: readonly Case[] = [
  {
    id: 'EVT-020',
    title:
      'tells of payment consents that were rejected, as much as is asked for, again after an error, until the TPP has taken that in',
    operation: 'pollEvents',
    versions,
    ref: `Source document, operation list; ${ref}; section 9.2`,
    given: 'pendingPayment',
    steps: [
      subscribe({}, payments),
      reject(),
      awaitEvent(givenConsentId, payments),
      ask(),
      reject(createdConsentId(3)),
      awaitEvent(createdConsentId(3), payments),
      pollEvents({ maxEvents: 1 }, payments),
      pollEvents({ maxEvents: 0 }, payments),
      { call: 'pollEvents', body: {}, ...payments },
      pollEvents(
        {
          ack: [{ from: 'fresh', name: 'unknown' }],
          setErrs: { 'no-such-event': { err: 'dup', description: 'of the suite' } },
        },
        payments,
      ),
      {
        ...pollEvents({}, payments),
        body: {
          maxEvents: 100,
          returnImmediately: true,
          setErrs: { from: 'errorOn', event: eventId(2, givenConsentId) },
        },
      },
      pollEvents({}, payments),
      pollEvents({ ack: [eventId(2, givenConsentId)] }, payments),
      pollEvents({}, payments),
      unsubscribe(0, payments),
    ],
    expect: [
      { status: 200, step: 2, proves: ['EVT-REQ-070', 'EVT-REQ-550', 'EVT-REQ-570', 'AUT-REQ-270'] },
      has(givenConsentId, 2, ['EVT-REQ-070', 'EVT-REQ-340', 'EVT-REQ-130', 'EVT-REQ-330']),
      {
        matches: 'eventSays',
        with: { of: givenConsentId, event: 'resource-update', kind: 'domestic-payment-consent' },
        step: 2,
        proves: ['EVT-REQ-340', 'EVT-REQ-370', 'EVT-REQ-390', 'EVT-REQ-400', 'EVT-REQ-410'],
      },
      {
        matches: 'eventsInOrder',
        step: 5,
        with: { first: givenConsentId, second: createdConsentId(3) },
        proves: 'EVT-REQ-700',
      },
      { matches: 'eventCount', with: { most: 1, least: 1 }, step: 6, proves: 'EVT-REQ-560' },
      { body: { moreAvailable: true }, step: 6, proves: 'EVT-REQ-620' },
      { matches: 'eventCount', with: { most: 0 }, step: 7, proves: 'EVT-REQ-680' },
      { matches: 'eventCount', with: { most: 10, least: 2 }, step: 8, proves: ['EVT-REQ-710', 'EVT-REQ-560'] },
      { status: 200, step: 9, proves: 'EVT-REQ-690' },
      has(givenConsentId, 9, ['EVT-REQ-690', 'EVT-REQ-640']),
      { status: 200, step: 10, proves: ['EVT-REQ-590', 'EVT-REQ-600', 'EVT-REQ-610'] },
      has(givenConsentId, 11, 'EVT-REQ-650'),
      { matches: 'sameEvent', with: { of: givenConsentId, as: 2 }, step: 11, proves: ['EVT-REQ-640', 'EVT-REQ-270'] },
      lacks(givenConsentId, 12, ['EVT-REQ-660', 'EVT-REQ-580']),
      lacks(givenConsentId, 13, ['EVT-REQ-670']),
    ],
  },
  {
    id: 'EVT-023',
    title: 'tells nothing to a TPP that has no subscription',
    operation: 'pollEvents',
    versions,
    ref,
    given: 'nothing',
    steps: [pollEvents({}, { token: 'public-other' })],
    expect: [
      { status: 200, proves: 'EVT-REQ-740' },
      { matches: 'eventCount', with: { most: 0 }, proves: 'EVT-REQ-740' },
      { body: { moreAvailable: false }, proves: 'EVT-REQ-740' },
    ],
  },
  {
    id: 'EVT-024',
    title: 'tells no TPP of what concerns another, and takes no acknowledgement for it',
    operation: 'pollEvents',
    versions,
    ref: 'docs/facts.md section 4.6',
    given: 'pendingPayment',
    steps: [
      subscribe({}, payments),
      subscribe({}, { token: 'public-other' }),
      reject(),
      awaitEvent(givenConsentId, payments),
      pollEvents({ ack: [eventId(3, givenConsentId)] }, { token: 'public-other' }),
      pollEvents({}, payments),
      unsubscribe(1, { token: 'public-other' }),
      unsubscribe(0, payments),
    ],
    expect: [lacks(givenConsentId, 4, 'EVT-REQ-180'), has(givenConsentId, 5, ['EVT-REQ-180', 'EVT-REQ-640'])],
  },
  {
    id: 'EVT-025',
    title: 'tells of a payment whose status changes',
    operation: 'pollEvents',
    versions,
    ref: 'docs/facts.md section 9.2',
    given: 'ownApprovedPayment',
    steps: [
      subscribe({}, payments),
      pay(),
      awaitEvent({ from: 'step', step: 1, path: idPath }, payments),
      unsubscribe(0, payments),
    ],
    expect: [
      { status: 201, step: 1, proves: 'DPY-REQ-010' },
      {
        matches: 'eventSays',
        with: { of: { from: 'step', step: 1, path: idPath }, event: 'resource-update', kind: 'domestic-payment' },
        step: 2,
        proves: ['EVT-REQ-340', 'EVT-REQ-390', 'EVT-REQ-400'],
      },
    ],
  },
  {
    id: 'EVT-026',
    title: 'refuses polls with members that are not as they have to be',
    operation: 'pollEvents',
    versions,
    ref,
    given: 'nothing',
    steps: wrongBodies.map(([member, body]) => ({
      ...pollEvents(),
      body: body as Value,
      deviates: [member],
    })) as never,
    expect: wrongBodies.flatMap(([path, , rule], step) =>
      fieldFault({
        errorCode: rule === 'EVT-REQ-600' ? 'Field.Missing' : 'Field.Invalid',
        path,
        rule,
        answer: rule === 'EVT-REQ-600' ? 'ERR-REQ-400' : 'ERR-REQ-420',
        step,
      }),
    ) as never,
  },
  {
    id: 'EVT-027',
    title: 'refuses a poll that is not JSON, and says all that is wrong with one at once',
    operation: 'pollEvents',
    versions,
    ref: 'Source document, "Errors"; docs/facts.md sections 3.2 and 3.3',
    given: 'nothing',
    steps: [
      { call: 'pollEvents', rawBody: '{"ack":', deviates: ['body'] },
      {
        call: 'pollEvents',
        body: { maxEvents: -1, returnImmediately: 'yes' },
        deviates: ['maxEvents', 'returnImmediately'],
      },
    ],
    expect: [
      ...fieldFault({ errorCode: 'Resource.InvalidFormat', answer: 'ERR-REQ-390', step: 0 }),
      {
        allErrors: [
          { errorCode: 'Field.Invalid', path: 'maxEvents' },
          { errorCode: 'Field.Invalid', path: 'returnImmediately' },
        ],
        proves: 'ERR-REQ-360',
      },
      { status: 400, proves: 'ERR-REQ-360' },
    ],
  },
]
