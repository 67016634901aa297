/**
 * What becomes of the payments of a file: due work, some blocks at a time. Each payment is made on its day, or rejected, and the others
 * go on. Decisions 0132 and 0133.
 *
 * @module
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FixtureBank } from '#fixtures/types.js'
import type { PaymentDetailStatus } from '#standard/index.js'
import { type DueJob, dueJobs, type Workers } from '../../clock/due-work.js'
import { type Collection, collection } from '../../store/collection.js'
import type { Reader, Transaction } from '../../store/store.js'
import type { BooksOfTenant, PaymentOrder } from '../books.js'
import { type PaymentRecord, paymentRecords, type RejectionReason, withStep } from '../payment.js'
import { payTogether } from '../payments-together.js'
import { plansOf } from '../rails.js'
import { notPayable } from '../registered-beneficiaries.js'
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
  /** The first of its blocks. */
  readonly block: number
}

/** So many blocks are one job: the books are asked once for all of them. */
const blocksOfJob = 4

/** It posts some two hundred documents, and is a transaction of its own. */
const weight = 50

function schedule(transaction: Transaction, kind: string, dueAt: number, about: About): void {
  const job: DueJob = { kind, dueAt, about, ...(kind === payKind && { weight }) }
  transaction.put(dueJobs, `${kind} ${about.paymentId} ${about.block} ${dueAt}`, job)
}

/** Payments that are stored together, and how far they have come. */
interface Block {
  readonly number: number
  readonly items: readonly FileItem[]
  readonly progress: readonly ItemProgress[]
}

/** The blocks of a job. */
function blocksOf(reader: Reader, payment: PaymentRecord, first: number): Promise<readonly Block[]> {
  const { fileId, blocks } = fileOf(payment)
  const numbers = Array.from({ length: Math.min(blocksOfJob, blocks - first) }, (_, index) => first + index)
  return Promise.all(
    numbers.map(async (number) => {
      const [items, progress] = await Promise.all([
        itemsIn(reader, fileId, number),
        progressIn(reader, payment.paymentId, number),
      ])
      return { number, items, progress }
    }),
  )
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

/** Says when each payment of some blocks is made, and leaves the work for then. */
async function plan(
  transaction: Transaction,
  { paymentSettings }: PayingBank,
  payment: PaymentRecord,
  first: number,
  at: number,
) {
  const { paymentId, createdAt } = payment
  const planOf = plansOf(createdAt, paymentSettings)
  const instants = new Set<number>()
  for (const { number, items } of await blocksOf(transaction, payment, first)) {
    const planned = items.map((item): ItemProgress => {
      const { executionAt, settlementAt } = planOf(item)
      instants.add(executionAt)
      return { executionAt, settlementAt }
    })
    transaction.put(fileProgress, progressId(paymentId, number), { items: planned })
  }
  for (const executionAt of instants) schedule(transaction, payKind, executionAt, { paymentId, block: first })
  const next = first + blocksOfJob
  if (next < fileOf(payment).blocks) schedule(transaction, planKind, at, { paymentId, block: next })
  else put(transaction, withStep(payment, { status: 'AcceptedTechnicalValidation', at }))
}

/** Makes the payments of some blocks whose time it is: those that can be paid are one movement. */
async function pay(transaction: Transaction, bank: PayingBank, payment: PaymentRecord, first: number, at: number) {
  const { paymentId, debtorAccountId } = payment
  const blocks = await blocksOf(transaction, payment, first)
  const isDue = (progress?: ItemProgress) => progress?.executionAt === at && progress.at === undefined
  const orders = blocks.map(({ items, progress }) =>
    items.map((item, index) => (isDue(progress[index]) ? orderOf(payment, item, at) : undefined)),
  )
  const due = orders.flat().filter((order) => order !== undefined)
  const key = [paymentId, first, at]
  const together = await payTogether(transaction, bank, { key, debtorAccountId, at, orders: due })
  let rejected = 0
  for (const [place, { number, progress }] of blocks.entries()) {
    const after = [...progress]
    for (const [index, order] of orders[place]?.entries() ?? []) {
      if (!order) continue
      const why = (await notPayable(transaction, bank, order)) ?? together.pay(order)
      after[index] = { ...(progress[index] as ItemProgress), at, ...(why && { why }) }
      if (why) rejected += 1
    }
    transaction.put(fileProgress, progressId(paymentId, number), { items: after })
    await nextTurn()
  }
  together.post()
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
