import { describe, expect, test } from 'vitest'
import { AccountAccessConsentRequest, closed, text } from '#standard/index.js'
import { withRows } from '#standard/schemas/types.js'
import { ApiError } from './api-error.js'
import { parseJson, parseJsonArray, schemaProblems } from './body.js'

const schema = AccountAccessConsentRequest['1.0.0']

/** ErrorCode and Path of all that is wrong with a body. */
const problemsOf = (body: unknown) =>
  schemaProblems(schema, body).map((each) => [each.detail?.ErrorCode, each.detail?.Path])

function refusal(bytes: unknown): unknown {
  try {
    return parseJson(bytes)
  } catch (error) {
    return error instanceof ApiError ? error.reasons.map((each) => each.detail?.ErrorCode) : error
  }
}

describe('reading', () => {
  test.each([
    ['an object', '{"a":[1,{"b":null}]}', { a: [1, { b: null }] }],
    ['white space around', ' \r\n{}\t', {}],
    ['a byte order mark', '\ufeff{"a":"é"}', { a: 'é' }],
    ['escapes', '{"a":"\\u00e9\\"}{"}', { a: 'é"}{' }],
    ['nesting of 64 levels', `${'{"a":'.repeat(63)}{}${'}'.repeat(63)}`, expect.anything()],
    ['brackets inside of strings', `{"a":"${'['.repeat(100)}"}`, { a: '['.repeat(100) }],
  ])('takes %s', (_name, text, expected) => {
    expect(parseJson(Buffer.from(text))).toEqual(expected)
  })

  test.each([
    ['nothing', undefined],
    ['no bytes', Buffer.alloc(0)],
    ['a text that is no bytes', '{}'],
    ['an array', Buffer.from('[]')],
    ['a string', Buffer.from('"{}"')],
    ['null', Buffer.from('null')],
    ['a number', Buffer.from('1')],
    ['an unfinished object', Buffer.from('{bad json')],
    ['two objects', Buffer.from('{}{}')],
    ['a trailing comma', Buffer.from('{"a":1,}')],
    ['UTF-16', Buffer.from('{"a":1}', 'utf16le')],
    ['bytes that are not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['a quote that never ends, full of escapes', Buffer.from(`{"${'\\"'.repeat(32_000)}`)],
    ['arrays nested beyond all sense', Buffer.from(`{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`)],
    ['objects nested 65 deep', Buffer.from(`${'{"a":'.repeat(64)}{}${'}'.repeat(64)}`)],
  ])('refuses %s as Resource.InvalidFormat', (_name, bytes) => {
    expect(refusal(bytes)).toEqual(['Resource.InvalidFormat'])
  })
})

describe('an array', () => {
  test('is what a list of settings is', () => {
    expect(parseJsonArray(Buffer.from(' [{"id":"a"}]'))).toEqual([{ id: 'a' }])
  })

  test.each(['{}', '[],"x":[]', '[{"id":"a"}],"faults":[]', '[][]', '[]]', '[', '1', '"[]"', 'null', ''])(
    '%s is refused as Resource.InvalidFormat',
    (text) => {
      expect(() => parseJsonArray(Buffer.from(text))).toThrow(/bodyNotJsonArray/)
    },
  )
})

describe('what is wrong with a body', () => {
  test('is nothing when it is right', () => {
    expect(problemsOf({ Data: { Permissions: ['ReadAccountsBasic'] }, Risk: {} })).toEqual([])
  })

  test('is reported for every field, each with its own code and path', () => {
    const body = {
      Data: {
        Permissions: ['ReadAccountsBasic', 'ReadEverything', 7],
        ExpirationDateTime: '2030-02-30T00:00:00Z',
        TransactionFromDateTime: 5,
        Extra: true,
      },
      Risk: { Score: 1 },
    }

    expect(problemsOf(body).toSorted()).toEqual([
      ['Field.Invalid', 'Data.Permissions[1]'],
      ['Field.Invalid', 'Data.Permissions[2]'],
      ['Field.Invalid', 'Data.TransactionFromDateTime'],
      ['Field.InvalidDate', 'Data.ExpirationDateTime'],
      ['Field.Unexpected', 'Data.Extra'],
      ['Field.Unexpected', 'Risk.Score'],
    ])
  })

  test.each([
    [{}, ['Field.Missing', 'Data'], ['Field.Missing', 'Risk']],
    [{ Data: {}, Risk: {} }, ['Field.Missing', 'Data.Permissions']],
    [{ Data: [], Risk: {} }, ['Field.Invalid', 'Data']],
    [{ Data: { Permissions: 'ReadAccountsBasic' }, Risk: {} }, ['Field.Invalid', 'Data.Permissions']],
    [{ Data: { Permissions: [] }, Risk: {} }, ['Field.Invalid', 'Data.Permissions']],
    [{ Data: { Permissions: null }, Risk: {} }, ['Field.Invalid', 'Data.Permissions']],
    [{ Data: { Permissions: ['ReadAccountsBasic'] }, Risk: null }, ['Field.Invalid', 'Risk']],
    [{ Data: { Permissions: ['ReadAccountsBasic'] }, Risk: {}, Links: {} }, ['Field.Unexpected', 'Links']],
  ])('%j', (body, ...expected) => {
    expect(problemsOf(body)).toEqual(expected)
  })

  test('comes from the row that the schema names at the place and that speaks of the request, else from the general one', () => {
    const named = closed({ a: withRows(text(1, 1), 'AAC-REQ-110', 'AAC-REQ-190'), b: text(1, 1) })
    const rowsFor = (...spoken: readonly string[]) =>
      schemaProblems(named, { a: '' }, (id) => spoken.includes(id)).map(({ row }) => row)

    expect(rowsFor('AAC-REQ-190', 'AAC-REQ-110')).toEqual(['ERR-REQ-400', 'AAC-REQ-110'])
    expect(rowsFor('AAC-REQ-190')).toEqual(['ERR-REQ-400', 'AAC-REQ-190'])
    expect(rowsFor()).toEqual(['ERR-REQ-400', 'ERR-REQ-420'])
  })

  test('quotes at most a little of what came', () => {
    const [problem] = schemaProblems(schema, { Data: { Permissions: ['x'.repeat(10_000)] }, Risk: {} })

    expect(problem?.detail?.Message.length).toBeLessThanOrEqual(500)
  })
})
