import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SplitMap } from './split-map.js'

test.each([0, 12_000])('a large map has what was put last under each key, beside %i others', (others) => {
  const key = fc.oneof(fc.string({ maxLength: 3 }), fc.string({ minLength: 10, maxLength: 80 }), fc.uuid())
  const changes = fc.array(fc.tuple(key, fc.option(fc.nat(), { nil: undefined })), { maxLength: 50 })
  const split = new SplitMap<number>()
  const map = new Map<string, number>()
  const put = (each: string, value: number | undefined) => {
    if (value === undefined) split.delete(each)
    else split.set(each, value)
    if (value === undefined) map.delete(each)
    else map.set(each, value)
  }
  for (let each = 0; each < others; each += 1) put(`other ${each}`, each)
  fc.assert(
    fc.property(changes, (all) => {
      for (const [each, value] of all) put(each, value)
      for (const [each] of all) expect(split.get(each)).toBe(map.get(each))
    }),
  )

  expect([...split.values()].sort()).toEqual([...map.values()].sort())
})

test('a map that is not large gives its values in the order in which they were put', () => {
  const split = new SplitMap<number>()
  for (const each of [3, 1, 2]) split.set(String(each), each)

  expect([...split.values()]).toEqual([3, 1, 2])
})
