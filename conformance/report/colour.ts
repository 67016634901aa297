/**
 * Colour for a terminal. It repeats what symbol and word already say.
 *
 * @module
 */
import type { Outcome } from '../judge/verdict.js'

const codes = { red: 31, green: 32, yellow: 33, magenta: 35, cyan: 36, dim: 2, bold: 1 } as const

export type Colour = keyof typeof codes

/** Puts a text in a colour, or leaves it alone. */
export type Paint = (colour: Colour, text: string) => string

/** A painter for a terminal that shows colour, or one that changes nothing. */
export function painter(colour: boolean): Paint {
  return (name, text) => (colour ? `\u001b[${codes[name]}m${text}\u001b[0m` : text)
}

export const outcomeColours: Readonly<Record<Outcome, Colour>> = {
  fail: 'red',
  'suite-error': 'magenta',
  'could-not-run': 'magenta',
  'needs-review': 'cyan',
  warn: 'yellow',
  waived: 'yellow',
  info: 'cyan',
  'not-applicable': 'dim',
  pass: 'green',
}
