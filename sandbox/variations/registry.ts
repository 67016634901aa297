/**
 * Every lawful variation of the bank. The conformance suite is tested with them: none may turn a check red.
 *
 * @module
 */
import { answerVariations } from './answers.js'
import { identityVariations } from './identity.js'
import { limitVariations } from './limits.js'
import { rowVariations } from './rows.js'
import type { Variation } from './variation.js'

/** By id, in kebab-case. */
export const variations: Readonly<Record<string, Variation>> = {
  ...answerVariations,
  ...rowVariations,
  ...identityVariations,
  ...limitVariations,
}

export const variationIds: readonly string[] = Object.keys(variations)
