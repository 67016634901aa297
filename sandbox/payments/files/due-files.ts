/**
 * What becomes of the payments of a file: due work in blocks. Each payment is debited and settled by itself on its day; one
 * that cannot be paid is rejected, and the others go on. Decision 0132.
 *
 * @module
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FixtureBank } from '#fixtures/types.js'
import type { PaymentDetailStatus } from '#standard/index.js'
import { type DueJob, dueJobs, type Workers } from '../../clock/due-work.js'
import { type Collection, collection } from '../../store/collection.js'
import type { Reader, Transaction } from '../../store/store.js'
import { type BooksOfTenant, debit, isBillPaid, type PaymentOrder, release, settle } from '../books.js'
import { type PaymentRecord, paymentRecords, type RejectionReason, withStep } from '../payment.js'
import { futureDatedPlan } from '../rails.js'
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

/** A block posts some hundred documents: it is a transaction of its own. */
const weight = 50

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
  const planned = (await itemsIn(transaction, fileId, block)).map(({ rail, requestedAt }): ItemProgress => {
    const asked = { requestedAt: Math.max(requestedAt, createdAt), receivedAt: createdAt }
    const { executionAt, settlementAt } = futureDatedPlan(rail, asked, paymentSettings)
    return { executionAt, settlementAt }
  })
  transaction.put(fileProgress, progressId(paymentId, block), { items: planned })
  for (const executionAt of new Set(planned.map((each) => each.executionAt))) {
    schedule(transaction, payKind, executionAt, { paymentId, block })
  }
  if (block + 1 < blocks) schedule(transaction, planKind, at, { paymentId, block: block + 1 })
  else put(transaction, withStep(payment, { status: 'AcceptedTechnicalValidation', at }))
}

/** Between so many payments other requests are answered. */
const paymentsOfTurn = 5

/** Makes the payments of a block whose time it is. */
async function pay(transaction: Transaction, bank: PayingBank, payment: PaymentRecord, block: number, at: number) {
  const { paymentId } = payment
  const { fileId } = fileOf(payment)
  const items = await itemsIn(transaction, fileId, block)
  const progress = [...(await progressIn(transaction, paymentId, block))]
  let [accepted, rejected] = [0, 0]
  for (const [index, item] of items.entries()) {
    const planned = progress[index]
    if (planned?.executionAt !== at || planned.at !== undefined) continue
    const why = await payItem(transaction, bank, payment, item, at)
    progress[index] = { ...planned, at, ...(why && { why }) }
    if (why) rejected += 1
    else accepted += 1
    if ((accepted + rejected) % paymentsOfTurn === 0) await nextTurn()
  }
  transaction.put(fileProgress, progressId(paymentId, block), { items: progress })
  put(transaction, counted(payment, accepted, rejected, at))
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

/** Debits and settles one payment, or says why it is not carried out; then the books are as they were. */
async function payItem(
  transaction: Transaction,
  bank: PayingBank,
  { paymentId, debtorAccountId, currency }: PaymentRecord,
  item: FileItem,
  at: number,
): Promise<RejectionReason | undefined> {
  const { creditor, amountMinor, chargeMinor, rail, description, endToEndId } = item
  const reference = item.reference ?? endToEndId
  const order: PaymentOrder = {
    paymentId: itemPaymentId(paymentId, item),
    debtorAccountId,
    creditor,
    amountMinor,
    currency,
    charges: chargeMinor === 0 ? [] : [{ minor: chargeMinor }],
    rail,
    reference,
    ...(description !== undefined && { description }),
    at,
  }
  if (!mayPay(bank.bank, debtorAccountId, creditor.iban, bank.paymentSettings)) return 'payee-not-registered'
  if (rail === 'BIL' && (await isBillPaid(transaction, creditor.iban, reference))) return 'bill-not-payable'
  const outcome = await debit(transaction, bank, order)
  if ('refused' in outcome) return outcome.refused
  if ((await settle(transaction, bank, order)) === 'settled') return undefined
  await release(transaction, bank, order)
  return 'creditor-closed'
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
