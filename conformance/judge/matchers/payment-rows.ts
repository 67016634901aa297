/**
 * The rows of a payment in the transactions of an account: how they are found, and what is wrong with one.
 *
 * @module
 */
import { valueAt } from '../../cases/paths.js'
import { answerTo, type Breach, bodyOf, type CaseRecord, type Observation, requestOf, unseen } from '../observation.js'
import { show } from '../reading.js'
import { amountText, unitsOf } from './amounts.js'
import { type Item, type Settings, stepSetting } from './matcher.js'
import { canonicalText, pagesOf, rowsOf, seqs } from './rows.js'

const transactions = 'Data.Transaction[]'

/** What tells a row from others: its id, or all that it shows. */
const nameOf = ({ value }: Item): string =>
  typeof value.TransactionId === 'string' ? `${value.AccountId} ${value.TransactionId}` : canonicalText(value)

/** The rows of one step that another, earlier one does not have. */
export function newRows(record: CaseRecord, before: number, after: number): readonly Item[] {
  const known = new Set(rowsOf(record, before, transactions).map(nameOf))
  return rowsOf(record, after, transactions).filter((row) => !known.has(nameOf(row)))
}

/** What is known of a payment, or of one of an order, from its request and, in 1.0.0, from its answer. */
export interface Payment {
  readonly units: bigint
  readonly reference: string | undefined
  readonly creditor: unknown
  /** Borne by the debtor; `undefined` where the answer does not name charges. */
  readonly charges: bigint | undefined
}

export function paymentOf(record: CaseRecord, submitted: number): Payment | undefined {
  const initiation = valueAt(requestOf(record, submitted), 'Data.Initiation')
  const units = unitsOf(valueAt(initiation, 'InstructedAmount') ?? valueAt(initiation, 'FirstPaymentAmount'))
  if (units === undefined) return undefined
  const reference = valueAt(initiation, 'RemittanceInformation.Reference') ?? valueAt(initiation, 'Reference')
  const charges = valueAt(bodyOf(record, submitted), 'Data.Charges')
  return {
    units,
    reference: typeof reference === 'string' ? reference : undefined,
    creditor: valueAt(initiation, 'CreditorAccount.Identification'),
    charges: Array.isArray(charges) ? chargesOfDebtor(charges) : undefined,
  }
}

export function chargesOfDebtor(charges: readonly unknown[]): bigint {
  const borne = charges.filter((charge) => /Debtor$/.test(String(valueAt(charge, 'ChargeBearer'))))
  return borne.reduce((sum: bigint, charge) => sum + (unitsOf(valueAt(charge, 'Amount')) ?? 0n), 0n)
}

type Side = 'Debit' | 'Credit'

/** The rows of a payment: those that carry its reference, or else those of its amount. */
export function rowsOfPayment(rows: readonly Item[], { reference, units, charges = 0n }: Payment, side: Side) {
  const own = rows.filter(({ value }) => value.CreditDebitIndicator === side)
  const carrying = own.filter(({ value }) => reference !== undefined && JSON.stringify(value).includes(reference))
  if (carrying.length > 0) return carrying
  return own.filter(({ value }) => [units, units + charges].includes(unitsOf(value.Amount) ?? -1n))
}

/** Checks the rows that a payment has brought about since step `before`. */
export function checkNew(
  record: CaseRecord,
  settings: Settings,
  check: (rows: readonly Item[], payment: Payment, evidence: readonly number[]) => Observation,
): Observation {
  const [before, submitted] = [stepSetting(settings, 'before'), stepSetting(settings, 'submitted')]
  const [first, last] = [answerTo(record, before), answerTo(record)]
  if (first.kind !== 'exchange') return first
  if (last.kind !== 'exchange') return last
  const evidence = [...seqs(pagesOf(record, before)), ...seqs(pagesOf(record))]
  const failed = [first, last].find(({ response }) => response.status !== 200)
  if (failed) return unseen('the answer is no list', 'bank', [failed.seq])
  const payment = paymentOf(record, submitted)
  if (!payment) return unseen(`the request of step ${submitted + 1} is no payment`, 'suite')
  return check(newRows(record, before, record.step), payment, evidence)
}

/** A member of a row that need not be there, and what it has to be where it is. */
export function memberBreach({ pointer, value }: Item, path: string, expected: unknown): Breach[] {
  const received = valueAt(value, path)
  if (received === undefined || expected === undefined || received === expected) return []
  return [{ pointer: `${pointer}/${path.replaceAll('.', '/')}`, expected: show(expected), received: show(received) }]
}

/** What is wrong with the row of a payment. */
export function debitBreaches(row: Item, { units, charges, reference, creditor }: Payment): readonly Breach[] {
  const amount = unitsOf(row.value.Amount) ?? 0n
  const charged = unitsOf(row.value.ChargeAmount) ?? 0n
  const fits = amount === units || amount === units + charged
  const wrong: Breach[] = fits
    ? []
    : [
        {
          pointer: `${row.pointer}/Amount`,
          expected: `${amountText(units)}, or with the charges of the row ${amountText(units + charged)}`,
          received: amountText(amount),
        },
      ]
  const isCharged = charges === undefined || row.value.ChargeAmount === undefined || charged === charges
  const pointer = `${row.pointer}/ChargeAmount`
  return [
    ...wrong,
    ...(isCharged ? [] : [{ pointer, expected: amountText(charges), received: amountText(charged) }]),
    ...memberBreach(row, 'TransactionReference', reference),
    ...memberBreach(row, 'CreditorAccount.Identification', creditor),
  ]
}

export const countBreach = (what: string, count: number): Breach => ({
  expected: `one ${what} of the payment among the rows that are new`,
  received: String(count),
})
