/**
 * The stored jobs of payments: what becomes of one, and when.
 *
 * @module
 */
import type { FixtureBank } from '#fixtures/types.js'
import { type DueJob, dueJobs } from '../clock/due-work.js'
import type { Transaction } from '../store/store.js'
import type { BooksOfTenant } from './books.js'
import { type PaymentRecord, paymentRecords, type RejectionReason } from './payment.js'
import type { PaymentSettings } from './settings.js'

/** What of a tenant the work needs. */
export interface PayingBank extends BooksOfTenant {
  readonly bank: FixtureBank
  readonly paymentSettings: PaymentSettings
}

export const kind = 'movePayment'

/** A payment is refused, made on its day, booked, or there. */
export type Work = 'reject' | 'execute' | 'settle' | 'arrive'

export interface About {
  readonly paymentId: string
  readonly work: Work
  readonly why?: RejectionReason
}

export const jobId = ({ paymentId, work }: About) => `${kind} ${paymentId} ${work}`

export function schedule(transaction: Transaction, dueAt: number, about: About): void {
  const job: DueJob = { kind, dueAt, about }
  transaction.put(dueJobs, jobId(about), job)
}

export const put = (transaction: Transaction, payment: PaymentRecord) =>
  transaction.put(paymentRecords, payment.paymentId, payment)
