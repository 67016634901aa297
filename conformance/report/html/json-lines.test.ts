import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { jsonLines } from './json-lines.js'

const text = (json: string) =>
  jsonLines(json)
    ?.map((line) => line.text)
    .join('\n')

describe('JSON over lines', () => {
  test('is indented, with empty lists and objects on one line', () => {
    expect(text('{"Data":{"Account":[{"Id":"a, b: {c}"},{}],"More":[]},"Risk":{}}')).toBe(
      `{
  "Data": {
    "Account": [
      {
        "Id": "a, b: {c}"
      },
      {}
    ],
    "More": []
  },
  "Risk": {}
}`,
    )
  })

  test('keeps every literal as it was sent', () => {
    const sent = '{"Amount":1.10,"Big":12345678901234567890,"Amount":1e3,"Text":"\\u00e9\\""}'

    expect(text(sent)).toBe(
      '{\n  "Amount": 1.10,\n  "Big": 12345678901234567890,\n  "Amount": 1e3,\n  "Text": "\\u00e9\\""\n}',
    )
  })

  test('knows the pointer of each line', () => {
    const lines = jsonLines('{"a/b":[10,{"c~":null}],"d":"x"}')

    expect(lines?.map(({ text, pointer }) => [text.trim(), pointer])).toEqual([
      ['{', ''],
      ['"a/b": [', '/a~1b'],
      ['10,', '/a~1b/0'],
      ['{', '/a~1b/1'],
      ['"c~": null', '/a~1b/1/c~0'],
      ['}', '/a~1b/1'],
      ['],', '/a~1b'],
      ['"d": "x"', '/d'],
      ['}', ''],
    ])
  })

  test('loses nothing of any JSON', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        expect(JSON.parse(text(json) ?? 'no lines')).toEqual(JSON.parse(json))
      }),
    )
  })

  test.each(['', '{', '{"a":1,}', '<html>', "{'a':1}"])('is undefined for what is no JSON: %j', (body) => {
    expect(jsonLines(body)).toBeUndefined()
  })

  test('stays small for a body of brackets alone', () => {
    const lines = jsonLines('['.repeat(20_000) + ']'.repeat(20_000)) ?? []

    expect(lines.length).toBeGreaterThan(20_000)
    expect(Math.max(...lines.map((line) => line.text.length))).toBeLessThan(100)
  })
})
