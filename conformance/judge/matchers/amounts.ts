/**
 * Amounts of rows as whole numbers, to calculate with.
 *
 * @module
 */

type Row = Readonly<Record<string, unknown>>

/** Units of 0.00001, the smallest that an amount can express, of an amount object; `undefined` where it is none. */
export function unitsOf(amount: unknown): bigint | undefined {
  const { Amount: text } = (typeof amount === 'object' && amount !== null ? amount : {}) as Row
  const [, whole, decimals = ''] = /^(\d+)(?:\.(\d{1,5}))?$/.exec(String(text)) ?? []
  return whole === undefined ? undefined : BigInt(whole + decimals.padEnd(5, '0'))
}

/** Units of the amount of a balance or transaction; negative for a debit. */
export function signedAmount(row: Row | undefined): bigint | undefined {
  const units = unitsOf(row?.Amount)
  return units !== undefined && row?.CreditDebitIndicator === 'Debit' ? -units : units
}

/** Units as a report shows them: `-1.1`. */
export function amountText(units: bigint): string {
  const [sign, positive] = units < 0n ? ['-', -units] : ['', units]
  const fraction = String(positive % 100_000n)
    .padStart(5, '0')
    .replace(/0+$/, '')
  return `${sign}${positive / 100_000n}${fraction === '' ? '' : `.${fraction}`}`
}
