/**
 * An outcome as symbol, word and colour.
 *
 * @module
 */
import type { Outcome } from '../../judge/verdict.js'
import { type Markup, markup } from '../markup.js'
import { outcomes } from '../words.js'

/** `✗ failed`. The word is always present, so that colour is not needed to read it. */
export function badge(outcome: Outcome): Markup {
  const { symbol, word } = outcomes[outcome]
  return markup`<span class="badge o-${outcome}"><span aria-hidden="true">${symbol}</span> ${word}</span>`
}
