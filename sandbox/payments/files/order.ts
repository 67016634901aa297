/**
 * What the bank takes from an order: totals, batches and transfers.
 *
 * @module
 */
import { parseDateTime, type Rail, railOf } from '#standard/index.js'
import { childAt, textAt, type XmlElement } from './tree.js'

/** The header of the order. */
export interface OrderHeader {
  readonly messageId: string
  readonly initiator?: string
  /** As the file says it. */
  readonly count: string
  readonly sum?: string
}

/** Transfers from one account on one day. */
export interface OrderBatch {
  /** From 1 on, in the order of the file. */
  readonly batch: number
  readonly path: string
  readonly batchId: string
  /** `BtchBookg`: whether the account shows one debit for all. */
  readonly isBooked?: boolean
  readonly count?: string
  readonly sum?: string
  /** The day that is asked for, or the instant. Milliseconds; a day is its first instant at the bank. */
  readonly requestedAt?: number
  readonly method: string
  readonly debtor: { readonly iban?: string; readonly other?: string; readonly currency?: string }
  readonly rail?: Rail
  readonly unknownRail?: string
}

/** One transfer. What is wrong with it was found before. */
export interface OrderItem {
  readonly batch: number
  /** From 1 on within its batch. */
  readonly item: number
  readonly path: string
  readonly instructionId?: string
  readonly endToEndId: string
  /** As the file writes it; absent where the amount is not one of the order itself. */
  readonly amount?: string
  readonly currency?: string
  readonly creditor: { readonly name?: string; readonly iban?: string }
  readonly reference?: string
  readonly description?: string
  readonly rail?: Rail
  readonly unknownRail?: string
}

/** Fields that are there. */
function known<Fields extends Readonly<Record<string, unknown>>>(fields: Fields) {
  const found: Record<string, unknown> = {}
  for (const name in fields) if (fields[name] !== undefined) found[name] = fields[name]
  return found as { readonly [Name in keyof Fields]?: Exclude<Fields[Name], undefined> }
}

export function headerOf(document: XmlElement): OrderHeader {
  const header = childAt(document, 'CstmrCdtTrfInitn/GrpHdr')
  return {
    messageId: textAt(header, 'MsgId') ?? '',
    count: textAt(header, 'NbOfTxs') ?? '',
    ...known({ sum: textAt(header, 'CtrlSum'), initiator: textAt(header, 'InitgPty/Nm') }),
  }
}

export function batchOf(element: XmlElement, batch: number, path: string): OrderBatch {
  const account = childAt(element, 'DbtrAcct')
  const booked = textAt(element, 'BtchBookg')
  return {
    batch,
    path,
    batchId: textAt(element, 'PmtInfId') ?? '',
    method: textAt(element, 'PmtMtd') ?? '',
    debtor: known({
      iban: textAt(account, 'Id/IBAN'),
      other: textAt(account, 'Id/Othr/Id'),
      currency: textAt(account, 'Ccy'),
    }),
    ...known({
      count: textAt(element, 'NbOfTxs'),
      sum: textAt(element, 'CtrlSum'),
      isBooked: booked === undefined ? undefined : booked === 'true' || booked === '1',
      requestedAt: requestedAt(childAt(element, 'ReqdExctnDt')),
    }),
    ...railFacts(element),
  }
}

/** The first instant of the day that is asked for, at the bank, or the instant. */
function requestedAt(asked: XmlElement | undefined): number | undefined {
  const text = textAt(asked, 'DtTm') ?? textAt(asked, 'Dt') ?? asked?.text ?? ''
  const isInstant = text.includes('T')
  const hasOffset = /(?:Z|[+-]\d\d:\d\d)$/.test(text.slice(10))
  const written = isInstant ? `${text}${hasOffset ? '' : bankOffset}` : `${text.slice(0, 10)}T00:00:00${bankOffset}`
  try {
    const at = parseDateTime(written)
    return Number.isNaN(at) ? undefined : at
  } catch {
    return undefined
  }
}

const bankOffset = '+03:00'

export function itemOf(element: XmlElement, batch: number, item: number, path: string): OrderItem {
  const amount = childAt(element, 'Amt/InstdAmt')
  const remittance = childAt(element, 'RmtInf')
  const lines = (remittance?.children ?? []).filter(({ name }) => name === 'Ustrd').map(({ text }) => text)
  return {
    batch,
    item,
    path,
    endToEndId: textAt(element, 'PmtId/EndToEndId') ?? '',
    creditor: known({ name: textAt(element, 'Cdtr/Nm'), iban: textAt(element, 'CdtrAcct/Id/IBAN') }),
    ...known({
      instructionId: textAt(element, 'PmtId/InstrId'),
      amount: amount?.text,
      currency: amount?.attributes.Ccy,
      reference: textAt(remittance, 'Strd/CdtrRefInf/Ref'),
      description: lines.length > 0 ? lines.join(' ') : undefined,
    }),
    ...railFacts(element),
  }
}

/** The rail that `LclInstrm` names, as the standard writes it or by its last part. */
function railFacts(element: XmlElement): { readonly rail?: Rail; readonly unknownRail?: string } {
  const instrument = childAt(element, 'PmtTpInf/LclInstrm')
  const name = textAt(instrument, 'Prtry') ?? textAt(instrument, 'Cd')
  if (name === undefined) return {}
  const rail = railOf('1.0.0', name) ?? railOf('1.0.0', `BH.OBF.${name}`)
  return rail ? { rail } : { unknownRail: name }
}
