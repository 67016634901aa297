/**
 * How far payments come while a run looks at them, by the machine of their states. docs/facts.md section 11.
 *
 * @module
 */
import type { PaymentFamily, RequirementId } from '#standard/index.js'

export interface Progress {
  readonly machine: PaymentFamily['paymentStates']
  /** The statuses that the answer to a submission may show. */
  readonly begun: readonly string[]
  readonly begunRows: readonly RequirementId[]
  /** Where a payment that goes well ends, as long as nobody does anything more about it. */
  readonly reached: readonly string[]
  readonly reachedRows: readonly RequirementId[]
  /** The statuses that end the waiting for it. */
  readonly ends: readonly string[]
  /** The statuses are those of the machine, and joined by its moves. */
  readonly joinedRows: readonly RequirementId[]
  /** A status of the end stays. */
  readonly staysRows: readonly RequirementId[]
}

const immediate: Progress = {
  machine: 'immediatePayment',
  begun: ['Pending', 'AcceptedSettlementInProcess', 'AcceptedSettlementCompleted', 'AcceptedWithoutPosting'],
  begunRows: ['PMT-REQ-890'],
  reached: ['AcceptedCreditSettlementCompleted'],
  reachedRows: ['DPY-REQ-040'],
  ends: ['Rejected', 'AcceptedCreditSettlementCompleted'],
  joinedRows: ['PMT-REQ-900', 'PMT-REQ-590'],
  staysRows: ['PMT-REQ-910'],
}

/** A payment abroad is on its way for days: the end is not waited for, and a later read may be further on. */
const abroad: Progress = {
  ...immediate,
  reached: ['AcceptedSettlementInProcess', 'AcceptedSettlementCompleted', 'AcceptedCreditSettlementCompleted'],
  reachedRows: [],
  ends: ['Rejected', 'AcceptedSettlementInProcess', 'AcceptedSettlementCompleted', 'AcceptedCreditSettlementCompleted'],
  staysRows: [],
}

const scheduled: Progress = {
  machine: 'scheduledOrStandingPayment',
  begun: ['InitiationPending', 'InitiationCompleted'],
  begunRows: ['PMT-REQ-600'],
  reached: ['InitiationCompleted'],
  reachedRows: ['PMT-REQ-930'],
  ends: ['InitiationCompleted', 'InitiationFailed'],
  joinedRows: ['PMT-REQ-920', 'PMT-REQ-600'],
  staysRows: ['PMT-REQ-930'],
}

/** @throws {Error} for a family whose progress no case looks at yet */
export function progressOf({ paymentStates, currency }: PaymentFamily): Progress {
  if (paymentStates === 'immediatePayment') return currency === undefined ? abroad : immediate
  if (paymentStates === 'scheduledOrStandingPayment') return scheduled
  throw new Error(`no case looks at the progress of ${paymentStates}`)
}
