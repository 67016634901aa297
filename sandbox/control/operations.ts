/**
 * The operations of the control API, one row each: the one source for its routes, its OpenAPI document and the page that lists them.
 *
 * @module
 */
import { type TSchema, Type } from '@sinclair/typebox'
import { ratedCurrencies } from '#fixtures/exchange-rates.js'
import { eventTypes, oneOf } from '#standard/index.js'
import { catcherAnswerNames } from '../events/catcher.js'
import { largestRate, smallestRate } from '../exchange/rate.js'
import { FaultSettings } from '../faults/settings.js'
import { VariationIds } from '../variations/active-variations.js'

export const controlPath = '/_sandbox'

export interface ControlOperation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below `/_sandbox`, parameters in braces. */
  readonly path: string
  /** What it is about: operations of one group are listed together. */
  readonly group: ControlGroup
  /** One sentence. */
  readonly summary: string
  readonly description?: string
  readonly body?: TSchema
  /** A body that works as it stands; where it takes ids, with those that the sample bank has. */
  readonly example?: unknown
  /** What a success answers, where it is JSON. */
  readonly response?: TSchema
  /** The condition of a body or a path that is refused with 400. */
  readonly refuses?: true
}

/** The groups, in the order in which they are listed, with a sentence each. */
export const controlGroups = {
  Bank: 'What the bank is: addresses, credentials, test people, and how a judge reads it.',
  Clock: 'The time of the bank, on which everything depends that ends, is booked or falls due.',
  Faults: 'What the bank does wrong on purpose.',
  Variations: 'What another bank that is right may do differently.',
  PSU: 'What a customer decides, without a browser.',
  Events: 'What TPPs are told, each try of it, and a callback to see it with.',
} as const

export type ControlGroup = keyof typeof controlGroups

/** Names and ids, none of which is as long. */
const name = Type.String({ maxLength: 200 })
const accountIds = Type.Array(name, { minItems: 1, maxItems: 1000 })

const closed = { additionalProperties: false }

export const AuthorisationBody = Type.Object(
  {
    // as long as a browser could send it
    authorizationUrl: Type.String({ maxLength: 16_384 }),
    psu: name,
    decision: oneOf(['approve', 'reject', 'cancel']),
    accounts: Type.Optional(accountIds),
    account: Type.Optional(name),
  },
  closed,
)

export const RevokeBody = Type.Object({ psu: name }, closed)

export const AccountsBody = Type.Object({ psu: name, accounts: accountIds }, closed)

export const ClockBody = Type.Object(
  { now: Type.Optional(Type.String({ format: 'date-time' })), frozen: Type.Optional(Type.Boolean()) },
  closed,
)

export const RaiseBody = Type.Object(
  {
    tpp: name,
    type: oneOf(eventTypes),
    resource: Type.Object({ path: Type.String({ pattern: '^/[a-z-]+s$', maxLength: 100 }), id: name }, closed),
    reason: Type.Optional(name),
  },
  closed,
)

export const ResendBody = Type.Object({ deliveryId: name }, closed)

export const CatcherBody = Type.Object({ answer: oneOf(catcherAnswerNames) }, closed)

const instant = Type.String({ format: 'date-time' })

const ShownEvent = Type.Object(
  {
    eventId: Type.String(),
    tpp: Type.String(),
    types: Type.Array(Type.String()),
    reason: Type.Optional(Type.String()),
    resource: Type.Object({ type: Type.String(), id: Type.String() }, closed),
    at: instant,
    acknowledgedAt: Type.Optional(instant),
    error: Type.Optional(Type.Object({ err: Type.String(), description: Type.String() }, closed)),
  },
  closed,
)

const Try = Type.Object(
  {
    at: instant,
    millis: Type.Integer(),
    interactionId: Type.String(),
    status: Type.Optional(Type.Integer()),
    error: Type.Optional(Type.String()),
  },
  closed,
)

const ShownDelivery = Type.Object(
  {
    deliveryId: Type.String(),
    eventId: Type.String(),
    subscriptionId: Type.String(),
    tpp: Type.String(),
    target: Type.String(),
    state: Type.String(),
    nextAt: Type.Optional(instant),
    tries: Type.Array(Try),
  },
  closed,
)

const Caught = Type.Object(
  {
    at: instant,
    path: Type.String(),
    interactionId: Type.Optional(Type.String()),
    isVerified: Type.Boolean(),
    problem: Type.Optional(Type.String()),
    claims: Type.Optional(Type.Unknown()),
    body: Type.String(),
    answer: Type.String(),
  },
  closed,
)

const CatcherState = Type.Object(
  { catcher: Type.String(), callbackUrl: Type.String(), answer: Type.String(), caught: Type.Array(Caught) },
  closed,
)

export const AdvanceBody = Type.Object({ by: name }, closed)

const ClockState = Type.Object({ now: Type.String({ format: 'date-time' }), frozen: Type.Boolean() }, closed)

const ConsentState = Type.Object(
  {
    ConsentId: Type.String(),
    Status: Type.String(),
    StatusUpdateDateTime: Type.String({ format: 'date-time' }),
    accounts: Type.Array(Type.String()),
  },
  closed,
)

const Faults = Type.Object(
  {
    available: Type.Array(
      Type.Object({ id: Type.String(), title: Type.String(), source: Type.Optional(Type.String()) }, closed),
    ),
    active: FaultSettings,
  },
  closed,
)

const currency = oneOf(ratedCurrencies)

const Rate = Type.Object(
  { unitCurrency: currency, currency, rate: Type.Number({ minimum: smallestRate, maximum: largestRate }) },
  closed,
)

export const RatesBody = Type.Array(Rate, { maxItems: 100 })

const Rates = Type.Object({ rates: Type.Array(Rate), set: Type.Array(Rate) }, closed)

const Variations = Type.Object(
  {
    available: Type.Array(Type.Object({ id: Type.String(), title: Type.String(), allowedBy: Type.String() }, closed)),
    active: VariationIds,
  },
  closed,
)

const Consents = Type.Array(
  Type.Object(
    {
      ConsentId: Type.String(),
      kind: Type.String(),
      Status: Type.String(),
      tpp: Type.String(),
      psu: Type.Optional(Type.String()),
      version: Type.String(),
      CreationDateTime: Type.String({ format: 'date-time' }),
      StatusUpdateDateTime: Type.String({ format: 'date-time' }),
    },
    closed,
  ),
)

export const SamplesBody = Type.Object({ version: Type.Optional(Type.String({ maxLength: 20 })) }, closed)

const freeObject = Type.Object({}, { additionalProperties: true })

export const controlOperations = {
  getBank: {
    method: 'GET',
    path: '/',
    group: 'Bank',
    summary: 'Everything there is: addresses, TPPs, test people, clock, faults, levers. A browser gets it as a page.',
    response: freeObject,
  },
  makeSamples: {
    method: 'POST',
    path: '/samples',
    group: 'Bank',
    summary: 'Makes consents and payments of the sample TPP, and says what to fill in to try each operation.',
    description: 'The page of the documentation calls it. Each payment is BHD 1.000 of the first PSU.',
    body: SamplesBody,
    example: { version: '1.0.0' },
    response: freeObject,
    refuses: true,
  },
  getProfile: {
    method: 'GET',
    path: '/profile',
    group: 'Bank',
    summary: 'The bank as a judge needs to know it.',
    description: '`ob-conformance run URL` reads it, so that a run against the sandbox needs no file.',
    response: freeObject,
  },
  decideAuthorisation: {
    method: 'POST',
    path: '/authorisations',
    group: 'PSU',
    summary: 'Has a PSU decide on an authorisation request, and says where the page would have sent them.',
    description:
      '`authorizationUrl` is the address that a TPP sends its user to. `accounts` are those to share (default all of the PSU), ' +
      '`account` the one to pay from (default the first that can pay).',
    body: AuthorisationBody,
    response: Type.Object({ redirectTo: Type.String({ format: 'uri' }) }, closed),
    refuses: true,
  },
  listConsents: {
    method: 'GET',
    path: '/consents',
    group: 'PSU',
    summary: 'The consents of the bank, the newest 100 first.',
    response: Consents,
  },
  revokeConsent: {
    method: 'POST',
    path: '/consents/{ConsentId}/revoke',
    group: 'PSU',
    summary: 'Has a PSU stop a consent at the bank, as on `/my-consents`.',
    body: RevokeBody,
    response: ConsentState,
    refuses: true,
  },
  changeConsentAccounts: {
    method: 'PUT',
    path: '/consents/{ConsentId}/accounts',
    group: 'PSU',
    summary: 'Has a PSU choose other accounts for a consent, as on `/my-consents`.',
    body: AccountsBody,
    response: ConsentState,
    refuses: true,
  },
  getClock: {
    method: 'GET',
    path: '/clock',
    group: 'Clock',
    summary: 'What time it is at the bank.',
    response: ClockState,
  },
  setClock: {
    method: 'PUT',
    path: '/clock',
    group: 'Clock',
    summary: 'Sets the clock, stops it or lets it go on.',
    description: 'What is due on the way is done before the call answers.',
    body: ClockBody,
    example: { frozen: false },
    response: ClockState,
    refuses: true,
  },
  advanceClock: {
    method: 'POST',
    path: '/clock/advance',
    group: 'Clock',
    summary: 'Moves the clock on by an ISO 8601 duration such as `P3D` or `PT1H30M`.',
    description:
      'What is due on the way is done before the call answers: entries are booked, payments made, tokens end.',
    body: AdvanceBody,
    example: { by: 'PT1M' },
    response: ClockState,
    refuses: true,
  },
  getExchangeRates: {
    method: 'GET',
    path: '/exchange-rates',
    group: 'Bank',
    summary: 'What one unit of each currency costs in dinars now, and which rates were set.',
    response: Rates,
  },
  setExchangeRates: {
    method: 'PUT',
    path: '/exchange-rates',
    group: 'Bank',
    summary: 'Sets these exchange rates and no others; the rest follow from the seed and the clock.',
    description: 'One unit of `unitCurrency` costs `rate` of `currency`. A pair holds in both directions.',
    body: RatesBody,
    example: [{ unitCurrency: 'USD', currency: 'BHD', rate: 0.377 }],
    response: Rates,
    refuses: true,
  },
  getFaults: {
    method: 'GET',
    path: '/faults',
    group: 'Faults',
    summary: 'Every fault there is, and those that are on.',
    response: Faults,
  },
  setFaults: {
    method: 'PUT',
    path: '/faults',
    group: 'Faults',
    summary: 'Switches these faults on and all others off.',
    body: FaultSettings,
    example: [],
    response: Type.Object({ active: FaultSettings }, closed),
    refuses: true,
  },
  getVariations: {
    method: 'GET',
    path: '/variations',
    group: 'Variations',
    summary: 'Every lawful choice of a bank that can be switched on, and those that are.',
    response: Variations,
  },
  setVariations: {
    method: 'PUT',
    path: '/variations',
    group: 'Variations',
    summary: 'Switches these variations on and all others off.',
    body: VariationIds,
    example: [],
    response: Type.Object({ active: VariationIds }, closed),
    refuses: true,
  },
  listEvents: {
    method: 'GET',
    path: '/events',
    group: 'Events',
    summary: 'The events of the last week and those that wait for their TPP, the newest first.',
    response: Type.Object({ events: Type.Array(ShownEvent) }, closed),
  },
  raiseEvent: {
    method: 'POST',
    path: '/events',
    group: 'Events',
    summary: 'Tells a TPP of an event by hand, whether or not it happened.',
    description: 'The answer has `null` where no subscription of the TPP wants it.',
    body: RaiseBody,
    example: { tpp: 'tpp-demo', type: eventTypes[0], resource: { path: '/domestic-payments', id: 'a-payment' } },
    response: Type.Object({ eventId: Type.Union([Type.String(), Type.Null()]) }, closed),
    refuses: true,
  },
  listDeliveries: {
    method: 'GET',
    path: '/deliveries',
    group: 'Events',
    summary: 'Every notification that was sent or waits, with each try, the newest event first.',
    response: Type.Object({ deliveries: Type.Array(ShownDelivery) }, closed),
  },
  resendDelivery: {
    method: 'POST',
    path: '/deliveries/resend',
    group: 'Events',
    summary: 'Sends a notification once more, the same token.',
    description: 'The answer has `null` where there is no such delivery, or it is still on its way.',
    body: ResendBody,
    example: { deliveryId: 'evt-1 subscription-1' },
    response: Type.Object({ deliveryId: Type.Union([Type.String(), Type.Null()]) }, closed),
    refuses: true,
  },
  getCatcher: {
    method: 'GET',
    path: '/catcher/{Catcher}',
    group: 'Events',
    summary: 'What a catcher has caught, the newest first; a page for a browser.',
    description:
      'Any name is a catcher: a subscription with the CallbackUrl `…/_sandbox/catcher/NAME` sends it its notifications.',
    response: CatcherState,
  },
  setCatcher: {
    method: 'PUT',
    path: '/catcher/{Catcher}',
    group: 'Events',
    summary: 'Has a catcher answer like this from now on.',
    body: CatcherBody,
    example: { answer: 'accepted' },
    response: CatcherState,
    refuses: true,
  },
  emptyCatcher: {
    method: 'DELETE',
    path: '/catcher/{Catcher}',
    group: 'Events',
    summary: 'Forgets what a catcher has caught, and has it answer 202 again.',
    response: CatcherState,
  },
} as const satisfies Readonly<Record<string, ControlOperation>>

export type ControlOperationId = keyof typeof controlOperations

export const controlOperationIds = Object.keys(controlOperations) as ControlOperationId[]

/** The row of an operation, with its general type. */
export const controlOperation = (id: ControlOperationId): ControlOperation => controlOperations[id]
