/**
 * What becomes of a payment as time passes: due work that moves its money and its states. FACTS 8.2, "Rails", and 11.
 *
 * @module
 */
import { dueJobs, type Workers } from '../clock/due-work.js'
import type { PaymentInitiation } from '../consents/payment-requests.js'
import type { Transaction } from '../store/store.js'
import { schemeOf } from './account-schemes.js'
import { debit, type PaymentOrder, release, settle } from './books.js'
import { beginOrder, goOnWithOrder, isOrder } from './order-payments.js'
import { type PaymentRecord, paymentRecords, type RejectionReason, withStep } from './payment.js'
import { type About, jobId, kind, type PayingBank, put, schedule, type Work } from './payment-jobs.js'
import { fixedRate } from './rates-of-payments.js'
import { notPayable } from './registered-beneficiaries.js'

/** What the payee is told, by whichever of its names. */
type Remittance = NonNullable<PaymentInitiation['RemittanceInformation']>

/** What the books are told of a payment. */
export function orderOf(payment: PaymentRecord, at: number): PaymentOrder {
  const { CreditorAccount, RemittanceInformation, Reference: ofOrder } = payment.initiation
  const { Reference = ofOrder, RemittanceDescription, Unstructured } = (RemittanceInformation ?? {}) as Remittance
  const description = RemittanceDescription ?? Unstructured
  const scheme = schemeOf(CreditorAccount.SchemeName, payment.version)
  return {
    paymentId: payment.paymentId,
    debtorAccountId: payment.debtorAccountId,
    creditor: {
      name: CreditorAccount.Name,
      iban: CreditorAccount.Identification,
      ...(scheme !== undefined && scheme !== 'IBAN' && { scheme }),
    },
    amountMinor: payment.amountMinor,
    currency: payment.currency,
    transferCurrency: payment.transferCurrency,
    exchange: payment.exchange,
    charges: payment.charges,
    rail: payment.rail,
    ...(Reference !== undefined && { reference: Reference }),
    ...(description !== undefined && { description }),
    at,
  }
}

/** Debits a payment, or says why it is not carried out; then the books are as they were. */
async function pay(
  transaction: Transaction,
  bank: PayingBank,
  payment: PaymentRecord,
  at: number,
): Promise<RejectionReason | undefined> {
  const order = orderOf(payment, at)
  const refused = await notPayable(transaction, bank, order)
  if (refused) return refused
  const outcome = await debit(transaction, bank, order)
  return 'refused' in outcome ? outcome.refused : undefined
}

/**
 * Takes a payment that is made at once: its money is reserved, or it is going to be Rejected. The first answer shows a status
 * that is not final (PMT-REQ-890), so that the rejection is due work too.
 *
 * @param submitted `Pending`
 */
export async function begin(
  transaction: Transaction,
  bank: PayingBank,
  submitted: PaymentRecord,
): Promise<PaymentRecord> {
  const { paymentId, createdAt: at } = submitted
  const payment = await fixedRate(transaction, bank, submitted, at)
  const why = await pay(transaction, bank, payment, at)
  const begun = why ? payment : withStep(payment, { status: 'AcceptedSettlementInProcess', at })
  put(transaction, begun)
  if (why) schedule(transaction, at, { paymentId, work: 'reject', why })
  else schedule(transaction, Math.max(at, payment.expectedExecutionAt), { paymentId, work: 'settle' })
  return begun
}

/**
 * Keeps a payment for its day, unless its account cannot pay at all.
 *
 * @param payment `InitiationPending`
 */
export function keepForItsDay(transaction: Transaction, bank: PayingBank, payment: PaymentRecord): PaymentRecord {
  const { paymentId, createdAt: at } = payment
  const status = bank.bank.accounts.get(payment.debtorAccountId)?.status
  if (status !== 'Enabled') {
    const why = status === 'Deleted' ? 'account-closed' : 'account-disabled'
    schedule(transaction, at, { paymentId, work: 'reject', why })
    put(transaction, payment)
    return payment
  }
  const kept = withStep(payment, { status: 'AcceptedTechnicalValidation', at }, 'InitiationCompleted')
  put(transaction, kept)
  if (isOrder(kept)) beginOrder(transaction, bank, kept, orderOf(kept, at).creditor)
  else schedule(transaction, payment.expectedExecutionAt, { paymentId, work: 'execute' })
  return kept
}

/** Forgets the execution of a payment. */
export function forgetExecution(transaction: Transaction, { paymentId }: PaymentRecord): void {
  transaction.delete(dueJobs, jobId({ paymentId, work: 'execute' }))
}

type DoWork = (
  transaction: Transaction,
  bank: PayingBank,
  payment: PaymentRecord,
  at: number,
  about: About,
) => Promise<void> | void

/** Rejected; an order that was never kept has failed, and one that was kept stays as it is (decision 0072). */
function reject(transaction: Transaction, payment: PaymentRecord, at: number, why: RejectionReason): void {
  const order = payment.status === 'InitiationPending' ? ('InitiationFailed' as const) : undefined
  put(transaction, withStep(payment, { status: 'Rejected', at, why }, order))
}

const works: Readonly<Record<Work, DoWork>> = {
  reject: (transaction, _bank, payment, at, { why = 'insufficient-funds' }) => reject(transaction, payment, at, why),

  execute: async (transaction, bank, kept, at) => {
    const payment = await fixedRate(transaction, bank, kept, at)
    const why = await pay(transaction, bank, payment, at)
    if (why) return reject(transaction, payment, at, why)
    const begun = withStep(payment, { status: 'AcceptedSettlementInProcess', at })
    await works.settle(transaction, bank, begun, at, { paymentId: payment.paymentId, work: 'settle' })
  },

  settle: async (transaction, bank, begun, at) => {
    const { paymentId } = begun
    const payment = await fixedRate(transaction, bank, begun, at)
    if (payment.exchange?.rate !== begun.exchange?.rate) {
      // what was reserved at the rate of the submission is debited at that of the execution
      await release(transaction, bank, { paymentId })
      const why = await pay(transaction, bank, payment, at)
      if (why) return reject(transaction, payment, at, why)
    }
    if ((await settle(transaction, bank, { paymentId, at })) === 'creditor-closed') {
      await release(transaction, bank, { paymentId })
      return reject(transaction, payment, at, 'creditor-closed')
    }
    const settled = withStep(payment, { status: 'AcceptedSettlementCompleted', at })
    put(transaction, settled)
    schedule(transaction, Math.max(at, payment.expectedSettlementAt), { paymentId, work: 'arrive' })
  },

  arrive: (transaction, _bank, payment, at) =>
    put(transaction, withStep(payment, { status: 'AcceptedCreditSettlementCompleted', at })),
}

/** The workers of payments. */
export const paymentWorkers = (bank: PayingBank): Workers => ({
  [kind]: async (job, transaction, at) => {
    const about = job.about as About
    const payment = await transaction.get(paymentRecords, about.paymentId)
    if (!payment) throw new Error(`there is no payment ${about.paymentId}`)
    await works[about.work](transaction, bank, payment, at, about)
    if (about.work === 'execute' && payment.ofOrder) await goOnWithOrder(transaction, bank, payment.paymentId, at)
  },
})
