/**
 * Which variations of a right bank are judged together.
 *
 * @module
 */
import fc from 'fast-check'
import type { Case } from '#conformance/index.js'
import { dealtCases, seed } from './chosen-cases.js'
import { shareOf } from './share.js'

export interface VariationSet {
  readonly title: string
  readonly ids: readonly string[]
  /** Default every case. */
  readonly cases?: readonly Case[]
}

const setSize = 5

/**
 * Three sets of five, drawn from the seed of the faults, among which half of the cases are dealt out. `OB_VARIATIONS` asks for `all`,
 * alone and in 200 sets, or names one set: then every case runs with each.
 */
export function chosenSets(all: readonly string[]): readonly VariationSet[] {
  const wanted = process.env.OB_VARIATIONS
  if (wanted === 'all') return shareOf([...all.map((id) => setOf([id])), ...drawn(all, 200)])
  if (wanted !== undefined) return [setOf(wanted.split(','))]
  return drawn(all, 3).map((set, part, { length }) => ({ ...set, cases: dealtCases(part, 2 * length) }))
}

function drawn(all: readonly string[], count: number): VariationSet[] {
  const sets = fc.shuffledSubarray([...all], { minLength: setSize, maxLength: setSize })
  return fc.sample(sets, { seed: Number.parseInt(seed, 16) || 1, numRuns: count }).map(setOf)
}

const setOf = (ids: readonly string[]): VariationSet => ({ title: ids.join(', '), ids })
