import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromJson, fromText, toJson, toPlace, toText } from './text.js'

/** Any UTF-16 there can be, halves of surrogate pairs and NUL among it. */
const anyText = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0xff_ff }), fc.constantFrom(0, 0x1a, 0x5c, 0x75, 0x30, 0xd800, 0xdc00)))
  .map((units) => String.fromCharCode(...units))

const isStorable = (text: string) => !text.includes('\0') && !/\p{Surrogate}/u.test(text)

test('keeps every string as text that PostgreSQL can have, and gives it back', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(isStorable(toText(text))).toBe(true)
      expect(fromText(toText(text))).toBe(text)
    }),
  )
})

test('keeps every value as JSON that PostgreSQL can have, and gives it back', () => {
  fc.assert(
    fc.property(anyText, anyText, fc.jsonValue(), (name, text, value) => {
      const document = JSON.parse(JSON.stringify([{ [name]: text }, [text], value]))
      const json = toJson(document)

      expect(json).not.toMatch(/(?<!\\)(\\\\)*\\u(0000|d[89a-f])/)
      expect(fromJson(json)).toEqual(document)
    }),
  )
})

test('keeps an ordinary string as it is', () => {
  expect(toText('consent-1 é \u{1f600}')).toBe('consent-1 é \u{1f600}')
})

test('orders places as JavaScript orders the strings', () => {
  fc.assert(
    fc.property(anyText, anyText, (a, b) => {
      expect(Math.sign(Buffer.compare(toPlace(a), toPlace(b)))).toBe(a < b ? -1 : a > b ? 1 : 0)
    }),
  )
})
