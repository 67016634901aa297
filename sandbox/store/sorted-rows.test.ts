import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SortedRows } from './sorted-rows.js'

interface Numbered {
  readonly at: number
  readonly id: string
  readonly number: number
}

const inOrder = (a: Numbered, b: Numbered) => a.at - b.at || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

/** Blocks fill up, are split and run empty; totals are asked for in between. */
test.each([
  ['mostly in order', 20],
  ['in any order', 1],
])('counts, sums and lists like a sorted list, with rows added %s', (_, step) => {
  const place = fc.record({ jump: fc.integer({ min: -2000, max: step * 10 }), number: fc.integer({ min: -9, max: 9 }) })
  fc.assert(
    fc.property(
      fc.array(place, { minLength: 900, maxLength: 1500 }),
      fc.integer({ min: 0, max: 3000 }),
      (added, from) => {
        const rows = new SortedRows<Numbered>(1)
        const expected: Numbered[] = []
        const same = () => {
          expected.sort(inOrder)
          const inside = expected.filter(({ at }) => at >= from && at <= from + 5000)
          expect(rows.size).toBe(expected.length)
          expect(rows.count(from, from + 5000)).toBe(inside.length)
          expect(rows.sum(0, from, from + 5000)).toBe(inside.reduce((sum, { number }) => sum + number, 0))
          expect(rows.slice('oldest', 10, from, from + 5000)).toEqual(inside.slice(0, 10))
          const newest = [...inside].reverse()
          expect(rows.slice('newest', 10, from, from + 5000)).toEqual(newest.slice(0, 10))
          // over several blocks, from a place on
          for (const after of [inside[5], { at: from + 1, id: '' }, { at: from + 2500, id: 'row-9' }]) {
            if (!after) continue
            const compared = inside.map((row) => inOrder(row, { ...after, number: 0 }))
            const [newer, older] = [1, -1].map((sign) =>
              inside.filter((_, index) => Math.sign(compared[index] as number) === sign),
            )
            expect(rows.slice('oldest', 400, from, from + 5000, after)).toEqual(newer?.slice(0, 400))
            expect(rows.slice('newest', 400, from, from + 5000, after)).toEqual(older?.reverse().slice(0, 400))
          }
        }
        let newest = 0
        for (const [index, { jump, number }] of added.entries()) {
          const at = Math.max(0, index % 10 === 0 ? newest + jump : newest + Math.abs(jump % (step + 1)))
          newest = Math.max(newest, at)
          const row = { at, id: `row-${index}`, number }
          rows.put(row, [number])
          expected.push(row)
          // one that is there already is put in its place
          const known = expected[(index * 31) % expected.length] as Numbered
          const replaced = { ...known, number: known.number + index }
          rows.put(replaced, [replaced.number])
          expected[expected.indexOf(known)] = replaced
          if (index % 200 === 199) same()
          if (index % 7 === 0) rows.remove(expected.shift() as Numbered)
        }
        same()
      },
    ),
    { numRuns: 15, seed: 1 },
  )
})

test('counts and sums rows of which a thousand come between two, and go again', () => {
  const rows = new SortedRows<Numbered>(1)
  const expected = new Set<Numbered>()
  const add = (at: number, number: number) => {
    const row = { at, id: `row-${at}-${number}`, number }
    rows.put(row, [number])
    expected.add(row)
  }
  const same = () => {
    for (const to of [400_000, 500_500, 2_000_000]) {
      const inside = [...expected].filter(({ at }) => at <= to)
      expect(rows.count(0, to)).toBe(inside.length)
      expect(rows.sum(0, 0, to)).toBe(inside.reduce((sum, { number }) => sum + number, 0))
    }
  }
  for (let each = 0; each < 1000; each += 1) add(each * 1000, each)
  same()
  for (let each = 0; each < 1000; each += 1) {
    add(500_001 + ((each * 7919) % 998), each)
    if (each % 50 === 0) same()
  }
  for (const [each, row] of [...expected].filter(({ at }) => at % 1000 !== 0).entries()) {
    rows.remove(row)
    expected.delete(row)
    if (each % 50 === 0) same()
  }
  same()
  expect(rows.slice('oldest', 2000)).toEqual([...expected])
})
