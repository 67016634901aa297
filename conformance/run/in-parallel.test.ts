import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { inParallel } from './in-parallel.js'

/** What was under way whenever an item began, itself included. */
async function together(items: readonly string[], limit: number, oneByOne: readonly string[]): Promise<string[][]> {
  const underWay = new Set<string>()
  const seen: string[][] = []
  const work = async (item: string) => {
    underWay.add(item)
    seen.push([...underWay])
    await delay(2)
    underWay.delete(item)
  }
  await inParallel(items, limit, work, oneByOne)
  return seen
}

const others = ['a', 'b', 'c', 'd', 'e', 'f']

test('runs what must not meet one by one, beside the others and within the limit', async () => {
  const seen = await together(others, 3, ['X', 'Y'])

  expect(seen.map((items) => items.at(-1)).sort()).toEqual(['X', 'Y', ...others])
  expect(seen.filter((items) => items.includes('X') && items.includes('Y'))).toEqual([])
  expect(seen.some((items) => items.includes('X') && items.length > 1)).toBe(true)
  expect(Math.max(...seen.map((items) => items.length))).toBe(3)
})

test.each([
  ['one at a time', others, 1, ['X', 'Y']],
  ['nothing beside', [], 4, ['X', 'Y']],
  ['nothing that must not meet', others, 2, []],
])('does everything once with %s', async (_, items, limit, oneByOne) => {
  const seen = await together(items, limit, oneByOne)

  expect(seen.map((each) => each.at(-1)).sort()).toEqual([...oneByOne, ...items].sort())
})
