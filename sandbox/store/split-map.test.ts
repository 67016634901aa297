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

const numbers = Array.from({ length: 30_000 }, (_, number) => number)
const keyOf = (number: number) => `entry ${number}`
const isLeft = (number: number) => number % 50 === 0

test('a large map still has what is left when nearly all is deleted, and what is put after that', () => {
  const split = new SplitMap<number>()
  for (const number of numbers) split.set(keyOf(number), number)
  for (const number of numbers) if (!isLeft(number)) split.delete(keyOf(number))

  expect(numbers.filter((number) => split.get(keyOf(number)) !== undefined)).toEqual(numbers.filter(isLeft))

  for (const number of numbers) split.set(keyOf(number), -number)

  expect(numbers.filter((number) => split.get(keyOf(number)) !== -number)).toEqual([])
  expect([...split.values()].length).toBe(numbers.length)
})

test('who goes through a large map while entries come and go passes each that stays, and none twice', () => {
  const split = new SplitMap<number>()
  for (const number of numbers) split.set(keyOf(number), number)

  const passed: number[] = []
  for (const number of split.values()) {
    passed.push(number)
    if (passed.length !== 10_000) continue
    for (const each of numbers) if (!isLeft(each)) split.delete(keyOf(each))
    for (const each of numbers) split.set(`later ${each}`, -1)
  }

  const ofFirst = passed.filter((number) => number !== -1)
  expect(new Set(ofFirst).size).toBe(ofFirst.length)
  expect(ofFirst.filter(isLeft).sort((a, b) => a - b)).toEqual(numbers.filter(isLeft))
})

test('who goes through a map while it becomes large passes each entry once', () => {
  const split = new SplitMap<number>()
  for (let number = 0; number < 10; number += 1) split.set(keyOf(number), number)

  const passed: number[] = []
  for (const number of split.values()) {
    if (number === 5) for (const each of numbers.slice(10)) split.set(keyOf(each), each)
    passed.push(number)
  }

  expect(new Set(passed).size).toBe(passed.length)
  expect(passed.filter((number) => number < 10)).toEqual(numbers.slice(0, 10))
})
