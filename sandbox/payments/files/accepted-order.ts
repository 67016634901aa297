/**
 * Whether the bank takes an order that could be read: what each transfer asks for, and where the file differs from what the
 * TPP said of it. Everything at once. What the books say of a transfer is not asked here: that is known on its day alone.
 *
 * @module
 */
import { bankDayOf, startOfBankDay } from '#fixtures/calendar.js'
import { isAmount, type PaymentFamily, paymentFamilies } from '#standard/index.js'
import type { Rules } from '../../tenants/tenant.js'
import { toMinor } from '../amounts.js'
import { type BillProblem, billProblem } from '../billers.js'
import { chargesOf, debtorChargesMinor } from '../charges.js'
import { isAboveCeiling } from '../rails.js'
import type { PaymentSettings, Rail } from '../settings.js'
import type { FileDescription } from './description.js'
import type { Mistakes } from './mistake.js'
import type { OrderBatch, OrderItem } from './order.js'
import type { ReadOrder } from './read-order.js'
import type { FileItem } from './stored-files.js'
import type { Turns } from './turns.js'

/** What the checks need to know besides the file. */
export interface OrderChecks {
  readonly rules: Pick<Rules, 'takesCurrency' | 'takesAmount' | 'takesIdentifier' | 'needsBillNumber'>
  readonly settings: PaymentSettings
  /** On the bank's clock. */
  readonly now: number
  readonly description: FileDescription
}

const family: PaymentFamily = paymentFamilies['file-payment']

/** Counts as much as this many characters that are parsed. */
const costOfItem = 100

/** The payments of an order, as the bank keeps them; those with a mistake are left out. Mistakes are added to those of the order. */
export async function acceptedItems(order: ReadOrder, checks: OrderChecks, turns: Turns): Promise<readonly FileItem[]> {
  const { mistakes, items } = order
  const batches = new Map(order.batches.map((batch) => [batch.batch, batch]))
  for (const batch of order.batches) checkBatch(batch, checks, mistakes)
  checkDebtors(order.batches, checks, mistakes)
  const accepted: FileItem[] = []
  for (const item of items) {
    const taken = acceptedItem(item, batches.get(item.batch), checks, mistakes)
    if (taken) accepted.push(taken)
    turns.add(costOfItem)
    if (turns.isOver) await turns.pass()
  }
  const cost = accepted.reduce((sum, { amountMinor, chargeMinor }) => sum + amountMinor + chargeMinor, 0)
  if (!Number.isSafeInteger(cost)) {
    mistakes.add('invalid', 'Document/CstmrCdtTrfInitn/GrpHdr/CtrlSum', 'a sum of at most 15 digits', order.totals.sum)
  }
  return accepted
}

function checkBatch(
  { path, method, requestedAt, unknownRail, rail }: OrderBatch,
  checks: OrderChecks,
  mistakes: Mistakes,
): void {
  const { now, settings } = checks
  if (method === 'CHK' || method === 'TRA') mistakes.add('invalid', `${path}/PmtMtd`, 'TRF, a credit transfer', method)
  checkRail(`${path}/PmtTpInf/LclInstrm`, rail, unknownRail, mistakes)
  if (requestedAt === undefined) return
  const today = startOfBankDay(bankDayOf(now))
  const latest = now + settings.longestAheadDays * 86_400_000
  if (requestedAt < today) mistakes.add('date', `${path}/ReqdExctnDt`, 'today or a later day', dayText(requestedAt))
  else if (requestedAt > latest) {
    mistakes.add(
      'date',
      `${path}/ReqdExctnDt`,
      `a day at most ${settings.longestAheadDays} days ahead`,
      dayText(requestedAt),
    )
  }
}

const dayText = (instant: number) => new Date(bankDayOf(instant) * 86_400_000).toISOString().slice(0, 10)

function checkRail(path: string, rail: string | undefined, unknown: string | undefined, mistakes: Mistakes): void {
  const isOffered = rail === undefined || (family.rails as readonly string[]).includes(rail)
  if (unknown === undefined && isOffered) return
  mistakes.add('instrument', path, family.rails.map((each) => `BH.OBF.${each}`).join(', '), unknown ?? `BH.OBF.${rail}`)
}

/** A file is paid from one account. Where it names none, the PSU chooses one. */
function checkDebtors(batches: readonly OrderBatch[], { rules, settings }: OrderChecks, mistakes: Mistakes): void {
  const [first] = batches
  for (const { path, debtor } of batches) {
    const place = `${path}/DbtrAcct/Id`
    if (debtor.iban === undefined && debtor.other !== undefined && debtor.other !== notProvided) {
      mistakes.add('identifier', `${place}/Othr/Id`, `an IBAN, or ${notProvided}`, debtor.other)
    }
    if (debtor.iban !== undefined && !takesIban(debtor.iban, rules, settings)) {
      mistakes.add('identifier', `${place}/IBAN`, 'an IBAN with the right check digits', debtor.iban)
    }
    if (debtor.iban !== first?.debtor.iban) {
      mistakes.add(
        'invalid',
        place,
        'the account of the first batch: a file is paid from one',
        debtor.iban ?? debtor.other,
      )
    }
  }
}

/** What ISO 20022 writes where somebody does not know an identifier. */
const notProvided = 'NOTPROVIDED'

const takesIban = (iban: string, rules: OrderChecks['rules'], settings: PaymentSettings) =>
  rules.takesIdentifier({ scheme: 'IBAN', identification: iban }, settings)

function acceptedItem(
  item: OrderItem,
  batch: OrderBatch | undefined,
  { rules, settings, now, description }: OrderChecks,
  mistakes: Mistakes,
): FileItem | undefined {
  const { path, creditor, reference } = item
  const before = mistakes.count
  const minor = checkAmount(item, rules, mistakes)
  const iban = creditor.iban
  if (iban === undefined) mistakes.add('missing', `${path}/CdtrAcct/Id/IBAN`, 'the IBAN of who is paid')
  else if (!takesIban(iban, rules, settings)) {
    mistakes.add('identifier', `${path}/CdtrAcct/Id/IBAN`, 'an IBAN with the right check digits', iban)
  }
  checkRail(`${path}/PmtTpInf/LclInstrm`, item.rail, item.unknownRail, mistakes)
  const rail = (item.rail ?? batch?.rail ?? description.rail ?? family.defaultRail) as Rail
  if (minor !== undefined && isAboveCeiling(rail, minor, settings)) {
    mistakes.add('invalid', `${path}/Amt/InstdAmt`, 'at most what NRT takes at once', item.amount)
  }
  if (iban !== undefined && minor !== undefined && rules.needsBillNumber(rail)) checkBill(item, iban, minor, mistakes)
  if (mistakes.count > before || minor === undefined || iban === undefined) return undefined
  return {
    batch: item.batch,
    item: item.item,
    batchId: batch?.batchId ?? '',
    endToEndId: item.endToEndId,
    ...(item.instructionId !== undefined && { instructionId: item.instructionId }),
    creditor: { name: creditor.name ?? iban, iban },
    amountMinor: minor,
    chargeMinor: debtorChargesMinor(chargesOf(rail, minor, settings)),
    rail,
    requestedAt: batch?.requestedAt ?? now,
    ...(reference !== undefined && { reference }),
    ...(item.description !== undefined && { description: item.description }),
  }
}

/** Minor units of the amount; nothing where the bank cannot pay it. How it is written was looked at before. */
function checkAmount(item: OrderItem, rules: OrderChecks['rules'], mistakes: Mistakes): number | undefined {
  const { path, amount, currency = '' } = item
  const place = `${path}/Amt/InstdAmt`
  if (amount === undefined) {
    mistakes.add('missing', place, 'the amount to be paid')
    return undefined
  }
  if (/^[A-Z]{3}$/.test(currency) && !rules.takesCurrency(family, currency)) {
    mistakes.add('currency', `${place}/@Ccy`, family.currency ?? '', currency)
    return undefined
  }
  const written = amount.replace(/^0+(?=\d)/, '')
  const minor = toMinor({ Amount: written, Currency: currency })
  if (minor === undefined) {
    if (isAmount(written))
      mistakes.add('invalid', place, `an amount that ${currency} has coins for, of at most 15 digits`, amount)
    else if (/^\d{1,18}(\.\d{1,5})?$/.test(amount))
      mistakes.add('invalid', place, 'an amount of at most 15 digits', amount)
    return undefined
  }
  if (rules.takesAmount(minor)) return minor
  mistakes.add('invalid', place, 'more than zero', amount)
  return undefined
}

const billWords: Readonly<Record<BillProblem, readonly [place: string, expected: string]>> = {
  'unknown-biller': ['CdtrAcct/Id/IBAN', 'the IBAN of a biller'],
  'unknown-bill': ['RmtInf/Strd/CdtrRefInf/Ref', 'the number of a bill of this biller'],
  'bill-paid': ['RmtInf/Strd/CdtrRefInf/Ref', 'the number of a bill that is not paid'],
  'other-amount': ['Amt/InstdAmt', 'the amount of the bill'],
}

function checkBill({ path, reference, amount }: OrderItem, iban: string, minor: number, mistakes: Mistakes): void {
  const found = billProblem(iban, reference, minor, false)
  if (!found) return
  const [place, expected] = billWords[found]
  mistakes.add('invalid', `${path}/${place}`, expected, place === 'Amt/InstdAmt' ? amount : (reference ?? 'nothing'))
}
