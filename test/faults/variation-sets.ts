/**
 * Which variations of a right bank are judged together.
 *
 * @module
 */
import fc from 'fast-check'
import { seed } from './chosen-cases.js'

export interface VariationSet {
  readonly title: string
  readonly ids: readonly string[]
}

const setSize = 5

/** Three sets of five, drawn from the seed of the faults; `OB_VARIATIONS` asks for `all`, alone and in 200 sets, or names one set. */
export function chosenSets(all: readonly string[]): readonly VariationSet[] {
  const wanted = process.env.OB_VARIATIONS
  if (wanted === 'all') return [...all.map((id) => setOf([id])), ...drawn(all, 200)]
  return wanted === undefined ? drawn(all, 3) : [setOf(wanted.split(','))]
}

function drawn(all: readonly string[], count: number): VariationSet[] {
  const sets = fc.shuffledSubarray([...all], { minLength: setSize, maxLength: setSize })
  return fc.sample(sets, { seed: Number.parseInt(seed, 16) || 1, numRuns: count }).map(setOf)
}

const setOf = (ids: readonly string[]): VariationSet => ({ title: ids.join(', '), ids })
