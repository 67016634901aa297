/**
 * Event subscriptions: created, listed, replaced, deleted. docs/facts.md section 9.1.
 *
 * @module
 */
import { eventTypes } from '#standard/index.js'
import type { Case } from './case.js'
import {
  listSubscriptions,
  pollEvents,
  replaceSubscription,
  subscribe,
  subscriptionId,
  unsubscribe,
} from './event-calls.js'
import { fieldFault, refusals, unknownId } from './expect.js'

const versions = ['1.0.0'] as const
const ref = 'Source document, operation list; docs/facts.md section 9.1'
const ids = 'Data.EventSubscription[].EventSubscriptionId'

const bare = '/event-subscriptions/{EventSubscriptionId}'

const asText = { headers: { 'content-type': 'text/plain' }, deviates: ['content-type'] }

const bothWrong = [
  { errorCode: 'Field.Invalid', path: 'Data.Version' },
  { errorCode: 'Field.Invalid', path: 'Data.EventTypes' },
] as const

/** An address that nobody has (RFC 2606). */
const callback = 'https://events.invalid/obf'

export const eventSubscriptions: readonly Case[] = [
  {
    id: 'EVT-001',
    title: 'takes a subscription of a TPP that polls',
    operation: 'createEventSubscription',
    versions,
    ref,
    given: 'nothing',
    steps: [subscribe(), unsubscribe()],
    expect: [
      { status: 201, step: 0, proves: ['EVT-REQ-010', 'EVT-REQ-090', 'ERR-REQ-300', 'AUT-REQ-270', 'AUT-REQ-310'] },
      { present: ['Data.EventSubscriptionId'], step: 0, proves: 'EVT-REQ-150' },
      { matches: 'asSent', with: { request: 0, path: 'Data' }, step: 0, proves: 'EVT-REQ-110' },
      { matches: 'absoluteUri', with: { path: 'Links.Self' }, step: 0, proves: 'FMT-REQ-140' },
      { status: 204, proves: ['EVT-REQ-040', 'EVT-REQ-200', 'VER-REQ-300', 'VER-REQ-340'] },
    ],
  },
  {
    id: 'EVT-002',
    title: 'keeps the callback and the types that a TPP asks for',
    operation: 'createEventSubscription',
    versions,
    ref,
    given: 'nothing',
    steps: [subscribe({ CallbackUrl: callback, EventTypes: eventTypes }), unsubscribe()],
    expect: [
      { status: 201, step: 0, proves: ['EVT-REQ-080', 'EVT-REQ-120'] },
      {
        matches: 'asSent',
        with: { request: 0, path: 'Data' },
        step: 0,
        proves: ['EVT-REQ-080', 'EVT-REQ-110', 'EVT-REQ-120'],
      },
    ],
  },
  {
    id: 'EVT-003',
    title: 'lists the subscriptions of the TPP, and of no other',
    operation: 'getEventSubscriptions',
    versions,
    ref: `${ref}; section 4.6`,
    given: 'nothing',
    steps: [subscribe(), listSubscriptions(), listSubscriptions({ token: 'public-other' }), unsubscribe()],
    expect: [
      { status: 200, step: 1, proves: ['EVT-REQ-020', 'ERR-REQ-290', 'VER-REQ-340'] },
      { matches: 'hasId', with: { path: ids, id: subscriptionId() }, step: 1, proves: ['EVT-REQ-020', 'EVT-REQ-170'] },
      { status: 200, step: 2, proves: 'EVT-REQ-180' },
      { matches: 'lacksId', with: { path: ids, id: subscriptionId() }, step: 2, proves: 'EVT-REQ-180' },
    ],
  },
  {
    id: 'EVT-004',
    title: 'replaces a subscription as a whole',
    operation: 'replaceEventSubscription',
    versions,
    ref,
    given: 'nothing',
    steps: [
      subscribe({ CallbackUrl: callback, EventTypes: eventTypes }),
      replaceSubscription({ Version: '1.0' }),
      listSubscriptions(),
      unsubscribe(),
    ],
    expect: [
      { present: ['Data.EventTypes', 'Data.CallbackUrl'], step: 0, proves: ['EVT-REQ-080', 'EVT-REQ-120'] },
      { status: 200, step: 1, proves: ['EVT-REQ-030', 'EVT-REQ-190', 'VER-REQ-300', 'VER-REQ-340'] },
      {
        matches: 'asSent',
        with: { request: 1, path: 'Data' },
        step: 1,
        proves: ['EVT-REQ-190', 'EVT-REQ-150', 'EVT-REQ-110'],
      },
      {
        absent: ['Data.EventTypes', 'Data.CallbackUrl'],
        step: 1,
        proves: ['EVT-REQ-190', 'EVT-REQ-120', 'EVT-REQ-080'],
      },
      { matches: 'hasId', with: { path: ids, id: subscriptionId() }, step: 2, proves: 'EVT-REQ-190' },
    ],
  },
  {
    id: 'EVT-005',
    title: 'answers 400 to what is asked of a subscription that was deleted',
    operation: 'deleteEventSubscription',
    versions,
    ref,
    given: 'nothing',
    steps: [subscribe(), unsubscribe(), unsubscribe(), replaceSubscription()],
    expect: [
      { status: 204, step: 1, proves: 'EVT-REQ-200' },
      ...unknownId(['EVT-REQ-210', 'ERR-REQ-450'], 2),
      ...unknownId(['EVT-REQ-210', 'ERR-REQ-450'], 3),
    ],
  },
  {
    id: 'EVT-006',
    title: 'refuses to replace a subscription by one with another id',
    operation: 'replaceEventSubscription',
    versions,
    ref,
    given: 'nothing',
    steps: [
      subscribe(),
      replaceSubscription(
        { EventSubscriptionId: { from: 'fresh', name: 'another' } },
        { deviates: ['Data.EventSubscriptionId'] },
      ),
      unsubscribe(),
    ],
    expect: fieldFault({
      errorCode: 'Field.Invalid',
      path: 'Data.EventSubscriptionId',
      answer: 'EVT-REQ-160',
      step: 1,
    }),
  },
  {
    id: 'EVT-007',
    title: 'refuses a type of events that there is not',
    operation: 'createEventSubscription',
    versions,
    ref: 'docs/facts.md section 3.3',
    given: 'nothing',
    steps: [
      subscribe(),
      subscribe({ EventTypes: ['urn:example:no-such-event'] }, { deviates: ['Data.EventTypes'] }),
      replaceSubscription({ EventTypes: ['urn:example:no-such-event'] }, { deviates: ['Data.EventTypes'] }),
      unsubscribe(),
    ],
    expect: [
      ...fieldFault({ errorCode: 'Field.Invalid', path: 'Data.EventTypes', answer: 'EVT-REQ-140', step: 1 }),
      ...fieldFault({ errorCode: 'Field.Invalid', path: 'Data.EventTypes', answer: 'EVT-REQ-140', step: 2 }),
    ],
  },
  ...(
    [
      ['EVT-008', 'without a version', {}, 'Field.Missing', 'Data.Version', 'EVT-REQ-110', 'ERR-REQ-400'],
      [
        'EVT-009',
        'with a version of 11 characters',
        { Version: '1.0.0-alpha' },
        'Field.Invalid',
        'Data.Version',
        'EVT-REQ-110',
        'ERR-REQ-420',
      ],
      [
        'EVT-010',
        'with a callback that is no https URI',
        { Version: '1.0.0', CallbackUrl: 'http://events.invalid/obf' },
        'Field.Invalid',
        'Data.CallbackUrl',
        'EVT-REQ-080',
        'ERR-REQ-420',
      ],
      [
        'EVT-011',
        'with types that are no array',
        { Version: '1.0.0', EventTypes: 'all' },
        'Field.Invalid',
        'Data.EventTypes',
        'EVT-REQ-120',
        'ERR-REQ-420',
      ],
    ] as const
  ).map(([id, what, Data, errorCode, path, rule, answer]): Case => {
    return {
      id,
      title: `refuses a subscription ${what}`,
      operation: 'createEventSubscription',
      versions,
      ref,
      given: 'nothing',
      steps: [{ call: 'createEventSubscription', body: { Data }, deviates: [path] }],
      expect: fieldFault({ errorCode, path, rule, answer }),
    }
  }),
  {
    id: 'EVT-014',
    title: 'refuses a body that is not JSON, fields that there are not, and says all that is wrong at once',
    operation: 'createEventSubscription',
    versions,
    ref: 'Source document, "Errors"; docs/facts.md sections 3.2 and 3.3',
    given: 'nothing',
    steps: [
      subscribe(),
      { call: 'createEventSubscription', rawBody: '{"Data":', deviates: ['body'] },
      { ...replaceSubscription(), rawBody: '[]', deviates: ['body'] },
      subscribe({ Colour: 'red' }, { deviates: ['Data.Colour'] }),
      subscribe({ Version: '', EventTypes: 'all' }, { deviates: ['Data.Version', 'Data.EventTypes'] }),
      replaceSubscription({ Version: '', EventTypes: 'all' }, { deviates: ['Data.Version', 'Data.EventTypes'] }),
      replaceSubscription({ Version: null }, { deviates: ['Data.Version'] }),
      replaceSubscription({ Colour: 'red' }, { deviates: ['Data.Colour'] }),
      {
        ...replaceSubscription({}, { deviates: ['Data.Version'] }),
        body: { Data: { EventSubscriptionId: subscriptionId() } },
      },
      unsubscribe(),
    ],
    expect: [
      ...fieldFault({ errorCode: 'Resource.InvalidFormat', answer: 'ERR-REQ-390', step: 1 }),
      ...fieldFault({ errorCode: 'Resource.InvalidFormat', answer: 'ERR-REQ-390', step: 2 }),
      ...fieldFault({ errorCode: 'Field.Unexpected', path: 'Data.Colour', answer: 'ERR-REQ-410', step: 3 }),
      ...[4, 5].map((step) => ({ allErrors: bothWrong, step, proves: 'ERR-REQ-360' }) as const),
      ...[4, 5].map((step) => ({ status: 400, step, proves: 'ERR-REQ-360' }) as const),
      ...fieldFault({ errorCode: 'Field.Invalid', path: 'Data.Version', answer: 'ERR-REQ-420', step: 6 }),
      ...fieldFault({ errorCode: 'Field.Unexpected', path: 'Data.Colour', answer: 'ERR-REQ-410', step: 7 }),
      ...fieldFault({ errorCode: 'Field.Missing', path: 'Data.Version', answer: 'ERR-REQ-400', step: 8 }),
    ],
  },
  {
    id: 'EVT-015',
    title: 'takes event operations with a token of either scope',
    operation: 'createEventSubscription',
    versions,
    ref: 'docs/facts.md section 4.6',
    given: 'nothing',
    steps: [
      subscribe({}, { token: 'public-payments' }),
      listSubscriptions({ token: 'public-payments' }),
      replaceSubscription({}, { token: 'public-payments' }),
      pollEvents({}, { token: 'public-payments' }),
      unsubscribe(0, { token: 'public-payments' }),
      subscribe(),
      listSubscriptions(),
      replaceSubscription({}, {}, 5),
      pollEvents(),
      unsubscribe(5),
    ],
    expect: [201, 200, 200, 200, 204, 201, 200, 200, 200, 204].map((status, step) => ({
      status,
      step,
      proves: ['AUT-REQ-310', 'AUT-REQ-270'] as const,
    })) as never,
  },
  {
    id: 'EVT-016',
    title: 'takes no body about events but JSON',
    operation: 'createEventSubscription',
    versions,
    ref: 'Source document, "Errors": 415',
    given: 'nothing',
    steps: [subscribe(), subscribe({}, asText), replaceSubscription({}, asText), pollEvents({}, asText), unsubscribe()],
    expect: [
      ...[1, 2, 3].map((step) => ({ status: 415, step, proves: ['HDR-REQ-280', 'ERR-REQ-070'] }) as const),
    ] as never,
  },
  {
    id: 'EVT-017',
    title: 'takes the path of a subscription without its slash at the end',
    operation: 'replaceEventSubscription',
    versions,
    ref: 'docs/facts.md section 1: trailing slash',
    given: 'nothing',
    steps: [
      subscribe(),
      replaceSubscription({}, { path: bare, deviates: ['path'] }),
      unsubscribe(0, { path: bare, deviates: ['path'] }),
      unsubscribe(),
    ],
    expect: [
      { status: 200, step: 1, proves: 'VER-REQ-320' },
      { status: 204, step: 2, proves: 'VER-REQ-320' },
    ],
  },
  {
    id: 'EVT-012',
    title: 'lets no TPP replace or delete the subscription of another',
    operation: 'getEventSubscriptions',
    versions,
    ref: 'docs/facts.md section 4.6',
    given: 'nothing',
    steps: [
      subscribe({ EventTypes: eventTypes }),
      listSubscriptions(),
      replaceSubscription({}, { token: 'public-other', deviates: ['token'] }),
      unsubscribe(0, { token: 'public-other', deviates: ['token'] }),
      listSubscriptions(),
      unsubscribe(),
    ],
    expect: [
      { status: refusals, step: 2, proves: 'EVT-REQ-180' },
      { status: refusals, step: 3, proves: 'EVT-REQ-180' },
      { matches: 'sameData', with: { as: 1 }, step: 4, proves: 'EVT-REQ-180' },
      { matches: 'hasId', with: { path: ids, id: subscriptionId() }, step: 4, proves: 'EVT-REQ-180' },
    ],
  },
  {
    id: 'EVT-013',
    title: 'takes several subscriptions of one TPP',
    operation: 'createEventSubscription',
    versions,
    ref: 'docs/facts.md section 15.17',
    given: 'nothing',
    steps: [subscribe(), subscribe(), unsubscribe(), unsubscribe(1)],
    expect: [{ status: 201, step: 1, proves: 'EVT-REQ-220' }],
  },
]
