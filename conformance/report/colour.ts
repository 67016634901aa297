/**
 * Colour for a terminal. It adds nothing to symbol and word.
 *
 * @module
 */
import { styleText } from 'node:util'
import type { Outcome } from '../judge/verdict.js'

export type Colour = 'red' | 'green' | 'yellow' | 'magenta' | 'cyan' | 'dim' | 'bold'

/** Colours a text, or returns it unchanged. */
export type Paint = (colour: Colour, text: string) => string

/** A painter that colours, or one that changes nothing. */
export function painter(colour: boolean): Paint {
  return (name, text) => (colour ? styleText(name, text, { validateStream: false }) : text)
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
