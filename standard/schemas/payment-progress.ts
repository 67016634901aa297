/**
 * Whether there is money for a payment, and how far it has come. FACTS 8.6 and 8.7.
 *
 * @module
 */
import { type Static, Type } from '@sinclair/typebox'
import { rails } from '../local-instruments.js'
import { Links, Meta } from './envelope.js'
import { SupplementaryData } from './money.js'
import { localInstrument } from './payment-parts.js'
import { closed, formatted, oneOf, text, withRows } from './types.js'

const envelope = { Links, Meta: Type.Optional(Meta) }

/** The result may be left out while no debit account is known. */
export const FundsConfirmationResponse = closed(
  {
    Data: withRows(
      closed({
        FundsAvailableResult: withRows(
          Type.Optional(
            closed({
              FundsAvailableDateTime: withRows(formatted('date-time'), 'FND-REQ-080'),
              FundsAvailable: withRows(Type.Boolean(), 'FND-REQ-090'),
            }),
          ),
          'FND-REQ-100',
        ),
        SupplementaryData: Type.Optional(SupplementaryData),
      }),
      'FMT-REQ-120',
    ),
    ...envelope,
  },
  { basis: 'framework' },
)

export type FundsConfirmationResponse = Static<typeof FundsConfirmationResponse>

export const paymentDetailStatuses = [
  'Accepted',
  'AcceptedCancellationRequest',
  'AcceptedCreditSettlementCompleted',
  'AcceptedCustomerProfile',
  'AcceptedFundsChecked',
  'AcceptedSettlementCompleted',
  'AcceptedSettlementInProcess',
  'AcceptedTechnicalValidation',
  'AcceptedWithChange',
  'AcceptedWithoutPosting',
  'Cancelled',
  'NoCancellationProcess',
  'PartiallyAcceptedCancellationRequest',
  'PartiallyAcceptedTechnicalCorrect',
  'PaymentCancelled',
  'Pending',
  'PendingCancellationRequest',
  'Received',
  'Rejected',
  'RejectedCancellationRequest',
] as const

export type PaymentDetailStatus = (typeof paymentDetailStatuses)[number]

/** FACTS 12.3. */
export const statusReasons = [
  'Cancelled',
  'PendingFailingSettlement',
  'PendingSettlement',
  'Proprietary',
  'ProprietaryRejection',
  'Suspended',
  'Unmatched',
] as const

export type StatusReason = (typeof statusReasons)[number]

/** One step of a payment, with the instant at which it was taken. */
export const PaymentStatusEntry = closed(
  {
    PaymentTransactionId: withRows(text(1, 210), 'PDT-REQ-070'),
    Status: withRows(oneOf(paymentDetailStatuses), 'PDT-REQ-080'),
    StatusUpdateDateTime: withRows(formatted('date-time'), 'PDT-REQ-090'),
    StatusDetail: Type.Optional(
      closed({
        LocalInstrument: withRows(Type.Optional(localInstrument('1.0.0', rails)), 'PDT-REQ-100'),
        Status: withRows(text(1, 128), 'PDT-REQ-110'),
        StatusReason: withRows(Type.Optional(oneOf(statusReasons)), 'PDT-REQ-120'),
        StatusReasonDescription: withRows(Type.Optional(text(1, 256)), 'PDT-REQ-130'),
      }),
    ),
  },
  { basis: 'framework' },
)

export type PaymentStatusEntry = Static<typeof PaymentStatusEntry>

export const PaymentDetailsResponse = closed(
  {
    Data: withRows(closed({ PaymentStatus: withRows(Type.Array(PaymentStatusEntry), 'PDT-REQ-050') }), 'FMT-REQ-120'),
    ...envelope,
  },
  { basis: 'framework' },
)

export type PaymentDetailsResponse = Static<typeof PaymentDetailsResponse>
