/**
 * The operations of the control API, one row each: the one source for its routes, its OpenAPI document and the page that lists them.
 *
 * @module
 */
import { type TSchema, Type } from '@sinclair/typebox'
import { ratedCurrencies } from '#fixtures/exchange-rates.js'
import { oneOf } from '#standard/index.js'
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
} as const satisfies Readonly<Record<string, ControlOperation>>

export type ControlOperationId = keyof typeof controlOperations

export const controlOperationIds = Object.keys(controlOperations) as ControlOperationId[]

/** The row of an operation, with its general type. */
export const controlOperation = (id: ControlOperationId): ControlOperation => controlOperations[id]
