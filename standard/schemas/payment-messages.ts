/**
 * The messages of payments, which all families build alike: consent and payment, request and response. FACTS 8.1.
 *
 * Each takes the `Initiation` of a family and the fields that its version or family adds to `Data`.
 *
 * @module
 */
import { type TProperties, type TSchema, Type } from '@sinclair/typebox'
import type { Rail } from '../local-instruments.js'
import { type PaymentStatus, stateMachines } from '../state-machines.js'
import type { Version } from '../versions.js'
import { Links, Meta } from './envelope.js'
import { Authorisation, charge, Debtor, PaymentRisk, refund, ScaSupportData } from './payment-parts.js'
import { closed, formatted, oneOf, type RowsOfPlace, text, withRows } from './types.js'

const framework = { basis: 'framework' } as const
const ConsentId = text(1, 128)
const DateTime = formatted('date-time')
const envelope = { Links, Meta: Type.Optional(Meta) }

/** What only answers have. */
const notAsked = { Debtor: ['PMT-REQ-510'] } as const satisfies RowsOfPlace['absent']

/** What a consent of a payment that is made later asks for. */
export const permission = { Permission: withRows(oneOf(['Create']), 'PMT-REQ-090', 'PMT-REQ-400') }

/** What a TPP may add to a consent from 1.0.0 on; in 0.0.1 it is not seen (FACTS 13). */
export const consentOptions = {
  ReadRefundAccount: withRows(Type.Optional(oneOf(['Yes', 'No'])), 'PMT-REQ-110'),
  Authorisation: Type.Optional(Authorisation),
  SCASupportData: Type.Optional(ScaSupportData),
}

/** `Data` of a request for a consent. @param absent fields that a family must not have, with their rows */
export const consentRequestData = <Initiation extends TSchema, Own extends TProperties>(
  initiation: Initiation,
  own: Own,
  absent: RowsOfPlace['absent'] = {},
) =>
  closed(
    { ...own, Initiation: withRows(initiation, 'PMT-REQ-130') },
    { ...framework, rows: { absent: { Permission: ['PMT-REQ-100'], ...notAsked, ...absent } } },
  )

/** Asks for a consent. */
export const consentRequest = <Initiation extends TSchema, Own extends TProperties>(initiation: Initiation, own: Own) =>
  closed({ Data: consentRequestData(initiation, own), Risk: PaymentRisk }, framework)

/** What the bank says of a payment from 1.0.0 on: when it is made, what it costs and who pays. */
const expectations = (version: Version, rails: readonly Rail[]) => ({
  ExpectedExecutionDateTime: withRows(Type.Optional(DateTime), 'PMT-REQ-430'),
  ExpectedSettlementDateTime: withRows(Type.Optional(DateTime), 'PMT-REQ-440'),
  Charges: withRows(Type.Optional(Type.Array(charge(version, rails))), 'PMT-REQ-450'),
  Debtor: Type.Optional(Debtor),
})

/** What the bank adds to a consent from 1.0.0 on. */
export const consentAdditions = (version: Version, rails: readonly Rail[]) => ({
  CutOffDateTime: withRows(Type.Optional(DateTime), 'PMT-REQ-420'),
  ...expectations(version, rails),
})

/** `Data` of an answer that shows a consent. */
export const consentAnswerData = <Status extends TSchema, Initiation extends TSchema, Own extends TProperties>(
  status: Status,
  initiation: Initiation,
  own: Own,
) =>
  closed(
    {
      ConsentId: withRows(ConsentId, 'PMT-REQ-360'),
      CreationDateTime: withRows(DateTime, 'PMT-REQ-370'),
      Status: status,
      StatusUpdateDateTime: withRows(DateTime, 'PMT-REQ-390'),
      ...own,
      Initiation: withRows(initiation, 'PMT-REQ-400'),
    },
    { ...framework, rows: { value: ['FMT-REQ-120', 'PMT-REQ-400'] } },
  )

/** Shows a consent: its request, and what became of it. */
export const consentResponse = <Initiation extends TSchema, Own extends TProperties>(
  initiation: Initiation,
  own: Own,
) =>
  closed(
    {
      Data: consentAnswerData(withRows(oneOf(stateMachines.paymentConsent.states), 'PMT-REQ-380'), initiation, own),
      Risk: PaymentRisk,
      ...envelope,
    },
    framework,
  )

/** `Data` of a submission. */
export const paymentRequestData = <Initiation extends TSchema>(initiation: Initiation) =>
  closed(
    { ConsentId: withRows(ConsentId, 'PMT-REQ-520'), Initiation: withRows(initiation, 'PMT-REQ-530') },
    { ...framework, rows: { absent: { ...notResubmitted, ...notAsked } } },
  )

/** Submits a payment: its consent, and once more what is paid. */
export const paymentRequest = <Initiation extends TSchema>(initiation: Initiation) =>
  closed({ Data: paymentRequestData(initiation), Risk: PaymentRisk }, framework)

/** What a consent has and a payment does not repeat. */
const notResubmitted = {
  Authorisation: ['PMT-REQ-550'],
  SCASupportData: ['PMT-REQ-550'],
  Permission: ['PMT-REQ-550'],
} as const satisfies RowsOfPlace['absent']

/** What the bank adds to a payment from 1.0.0 on. */
export const paymentAdditions = (version: Version, rails: readonly Rail[]) => ({
  Refund: Type.Optional(refund(version)),
  ...expectations(version, rails),
})

/** The id of a payment, by the name that its family gives it. */
export const PaymentId = text(1, 40)

/** `Data` of an answer that shows a payment. */
export const paymentAnswerData = <Status extends TSchema, Initiation extends TSchema, Own extends TProperties>(
  status: Status,
  initiation: Initiation,
  own: Own,
) =>
  closed(
    {
      ...own,
      ConsentId: withRows(ConsentId, 'PMT-REQ-560'),
      CreationDateTime: withRows(DateTime, 'PMT-REQ-570'),
      Status: status,
      StatusUpdateDateTime: withRows(DateTime, 'PMT-REQ-580'),
      Initiation: withRows(initiation, 'PMT-REQ-610'),
    },
    { ...framework, rows: { value: ['FMT-REQ-120'], absent: { MultiAuthorisation: ['PMT-REQ-660'] } } },
  )

/** Shows a payment. */
export const paymentResponse = <Status extends PaymentStatus, Initiation extends TSchema, Own extends TProperties>(
  states: readonly Status[],
  initiation: Initiation,
  own: Own,
) =>
  closed(
    {
      Data: paymentAnswerData(withRows(oneOf(states), 'PMT-REQ-590', 'PMT-REQ-600'), initiation, own),
      ...envelope,
    },
    { ...framework, rows: { absent: { Risk: ['PMT-REQ-650'] } } },
  )
