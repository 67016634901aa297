import { expect, test } from 'vitest'
import { newId } from './ids.js'

test('ids are 128 random bits each, over many draws of bytes', () => {
  const ids = Array.from({ length: 1000 }, newId)

  expect(new Set(ids).size).toBe(1000)
  expect(ids.filter((id) => !/^[\w-]{21}[AQgw]$/.test(id))).toEqual([])
  // no byte is the same in all of them
  for (let at = 0; at < 21; at += 1) expect(new Set(ids.map((id) => id[at])).size).toBeGreaterThan(32)
})
