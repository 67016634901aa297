/**
 * Masking of card numbers.
 *
 * @module
 */
/** A card number with all but its last four digits replaced by X. FACTS 5. */
export function maskPan(pan: string): string {
  return 'X'.repeat(Math.max(0, pan.length - 4)) + pan.slice(-4)
}
