/**
 * What is shown of numbers that are not for everyone's eyes.
 *
 * @module
 */
import type { AccountIdentifier } from '#fixtures/types.js'

/** A card number with all but its last four digits replaced by X. FACTS 5. */
export function maskPan(pan: string): string {
  return 'X'.repeat(Math.max(0, pan.length - 4)) + pan.slice(-4)
}

/** An identifier as the PSU's pages show it: the last four characters. */
export function maskedIdentification({ identification }: AccountIdentifier): string {
  return `•••• ${identification.slice(-4)}`
}
