import fc from 'fast-check'
import { expect, test } from 'vitest'
import { differences } from './differences.js'

test.each<[unknown, unknown, string[]]>([
  [{ a: 1, b: 2 }, { b: 2, a: 1 }, []],
  [{ a: { b: '1' } }, { a: { b: '2' } }, ['Data.a.b']],
  [{ a: 1 }, {}, ['Data.a']],
  [{}, { a: undefined }, ['Data.a']],
  [{ a: ['x', 'y'] }, { a: ['x', 'z'] }, ['Data.a[1]']],
  [{ a: ['x'] }, { a: 'x' }, ['Data.a']],
  [{ a: [] }, { a: {} }, ['Data.a']],
  [{ a: '1' }, { a: 1 }, ['Data.a']],
  [{ a: 1, b: 2 }, { a: 3, b: 4, c: 5 }, ['Data.a', 'Data.b', 'Data.c']],
  [JSON.parse('{"__proto__": 1}'), {}, ['Data.__proto__']],
])('between %j and %j are %j', (first, second, paths) => {
  expect(differences(first, second, 'Data')).toEqual(paths)
})

test('are none exactly where two values are equal as JSON, and never more than asked for', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (first, second) => {
      const found = differences(first, second, 'Data', 3)

      expect(differences(first, JSON.parse(JSON.stringify(first)), 'Data')).toEqual([])
      expect(found.length).toBeLessThanOrEqual(3)
      if (JSON.stringify(first) === JSON.stringify(second)) expect(found).toEqual([])
    }),
    { numRuns: 200 },
  )
})
