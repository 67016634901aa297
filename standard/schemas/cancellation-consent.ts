/**
 * Cancelling a future dated payment: the consent and the PATCH it allows. FACTS 8.8.
 *
 * @module
 */
import { type Static, Type } from '@sinclair/typebox'
import { stateMachines } from '../state-machines.js'
import { Links, Meta } from './envelope.js'
import { PaymentId } from './payment-messages.js'
import { charge } from './payment-parts.js'
import { closed, formatted, oneOf, text, withRows } from './types.js'

/** `Update` in the dictionary, `Create` in a sample: both are taken, and `Update` is sent. */
export const cancellationPermissions = ['Update', 'Create'] as const

const members = {
  Permission: withRows(oneOf(cancellationPermissions), 'FDX-REQ-040', 'FDX-REQ-050', 'FDX-REQ-110'),
  DomesticFutureDatedPaymentId: withRows(PaymentId, 'FDX-REQ-060', 'FDX-REQ-110'),
  ExpectedExecutionDateTime: withRows(Type.Optional(formatted('date-time')), 'FDX-REQ-070'),
  ExpectedSettlementDateTime: withRows(Type.Optional(formatted('date-time')), 'FDX-REQ-080'),
}

const withoutRisk = { basis: 'framework', rows: { absent: { Risk: ['FDX-REQ-090'] } } } as const

export const CancellationConsentRequest = closed({ Data: closed(members, { basis: 'framework' }) }, withoutRisk)

export type CancellationConsentRequest = Static<typeof CancellationConsentRequest>

/** The dictionary has neither status nor instants, though its text speaks of a status: a bank may leave them out. */
export const CancellationConsentResponse = closed(
  {
    Data: closed(
      {
        ConsentId: withRows(text(1, 128), 'FDX-REQ-100'),
        Status: withRows(Type.Optional(oneOf(stateMachines.cancellationConsent.states)), 'FDX-REQ-130'),
        CreationDateTime: withRows(Type.Optional(formatted('date-time')), 'FDX-REQ-130'),
        StatusUpdateDateTime: withRows(Type.Optional(formatted('date-time')), 'FDX-REQ-130'),
        ...members,
        Charges: withRows(Type.Optional(Type.Array(charge('1.0.0', ['DNS', 'BIL']))), 'FDX-REQ-120'),
      },
      { basis: 'framework', rows: { value: ['FMT-REQ-120', 'FDX-REQ-110'] } },
    ),
    Links,
    Meta: Type.Optional(Meta),
  },
  withoutRisk,
)

export type CancellationConsentResponse = Static<typeof CancellationConsentResponse>

export const cancellationStatuses = [
  'PendingCancellationRequest',
  'AcceptedCancellationRequest',
  'RejectedCancellationRequest',
] as const

export type CancellationStatus = (typeof cancellationStatuses)[number]

/** Carries a cancellation out, or withdraws it. */
export const DomesticFutureDatedPaymentPatch = closed(
  {
    Data: closed(
      {
        ConsentId: withRows(text(1, 128), 'FDP-REQ-050'),
        Status: withRows(oneOf(cancellationStatuses), 'FDP-REQ-060'),
      },
      { basis: 'framework', rows: { unexpected: ['FDP-REQ-150'] } },
    ),
  },
  { basis: 'framework', rows: { unexpected: ['FDP-REQ-150'] } },
)

export type DomesticFutureDatedPaymentPatch = Static<typeof DomesticFutureDatedPaymentPatch>
