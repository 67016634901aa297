/**
 * Bills that can still be paid.
 *
 * @module
 */
import { toAmount } from '../ledger/money.js'
import type { Reader } from '../store/store.js'
import { type Biller, billers, billOf } from './billers.js'
import { isBillPaid } from './books.js'

/** A bill as a request for its payment names it. */
export interface OpenBill {
  /** Of the biller. */
  readonly iban: string
  readonly name: string
  readonly number: string
  /** In BHD. */
  readonly amount: string
}

/** The first bill of the first biller that nobody has paid; `undefined` when all are paid. */
export async function firstOpenBill(reader: Reader): Promise<OpenBill | undefined> {
  for (const biller of billers) {
    const found = await openBillOf(biller, reader)
    if (found) return found
  }
  return undefined
}

async function openBillOf(biller: Biller, reader: Reader): Promise<OpenBill | undefined> {
  const { iban, name, prefix } = biller
  for (let index = 1000; index < 10_000; index++) {
    const bill = billOf(biller, `${prefix}-${index}`)
    // a top-up has no amount; the bills that were paid before the bank was opened are the last
    if (bill?.amountMinor === undefined || bill.wasPaid) return undefined
    const { number, amountMinor } = bill
    if (!(await isBillPaid(reader, iban, number)))
      return { iban, name, number, amount: toAmount(amountMinor, 'BHD').Amount }
  }
  return undefined
}
