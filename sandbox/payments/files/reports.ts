/**
 * What is told of the payments of a file: one by one in the payment details, and as a message pain.002. FACTS 8.5 and 8.7.
 *
 * Both show what is known now: until all of it is done, some are pending.
 *
 * @module
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  fileMediaTypes,
  type PainVersion,
  type PaymentDetailStatus,
  type PaymentStatusEntry,
  painVersionOf,
  reportNamespace,
} from '#standard/index.js'
import { toDateTime } from '../../clock/tenant-clock.js'
import { type Answer, success } from '../../http/answer.js'
import type { Exchange, OperationHandler } from '../../http/exchange.js'
import type { Reader } from '../../store/store.js'
import type { Tenant } from '../../tenants/tenant.js'
import { rejection, toDetailsEnvelope, toStatusEntry } from '../payloads.js'
import type { PaymentRecord, PaymentStep } from '../payment.js'
import { debitId } from '../payment-entries.js'
import { type ItemProgress, itemPaymentId, progressIn } from './due-files.js'
import { type FileItem, itemsIn } from './stored-files.js'
import { mediaTypeFor } from './uploads.js'

/** One payment of a file, as far as it has come. */
interface ItemState {
  readonly item: FileItem
  readonly step: PaymentStep
}

/** How far a payment has come, at an instant. */
function stepOf(progress: ItemProgress | undefined, { createdAt }: PaymentRecord, now: number): PaymentStep {
  if (progress?.at === undefined) return { status: 'Pending', at: createdAt }
  const { at, why, settlementAt } = progress
  if (why) return { status: 'Rejected', at, why }
  return now < settlementAt
    ? { status: 'AcceptedSettlementCompleted', at }
    : { status: 'AcceptedCreditSettlementCompleted', at: Math.max(at, settlementAt) }
}

/** The payments of a file, block by block: other requests are answered between two. */
async function* statesOf(store: Reader, payment: PaymentRecord, now: number): AsyncGenerator<readonly ItemState[]> {
  const { paymentId, file } = payment
  if (!file) throw new Error(`payment ${paymentId} is none of a file`)
  for (let block = 0; block < file.blocks; block += 1) {
    const [items, progress] = await Promise.all([
      itemsIn(store, file.fileId, block),
      progressIn(store, paymentId, block),
    ])
    yield items.map((item, index) => ({ item, step: stepOf(progress[index], payment, now) }))
    await nextTurn()
  }
}

/** The steps of the file, and where each of its payments stands, oldest first. */
async function details({ tenant, baseUrl, resource }: Exchange): Promise<Answer> {
  const payment = resource as PaymentRecord
  const entries = payment.steps.map((step) => ({ at: step.at, entry: toStatusEntry(payment, step) }))
  for await (const states of statesOf(tenant.store, payment, tenant.clock.now())) {
    entries.push(...states.map((state) => ({ at: state.step.at, entry: entryOf(tenant, payment, state) })))
  }
  const listed: PaymentStatusEntry[] = entries.sort((first, second) => first.at - second.at).map(({ entry }) => entry)
  return success(200, toDetailsEnvelope(listed, `${baseUrl}/file-payments/${payment.paymentId}/payment-details`))
}

const entryOf = ({ bank }: Tenant, payment: PaymentRecord, { item, step }: ItemState): PaymentStatusEntry =>
  toStatusEntry({ transactionId: debitId(bank, itemPaymentId(payment.paymentId, item)), rail: item.rail }, step)

/** Statuses of a transfer and of a whole order in ISO 20022. */
const codes: Partial<Record<PaymentDetailStatus, string>> = {
  Pending: 'PDNG',
  Rejected: 'RJCT',
  AcceptedSettlementCompleted: 'ACSC',
  AcceptedCreditSettlementCompleted: 'ACCC',
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const element = (name: string, content: string) => `<${name}>${content}</${name}>`

function groupStatus({ status, file }: PaymentRecord): string {
  if (status === 'InitiationPending') return 'PDNG'
  if (status === 'InitiationFailed') return 'RJCT'
  return file?.rejected === 0 ? 'ACSC' : 'PART'
}

/** One payment in the report. */
function itemXml({ item, step }: ItemState): string {
  const { reason, words } = step.why ? rejection(step.why) : {}
  return element(
    'TxInfAndSts',
    [
      item.instructionId === undefined ? '' : element('OrgnlInstrId', escaped(item.instructionId)),
      element('OrgnlEndToEndId', escaped(item.endToEndId)),
      element('TxSts', codes[step.status] ?? 'PDNG'),
      reason && words
        ? element(
            'StsRsnInf',
            element('Rsn', element('Prtry', reason)) + element('AddtlInf', escaped(words.slice(0, 105))),
          )
        : '',
    ].join(''),
  )
}

/** The report as XML. */
async function reportOf({ store, clock }: Tenant, payment: PaymentRecord): Promise<Buffer> {
  const { paymentId, file, initiation } = payment
  const format = (initiation as { readonly FileContextFormat?: string }).FileContextFormat ?? ''
  const version: PainVersion = painVersionOf(format) ?? '08'
  const parts: string[] = []
  let batch = ''
  for await (const states of statesOf(store, payment, clock.now())) {
    const text = states.map((state) => {
      const { batchId, batch: number } = state.item
      const opened = `${number}`
      const begin =
        opened === batch
          ? ''
          : `${batch === '' ? '' : '</OrgnlPmtInfAndSts>'}<OrgnlPmtInfAndSts>${element('OrgnlPmtInfId', escaped(batchId))}`
      batch = opened
      return begin + itemXml(state)
    })
    parts.push(text.join(''))
  }
  const header = element('MsgId', paymentId.slice(0, 35)) + element('CreDtTm', toDateTime(clock.now()))
  const group = [
    element('OrgnlMsgId', escaped(file?.messageId ?? '')),
    element('OrgnlMsgNmId', `pain.001.001.${version}`),
    element('OrgnlNbOfTxs', String(file?.count ?? 0)),
    element('GrpSts', groupStatus(payment)),
  ].join('')
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="${reportNamespace(version)}"><CstmrPmtStsRpt>` +
      element('GrpHdr', header) +
      element('OrgnlGrpInfAndSts', group) +
      `${parts.join('')}${batch === '' ? '' : '</OrgnlPmtInfAndSts>'}</CstmrPmtStsRpt></Document>`,
  )
}

/** @param onPayment how a payment of the path is found */
export function reportHandlers(onPayment: Pick<OperationHandler, 'find' | 'checkOwnership'>) {
  return {
    getDetails: { ...onPayment, handle: details },
    getReport: {
      ...onPayment,
      handle: async (exchange) => ({
        status: 200,
        headers: { 'content-type': `${mediaTypeFor(exchange, fileMediaTypes[1])}; charset=utf-8` },
        body: await reportOf(exchange.tenant, exchange.resource as PaymentRecord),
      }),
    },
  } satisfies Readonly<Record<string, OperationHandler>>
}
