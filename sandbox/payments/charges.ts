/**
 * What the bank charges for a payment, and who bears it. FACTS 6, Charge; decision 0112.
 *
 * @module
 */
import type { ChargeBearer } from '#standard/index.js'
import { homeCurrency } from '../exchange/rates.js'
import type { PaymentSettings, Rail } from './settings.js'

export interface Charge {
  /** Who pays it: a creditor by getting less, everybody else on top of the amount. */
  readonly chargeBearer: ChargeBearer
  /** As 1.0.0 writes it: `BH.OBF.NRT`. */
  readonly type: `BH.OBF.${Rail}`
  readonly minor: number
  /** That of the bank. */
  readonly currency: string
}

/** What the books need of a charge. Who bears it is the debtor where it is not said. */
export type Charged = Pick<Charge, 'minor'> & Partial<Pick<Charge, 'chargeBearer'>>

/**
 * The charges for an amount on a rail; none where it is free. Where the debtor bears all, what banks abroad take is added; with
 * the other bearers they take it from the creditor, beyond the view of this bank.
 *
 * @param amountMinor minor units of BHD
 */
export function chargesOf(
  rail: Rail,
  amountMinor: number,
  { charges }: Pick<PaymentSettings, 'charges'>,
  chargeBearer: ChargeBearer = 'BorneByDebtor',
): readonly Charge[] {
  const band = charges.find((each) => each.rail === rail && amountMinor <= (each.upToMinor ?? Number.POSITIVE_INFINITY))
  const minor = band ? band.chargeMinor + (chargeBearer === 'BorneByDebtor' ? (band.abroadMinor ?? 0) : 0) : 0
  return minor === 0 ? [] : [{ chargeBearer, type: `BH.OBF.${rail}`, minor, currency: homeCurrency }]
}

/** The sum of charges, in minor units. */
export const chargesMinor = (charges: readonly { readonly minor: number }[]): number =>
  charges.reduce((sum, { minor }) => sum + minor, 0)

const isOfCreditor = ({ chargeBearer }: Charged) => chargeBearer === 'BorneByCreditor'

/** What the debtor pays on top of the amount. Minor units of BHD. */
export const debtorChargesMinor = (charges: readonly Charged[]): number =>
  chargesMinor(charges.filter((each) => !isOfCreditor(each)))

/** What is taken from the amount before it is sent. Minor units of BHD. */
export const creditorChargesMinor = (charges: readonly Charged[]): number => chargesMinor(charges.filter(isOfCreditor))
