/**
 * Counts rows between two instants without reading them all: counts are stored for buckets of time.
 *
 * @module
 */

/** Bucket sizes: 2^16 ms (66 s), 2^24 ms (4.7 h) and 2^32 ms (50 days). The migrations use the same. */
export const bucketBits = [16, 24, 32] as const

/** Buckets of one size, both inclusive. */
interface BucketSpan {
  readonly bits: number
  readonly first: number
  readonly last: number
}

/** The parts of a count: buckets and the rows before the first of them, less the rows that come too late. */
export interface CountPlan {
  readonly spans: readonly BucketSpan[]
  /** Rows from here, inclusive, to there, exclusive. */
  readonly early: readonly [from: number, below: number]
  /** Rows after here and before there are in the last bucket and do not count. */
  readonly late: readonly [after: number, below: number]
}

const nothing = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY] as const

/**
 * Covers a period, both ends inclusive, with the fewest buckets. What is in the last one after the end of the period is taken off:
 * mostly the end is now, and nothing comes after it, however much there is at this instant.
 */
export function planCount(from: number, to: number): CountPlan {
  if (from > to) return { spans: [], early: nothing, late: nothing }
  const size = 2 ** bucketBits[0]
  const first = Math.ceil(from / size)
  const last = Math.floor(to / size)
  return {
    spans: first <= last ? spansOf(first, last, 0) : [],
    early: [from, first * size],
    late: [to, (last + 1) * size],
  }
}

/** The buckets of one size from one to another, replaced by larger ones where these fit. */
function spansOf(first: number, last: number, level: number): BucketSpan[] {
  const bits = bucketBits[level] as number
  const larger = bucketBits[level + 1]
  if (larger === undefined) return [{ bits, first, last }]
  const factor = 2 ** (larger - bits)
  const firstLarge = Math.ceil(first / factor)
  const lastLarge = Math.floor((last + 1) / factor) - 1
  if (!(firstLarge <= lastLarge)) return [{ bits, first, last }]
  return [
    { bits, first, last: firstLarge * factor - 1 },
    ...spansOf(firstLarge, lastLarge, level + 1),
    { bits, first: (lastLarge + 1) * factor, last },
  ].filter((span) => span.first <= span.last)
}
