/**
 * A payment: what the bank keeps of it, and the steps it has taken. States and moves: FACTS 11.
 *
 * @module
 */

import type { OrderPaymentDay } from '#fixtures/standing-order-dates.js'
import {
  hasMove,
  type PaymentDetailStatus,
  type PaymentFamilyId,
  type PaymentStatus,
  paymentFamily,
  type Version,
} from '#standard/index.js'
import type { ConsentCharge, ConsentExchange } from '../consents/consent.js'
import type { NamedAccount, PaymentInitiation } from '../consents/payment-requests.js'
import type { UploadedFile } from '../consents/uploaded-file.js'
import type { Collection } from '../store/collection.js'
import type { DebitRefusal } from './books.js'
import type { Rail } from './settings.js'

/** As far as the bank reads it; the payee is there in every family of payments but files. */
export type Initiation = PaymentInitiation & { readonly CreditorAccount: NamedAccount & { readonly Name: string } }

/** One entry of the payment details. */
export interface PaymentStep {
  readonly status: PaymentDetailStatus
  readonly at: number
  /** Why, where it went wrong. */
  readonly why?: RejectionReason
}

/** Why the bank does not carry a payment out. */
export type RejectionReason = DebitRefusal | 'creditor-closed' | 'payee-not-registered' | 'bill-not-payable'

export interface PaymentRecord {
  readonly paymentId: string
  readonly family: PaymentFamilyId
  /** Who submitted it, and under which version: it is shown in no other. */
  readonly tppId: string
  readonly version: Version
  readonly consentId: string
  readonly psuId: string
  /** The account that pays, and the name of its holder. */
  readonly debtorAccountId: string
  readonly debtorName: string
  /** As the TPP submitted it: the bank never alters it. */
  readonly initiation: Initiation
  /** Whether the TPP is told where money can be sent back to. */
  readonly asksRefund: boolean
  readonly rail: Rail
  readonly amountMinor: number
  readonly currency: string
  /** The currency that is sent, where it is another one. */
  readonly transferCurrency?: string
  /** At what money is changed; an Indicative rate is fixed when the payment is executed. */
  readonly exchange?: ConsentExchange
  readonly charges: readonly ConsentCharge[]
  readonly createdAt: number
  readonly status: PaymentStatus
  readonly statusUpdatedAt: number
  readonly expectedExecutionAt: number
  readonly expectedSettlementAt: number
  /** What it is called in the books and on the rail: `TransactionId` of its debit, `PaymentTransactionId` of its steps. */
  readonly transactionId: string
  /** Oldest first. */
  readonly steps: readonly PaymentStep[]
  /** Of a file of payments: where they are stored, and how many of them were paid and rejected. */
  readonly file?: PaymentsOfFile
  /** Which payment of which standing order it is. No TPP sees it by its own id. */
  readonly ofOrder?: OrderPaymentDay & { readonly orderId: string }
}

/** The payments of a file, as one payment. */
export interface PaymentsOfFile extends Pick<UploadedFile, 'fileId' | 'blocks' | 'count' | 'messageId'> {
  readonly accepted: number
  readonly rejected: number
}

export const paymentRecords: Collection<PaymentRecord, 'reference' | 'consentId' | 'orderId'> = {
  name: 'payments',
  indexes: {
    // files and standing orders have none
    reference: ({ tppId, initiation: { InstructionIdentification: reference } }) =>
      reference === undefined ? undefined : referenceOf(tppId, reference),
    consentId: ({ consentId, ofOrder }) => (ofOrder ? undefined : consentId),
    orderId: ({ ofOrder }) => ofOrder?.orderId,
  },
}

/** The key by which a payment is found from the reference that its TPP gave it. */
export const referenceOf = (tppId: string, reference: string) => `${tppId} ${reference}`

/**
 * The payment after a step. A payment that is made at once shows its last step as its status; one that is made later has a
 * status of its own, which the step may change too.
 *
 * @throws {Error} when the machine of its family has no such move
 */
export function withStep(payment: PaymentRecord, step: PaymentStep, order?: PaymentStatus): PaymentRecord {
  const machine = paymentFamily(payment.family).paymentStates
  const status = machine === 'immediatePayment' ? (step.status as PaymentStatus) : (order ?? payment.status)
  const steps = [...payment.steps, step]
  if (status === payment.status) return { ...payment, steps }
  if (!hasMove(machine, payment.status, status)) {
    throw new Error(`a payment cannot move from ${payment.status} to ${status}`)
  }
  return { ...payment, steps, status, statusUpdatedAt: step.at }
}

/** Steps after which nothing more happens to the money. */
const finalSteps: readonly PaymentDetailStatus[] = ['Rejected', 'Cancelled', 'AcceptedCreditSettlementCompleted']

/** Whether a payment still waits for its day: nothing was debited, and it is neither rejected nor cancelled. */
export const isWaiting = ({ steps }: PaymentRecord): boolean =>
  !steps.some(({ status }) => status === 'AcceptedSettlementInProcess' || finalSteps.includes(status))
