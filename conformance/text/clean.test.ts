import { describe, expect, test } from 'vitest'
import { clean, cleanBlock, cut, escapeMarkup, printableJson } from './clean.js'

describe('clean', () => {
  test.each([
    ['an escape code', 'a\u001b[31mred', 'a\\u001b[31mred'],
    ['a one-byte escape code', '\u009b31m', '\\u009b31m'],
    ['a bell and a backspace', '\u0007\b', '\\u0007\\u0008'],
    ['line breaks', 'a\r\nb\tc\u2028d', 'a\\r\\nb\\tc\\u2028d'],
    ['direction marks', 'abc\u202edcba', 'abc\\u202edcba'],
    ['invisible characters', 'a\u200bb\ufeff\u{e0041}', 'a\\u200bb\\ufeff\\u{e0041}'],
    ['a lone surrogate', 'a\ud800b', 'a\\ud800b'],
    ['a noncharacter', 'a\uffffb', 'a\\uffffb'],
  ])('writes out %s', (_, text, shown) => {
    expect(clean(text)).toBe(shown)
  })

  test('leaves printable text as it is', () => {
    expect(clean('Ünïcödé مرحبا 😀 <b>')).toBe('Ünïcödé مرحبا 😀 <b>')
  })

  test('cuts a long text and notes its full length', () => {
    const shown = clean('x'.repeat(1_048_576))

    expect(shown).toHaveLength(500)
    expect(shown).toMatch(/^x+… \(1048576 characters\)$/)
  })

  test('keeps to the limit where escape sequences make a text longer, and does not cut a character in two', () => {
    expect(clean('\u001b'.repeat(300)).length).toBeLessThanOrEqual(500)
    expect(clean('😀'.repeat(400))).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/)
  })

  test('changes nothing when applied twice', () => {
    for (const text of ['a\u001b[0m', '\u001b'.repeat(300), 'x'.repeat(2000)]) {
      expect(clean(clean(text))).toBe(clean(text))
    }
  })
})

test('a block keeps its line breaks and loses every other control character', () => {
  expect(cleanBlock('{\r\n\t"a": "\u001b[2J"\n}')).toBe('{\n\t"a": "\\u001b[2J"\n}')
})

test('a cut notes how much is missing', () => {
  expect(cut('abcdef', 4)).toEqual({ text: 'abcd', more: 2 })
  expect(cut('abcd', 4)).toEqual({ text: 'abcd', more: 0 })
})

test('markup sent by a bank becomes text', () => {
  expect(escapeMarkup(`</script><script>alert("1" & '2')</script>`)).toBe(
    '&lt;/script&gt;&lt;script&gt;alert(&quot;1&quot; &amp; &#39;2&#39;)&lt;/script&gt;',
  )
})

test('JSON shows no harmful character and keeps the value', () => {
  const value = { body: '\u001b[31m\u009b\u202e\u2028\ud800\u{e0041}"\\n' }

  const text = printableJson(value)

  expect(text).toMatch(/^[\x20-\x7e]+$/)
  expect(JSON.parse(text)).toEqual(value)
})
