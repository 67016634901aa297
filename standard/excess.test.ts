import { Type } from '@sinclair/typebox'
import { describe, expect, test } from 'vitest'
import { withoutExcess } from './excess.js'
import { findProblems, firstProblems, isValid } from './validation.js'

const schema = Type.Object(
  {
    names: Type.Optional(Type.Array(Type.String(), { maxItems: 50_000 })),
    few: Type.Optional(Type.Array(Type.Integer(), { maxItems: 3 })),
    rows: Type.Optional(
      Type.Array(Type.Object({ a: Type.String(), b: Type.String() }, { additionalProperties: false })),
    ),
    open: Type.Optional(Type.Object({ a: Type.Optional(Type.String()) })),
  },
  { additionalProperties: false },
)

const members = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, index]))

describe('the first problems', () => {
  test.each([
    ['a right value', { names: ['a'], open: { b: 1 } }],
    ['wrong items', { names: Array(500).fill(1) }],
    ['wrong items among right ones', { names: Array.from({ length: 500 }, (_, index) => (index % 3 ? 'a' : 1)) }],
    ['unexpected members', members(500)],
    ['a missing and an unexpected one', { ...members(120), open: { a: 1 }, rows: [{ a: 1 }] }],
    ['an array that is too long', { few: Array(500).fill('x') }],
    ['one that is too long, of right items', { few: Array(500).fill(1) }],
    ['a member with a name that every object has', JSON.parse('{"__proto__":1,"constructor":2,"names":3}')],
    ['no object', 7],
    ['wrong items of one array and then of another', { names: Array(90).fill(1), few: ['a', 'b'], rows: [1, {}] }],
  ])('are those of all, and the others are counted: %s', (_name, value) => {
    const all = findProblems(schema, value)
    const { problems, more } = firstProblems(schema, value, 100)

    const shown = all.slice(0, 100)
    // what came is shown shortened, and of an array as far as it was looked at
    expect(problems.map(({ pointer, kind, expected }) => [pointer, kind, expected])).toEqual(
      shown.map(({ pointer, kind, expected }) => [pointer, kind, expected]),
    )
    expect(more).toBe(all.length - shown.length)
  })

  test('a wrong item that is not listed counts once', () => {
    const { problems, more } = firstProblems(schema, { rows: Array(300).fill({}) }, 100)

    expect([problems.length, more]).toEqual([100, 300])
  })
})

describe('the work', () => {
  /** How often a part of the value is checked. */
  const checksOf = (value: unknown) => {
    let count = 0
    withoutExcess(schema, value, 100, (...part) => {
      count += 1
      return isValid(...part)
    })
    return count
  }

  test.each([
    ['items', (count: number) => ({ few: Array(count).fill('x') })],
    ['rows', (count: number) => ({ rows: Array(count).fill({}) })],
    ['members', (count: number) => members(count)],
  ])('of twice as many %s is at most twice as much, and what is left to describe does not grow', (_name, make) => {
    const sizeOf = (count: number) => JSON.stringify(withoutExcess(schema, make(count), 100, isValid).value).length

    expect(checksOf(make(20_000))).toBeLessThanOrEqual(2 * checksOf(make(10_000)))
    expect(sizeOf(20_000)).toBe(sizeOf(10_000))
  })
})
