/**
 * What becomes of the payments of a file: due work in blocks. Each payment is debited and settled by itself on its day; one
 * that cannot be paid is rejected, and the others go on. Decision 0132.
 *
 * @module
 */
import type { FixtureBank } from '#fixtures/types.js'
import type { PaymentDetailStatus } from '#standard/index.js'
import { type DueJob, dueJobs, type Workers } from '../../clock/due-work.js'
import { type Collection, collection } from '../../store/collection.js'
import type { Reader, Transaction } from '../../store/store.js'
import { type BooksOfTenant, isBillPaid, type PaymentOrder } from '../books.js'
import { type PaymentRecord, paymentRecords, type RejectionReason, withStep } from '../payment.js'
import { payTogether } from '../payments-together.js'
import { plansOf } from '../rails.js'
import { mayPay } from '../registered-beneficiaries.js'
import type { PaymentSettings } from '../settings.js'
import { type FileItem, itemsIn } from './stored-files.js'

/** How far one payment of a file has come. */
export interface ItemProgress {
  readonly executionAt: number
  /** When the payee's bank has the money. */
  readonly settlementAt: number
  /** When it was paid or rejected; absent before its day. */
  readonly at?: number
  readonly why?: RejectionReason
}

/** How far the payments of a block have come, in the order of the block. */
export const fileProgress: Collection<{ readonly items: readonly ItemProgress[] }> = collection('fileProgress')

const progressId = (paymentId: string, block: number) => `${paymentId} ${block}`

/** How far the payments of a block have come; none are planned yet at first. */
export async function progressIn(reader: Reader, paymentId: string, block: number): Promise<readonly ItemProgress[]> {
  return (await reader.get(fileProgress, progressId(paymentId, block)))?.items ?? []
}

/** What one payment is called in the books. */
export const itemPaymentId = (paymentId: string, { batch, item }: Pick<FileItem, 'batch' | 'item'>) =>
  `${paymentId} ${batch}.${item}`

const [planKind, payKind] = ['planFile', 'payFile'] as const

interface About {
  readonly paymentId: string
  readonly block: number
}

/** A block posts some fifty documents: a few of them are one transaction. */
const weight = 12

function schedule(transaction: Transaction, kind: string, dueAt: number, about: About): void {
  const job: DueJob = { kind, dueAt, about, ...(kind === payKind && { weight }) }
  transaction.put(dueJobs, `${kind} ${about.paymentId} ${about.block} ${dueAt}`, job)
}

const put = (transaction: Transaction, payment: PaymentRecord) =>
  transaction.put(paymentRecords, payment.paymentId, payment)

/** What of a tenant the work needs. */
interface PayingBank extends BooksOfTenant {
  readonly bank: FixtureBank
  readonly paymentSettings: PaymentSettings
}

/** Takes the payments of a file, which are planned block by block. @param payment `InitiationPending` */
export function beginFile(transaction: Transaction, payment: PaymentRecord): PaymentRecord {
  put(transaction, payment)
  schedule(transaction, planKind, payment.createdAt, { paymentId: payment.paymentId, block: 0 })
  return payment
}

function fileOf({ file, paymentId }: PaymentRecord) {
  if (!file) throw new Error(`payment ${paymentId} is none of a file`)
  return file
}

/** Says when each payment of a block is made, and leaves the work for then. */
async function plan(
  transaction: Transaction,
  { paymentSettings }: PayingBank,
  payment: PaymentRecord,
  block: number,
  at: number,
) {
  const { paymentId, createdAt } = payment
  const { fileId, blocks } = fileOf(payment)
  const planOf = plansOf(createdAt, paymentSettings)
  const planned = (await itemsIn(transaction, fileId, block)).map((item): ItemProgress => {
    const { executionAt, settlementAt } = planOf(item)
    return { executionAt, settlementAt }
  })
  transaction.put(fileProgress, progressId(paymentId, block), { items: planned })
  for (const executionAt of new Set(planned.map((each) => each.executionAt))) {
    schedule(transaction, payKind, executionAt, { paymentId, block })
  }
  if (block + 1 < blocks) schedule(transaction, planKind, at, { paymentId, block: block + 1 })
  else put(transaction, withStep(payment, { status: 'AcceptedTechnicalValidation', at }))
}

/** Makes the payments of a block whose time it is: those that can be paid are one movement. */
async function pay(transaction: Transaction, bank: PayingBank, payment: PaymentRecord, block: number, at: number) {
  const { paymentId, debtorAccountId } = payment
  const items = await itemsIn(transaction, fileOf(payment).fileId, block)
  const progress = [...(await progressIn(transaction, paymentId, block))]
  const due = items.flatMap((item, index) => {
    const planned = progress[index]
    return planned?.executionAt === at && planned.at === undefined
      ? [{ index, planned, order: orderOf(payment, item, at) }]
      : []
  })
  const orders = due.map(({ order }) => order)
  const together = await payTogether(transaction, bank, { key: [paymentId, block, at], debtorAccountId, at, orders })
  let rejected = 0
  for (const { index, planned, order } of due) {
    const why = (await notPayable(transaction, bank, order)) ?? together.pay(order)
    progress[index] = { ...planned, at, ...(why && { why }) }
    if (why) rejected += 1
  }
  together.post()
  transaction.put(fileProgress, progressId(paymentId, block), { items: progress })
  put(transaction, counted(payment, due.length - rejected, rejected, at))
}

/** The payment with what has become of more of its file; the last one says how it ended. */
function counted(payment: PaymentRecord, accepted: number, rejected: number, at: number): PaymentRecord {
  const file = fileOf(payment)
  const now = { ...file, accepted: file.accepted + accepted, rejected: file.rejected + rejected }
  const after = { ...payment, file: now }
  if (now.accepted + now.rejected < now.count) return after
  const status: PaymentDetailStatus =
    now.accepted === 0
      ? 'Rejected'
      : now.rejected === 0
        ? 'AcceptedSettlementCompleted'
        : 'PartiallyAcceptedTechnicalCorrect'
  return withStep(after, { status, at }, now.accepted === 0 ? 'InitiationFailed' : 'InitiationCompleted')
}

/** What the books are told of one payment. */
function orderOf({ paymentId, debtorAccountId, currency }: PaymentRecord, item: FileItem, at: number): PaymentOrder {
  const { creditor, amountMinor, chargeMinor, rail, description, endToEndId } = item
  return {
    paymentId: itemPaymentId(paymentId, item),
    debtorAccountId,
    creditor,
    amountMinor,
    currency,
    charges: chargeMinor === 0 ? [] : [{ minor: chargeMinor }],
    rail,
    reference: item.reference ?? endToEndId,
    ...(description !== undefined && { description }),
    at,
  }
}

/** Why a payment is not made, whatever the account has. */
async function notPayable(
  transaction: Transaction,
  { bank, paymentSettings }: PayingBank,
  { debtorAccountId, creditor, rail, reference }: PaymentOrder,
): Promise<RejectionReason | undefined> {
  if (!mayPay(bank, debtorAccountId, creditor.iban, paymentSettings)) return 'payee-not-registered'
  return rail === 'BIL' && (await isBillPaid(transaction, creditor.iban, reference)) ? 'bill-not-payable' : undefined
}

const works = { [planKind]: plan, [payKind]: pay } as const

/** The workers of files of payments. */
export const filePaymentWorkers = (bank: PayingBank): Workers =>
  Object.fromEntries(
    Object.entries(works).map(([kind, work]) => [
      kind,
      async (job: DueJob, transaction: Transaction, at: number) => {
        const { paymentId, block } = job.about as About
        const payment = await transaction.get(paymentRecords, paymentId)
        if (!payment) throw new Error(`there is no payment ${paymentId}`)
        await work(transaction, bank, payment, block, at)
      },
    ]),
  )
