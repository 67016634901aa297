import { expect, test } from 'vitest'
import { readJsonText } from './json.js'

test.each([
  ['{"a":[1,"x,]["]}', { value: { a: [1, 'x,]['] } }],
  ['"\\"[[["', { value: '"[[[' }],
  ['{"a":', { problem: 'no JSON' }],
  ['"open', { problem: 'no JSON' }],
  ['['.repeat(6000) + ']'.repeat(6000), { problem: 'JSON nested deeper than 64 levels' }],
  [`[${'0,'.repeat(100_001)}0]`, { problem: 'JSON with more than 100000 values' }],
])('reads JSON within bounds (%#)', (text, expected) => {
  expect(readJsonText(text)).toEqual(expected)
})
