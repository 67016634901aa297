/**
 * How a plan is dealt out to several runs, and put together again: each case is in one part, and every n-th in the same.
 *
 * @module
 */
import { createHash } from 'node:crypto'
import type { Shard } from './entry.js'

/** What is in one part. */
export const partOf = <T>(plan: readonly T[], { index, of }: Shard): T[] =>
  plan.filter((_, position) => position % of === index - 1)

/** The number of the part, of so many, that a position of the plan is in. */
export const partAt = (position: number, of: number): number => (position % of) + 1

/** The plan that was dealt out to these parts, which are in order. */
export function joinParts<T>(parts: readonly (readonly T[])[]): T[] {
  const longest = Math.max(...parts.map((part) => part.length))
  return Array.from({ length: longest }, (_, row) => parts.flatMap((part) => part.slice(row, row + 1))).flat()
}

/** Tells one plan from another by the keys of its cases, in order. */
export const digestOfPlan = (keys: readonly string[]): string =>
  createHash('sha256').update(keys.join('\n')).digest('hex')
