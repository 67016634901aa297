/**
 * What the bank charges for a payment. FACTS 6, Charge.
 *
 * @module
 */
import type { PaymentSettings, Rail } from './settings.js'

export interface Charge {
  /** Who pays it; this bank charges debtors alone. */
  readonly chargeBearer: 'BorneByDebtor'
  /** As 1.0.0 writes it: `BH.OBF.NRT`. */
  readonly type: `BH.OBF.${Rail}`
  readonly minor: number
  readonly currency: string
}

/** The charges for an amount on a rail; none where it is free. */
export function chargesOf(
  rail: Rail,
  amountMinor: number,
  { charges }: Pick<PaymentSettings, 'charges'>,
): readonly Charge[] {
  const band = charges.find((each) => each.rail === rail && amountMinor <= (each.upToMinor ?? Number.POSITIVE_INFINITY))
  if (!band || band.chargeMinor === 0) return []
  return [{ chargeBearer: 'BorneByDebtor', type: `BH.OBF.${rail}`, minor: band.chargeMinor, currency: 'BHD' }]
}

/** What the debtor pays on top of the amount. Minor units. */
export function debtorChargesMinor(charges: readonly Pick<Charge, 'minor'>[]): number {
  return charges.reduce((total, { minor }) => total + minor, 0)
}
