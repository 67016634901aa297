/**
 * Sums of amounts as they are written, exact to any digit.
 *
 * @module
 */

/** Digits after the point that are counted: as many as a control sum may have. */
const scale = 17

/** A number in units of its last digit; 0 for what is none. */
export function unitsOf(decimal: string): bigint {
  const [, whole, fraction = ''] = /^(\d{1,30})(?:\.(\d{1,17}))?$/.exec(decimal) ?? []
  return whole === undefined ? 0n : BigInt(whole + fraction.padEnd(scale, '0'))
}

/** The number that units stand for, without zeros at its end. */
export function decimalOf(units: bigint): string {
  const digits = units.toString().padStart(scale + 1, '0')
  const fraction = digits.slice(-scale).replace(/0+$/, '')
  return digits.slice(0, -scale) + (fraction === '' ? '' : `.${fraction}`)
}

/** How many transfers there are, and what they come to whatever their currency. */
export class Totals {
  count = 0
  units = 0n

  add(amount: string): void {
    this.count += 1
    this.units += unitsOf(amount)
  }

  get sum(): string {
    return decimalOf(this.units)
  }
}
