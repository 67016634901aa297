/**
 * Those who send bills, and their bills: what a BIL payment may pay. FACTS 8.2, "Rails": the number of the bill is
 * `RemittanceInformation.Reference`. Billers, numbers and amounts are the same whatever the seed is, so that a request that
 * works at one bank works at each.
 *
 * @module
 */

export interface Biller {
  readonly iban: string
  readonly name: string
  /** Bill numbers begin with it. */
  readonly prefix: string
  /** `bills` have one amount and are paid once; a `top-up` takes any amount, as often as somebody likes. */
  readonly kind: 'bills' | 'top-up'
  /** The amount of the first bill, in minor units of BHD. */
  readonly fromMinor: number
}

/** Accounts of billers at this bank; they are no customers' accounts. */
export const billers: readonly Biller[] = [
  { iban: 'BH06DEMOBILLER00000001', name: 'Northern Power and Water', prefix: 'NPW', kind: 'bills', fromMinor: 12_500 },
  { iban: 'BH76DEMOBILLER00000002', name: 'Causeway Telecom', prefix: 'CWT', kind: 'bills', fromMinor: 8_250 },
  { iban: 'BH49DEMOBILLER00000003', name: 'Dilmun Mobile top-up', prefix: 'DMT', kind: 'top-up', fromMinor: 0 },
]

export interface Bill {
  /** `NPW-1001`. */
  readonly number: string
  /** Minor units of BHD; `undefined` where any amount will do. */
  readonly amountMinor: number | undefined
  /** True when it was paid before the bank was opened. */
  readonly wasPaid: boolean
}

/** Each biller has sent bills 1000 to 9999; those from 9000 on were paid before the bank was opened. */
const [firstBill, firstPaidBill] = [1000, 9000]

/** The biller with this IBAN. */
export function billerOf(iban: string): Biller | undefined {
  return billers.find((biller) => biller.iban === iban.replaceAll(' ', '').toUpperCase())
}

/** A bill of a biller by its number. */
export function billOf({ prefix, kind, fromMinor }: Biller, number: string): Bill | undefined {
  const [start, digits = '', ...rest] = number.trim().toUpperCase().split('-')
  if (start !== prefix || rest.length > 0 || !/^[1-9]\d{3}$/.test(digits)) return undefined
  const index = Number(digits)
  if (kind === 'top-up') return { number: `${prefix}-${index}`, amountMinor: undefined, wasPaid: false }
  return {
    number: `${prefix}-${index}`,
    amountMinor: fromMinor + ((index - firstBill) % 100) * 125,
    wasPaid: index >= firstPaidBill,
  }
}

export type BillProblem = 'unknown-biller' | 'unknown-bill' | 'bill-paid' | 'other-amount'

/**
 * Why an amount cannot be paid for a bill, if so.
 *
 * @param reference the number of the bill, from `RemittanceInformation.Reference`
 * @param isPaid whether a payment has paid it since the bank was opened (`books.ts`)
 */
export function billProblem(
  iban: string,
  reference: string | undefined,
  amountMinor: number,
  isPaid: boolean,
): BillProblem | undefined {
  const biller = billerOf(iban)
  if (!biller) return 'unknown-biller'
  const bill = billOf(biller, reference ?? '')
  if (!bill) return 'unknown-bill'
  if (bill.amountMinor === undefined) return undefined
  if (isPaid || bill.wasPaid) return 'bill-paid'
  return bill.amountMinor === amountMinor ? undefined : 'other-amount'
}
