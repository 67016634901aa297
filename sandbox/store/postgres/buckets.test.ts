import fc from 'fast-check'
import { expect, test } from 'vitest'
import { planCount } from './buckets.js'

/** Rows a plan counts, each as often as it counts it. */
function counted(rows: readonly number[], from: number, to: number): number {
  const { spans, early, late } = planCount(from, to)
  const inSpan = (at: number) =>
    spans.filter(({ bits, first, last }) => Math.floor(at / 2 ** bits) >= first && Math.floor(at / 2 ** bits) <= last)
  return rows.reduce(
    (sum, at) =>
      sum + inSpan(at).length + Number(at >= early[0] && at < early[1]) - Number(at > late[0] && at < late[1]),
    0,
  )
}

const at = fc.oneof(
  fc.integer({ min: -(2 ** 34), max: 2 ** 42 }),
  fc.tuple(fc.constantFrom(16, 24, 32, 40), fc.constantFrom(-1, 0, 0.5, 1)).map(([bits, off]) => 2 ** bits + off),
)
const bound = fc.oneof(at, fc.constantFrom(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY))

test('counts each row between two instants once, and no other', () => {
  fc.assert(
    fc.property(fc.array(at), bound, bound, (rows, from, to) => {
      const expected = rows.filter((each) => each >= from && each <= to).length
      expect(counted(rows, from, to)).toBe(expected)
      expect(counted([from, to].filter(Number.isFinite), from, to)).toBe(
        from <= to ? [from, to].filter(Number.isFinite).length : 0,
      )
    }),
    { numRuns: 2000 },
  )
})

test('asks for few buckets, and reads the rows of at most two short stretches', () => {
  fc.assert(
    fc.property(at, at, (from, to) => {
      const { spans, early, late } = planCount(from, to)
      const edges = spans.filter(({ bits }) => bits < 32).reduce((sum, { first, last }) => sum + last - first + 1, 0)

      expect(spans.length).toBeLessThanOrEqual(5)
      expect(edges).toBeLessThanOrEqual(4 * 256 * 2)
      for (const [begin, end] of [early, late]) expect(end - begin).toBeLessThanOrEqual(2 ** 17)
    }),
  )
})
