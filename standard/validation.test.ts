import { Type } from '@sinclair/typebox'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  AccountAccessConsentRequest,
  AccountAccessConsentResponse,
  AccountsResponse,
  dotted,
  ErrorResponse,
  findProblems,
  isValid,
  oneOf,
} from '#standard/index.js'

const error = { Code: '400 BadRequest', Message: 'Refused', Errors: [{ ErrorCode: 'Field.Missing', Message: 'Gone' }] }

test('reports every problem of a body at once, one for each place', () => {
  const problems = findProblems(AccountAccessConsentRequest['1.0.0'], {
    Data: { Permissions: ['Nope', 5], ExpirationDateTime: null, Extra: 1 },
    Risk: { Score: 1 },
  })

  expect(problems.map(({ pointer, kind }) => [pointer, kind])).toEqual([
    ['/Data/Extra', 'unexpected'],
    ['/Data/Permissions/0', 'enum'],
    ['/Data/Permissions/1', 'type'],
    ['/Data/ExpirationDateTime', 'type'],
    ['/Risk/Score', 'unexpected'],
  ])
})

test('looks inside a union for the alternative that came closest', () => {
  const problems = findProblems(AccountsResponse['1.0.0'], { Data: { Account: [] }, Links: { Self: '/accounts' } })

  expect(problems).toMatchObject([{ pointer: '/Links/Self', kind: 'format', format: 'uri', basis: 'stated' }])
})

test('takes the alternative with the fewest problems as the one that was meant', () => {
  const card = Type.Object({ Number: Type.String(), Expiry: Type.String(), Name: Type.String() })
  const iban = Type.Object({ Iban: Type.String(), Name: Type.String() })

  expect(findProblems(Type.Union([card, iban]), { Name: 'LAYLA DEMO' }).map(({ pointer }) => pointer)).toEqual([
    '/Iban',
  ])
})

test('gives the basis of a broken rule', () => {
  const problems = findProblems(AccountsResponse['1.0.0'], { Data: { Account: [{}], More: 1 }, Links: null })

  expect(problems.map(({ path, basis }) => [path, basis])).toEqual([
    ['Data.More', 'framework'],
    ['Data.Account[0].AccountId', 'framework'],
    ['Data.Account[0].Currency', 'framework'],
    ['Data.Account[0].AccountType', 'framework'],
    ['Data.Account[0].AccountSubType', 'framework'],
  ])
})

test.each([null, undefined, [], 'text', 5, true])('reports one problem for a body that is %j', (body) => {
  expect(findProblems(ErrorResponse, body)).toMatchObject([{ pointer: '', path: '', kind: 'type' }])
})

test.each([
  [{ Code: '' }, 'a string of 1 to 40 characters', '""'],
  [{ Code: 400 }, 'a string of 1 to 40 characters', '400'],
  [{ Code: null }, 'a string of 1 to 40 characters', 'null'],
  [{ Errors: [] }, 'an array of 1 to any number of items', '[]'],
  [{ Errors: [5] }, 'an object', '5'],
  [{ Extra: { a: 1 } }, 'no such property', '{"a":1}'],
  [{ Code: undefined }, 'a string of 1 to 40 characters', 'nothing'],
])('says of %j what was allowed and what came', (change, expected, received) => {
  expect(findProblems(ErrorResponse, { ...error, ...change })).toMatchObject([{ expected, received }])
})

test('names every value that is allowed, and how a date is written', () => {
  const consent = (Data: object) => findProblems(AccountAccessConsentResponse.properties.Data, Data)

  expect(consent({ Status: 'Consumed' }).find(({ path }) => path === 'Status')?.expected).toBe(
    'one of Authorised, AwaitingAuthorisation, Rejected, Revoked',
  )
  expect(consent({ CreationDateTime: '2030-01-15' }).find(({ path }) => path === 'CreationDateTime')).toMatchObject({
    kind: 'format',
    format: 'date-time',
    expected: 'an ISO 8601 date-time with seconds and an offset (2030-01-15T09:00:00+03:00)',
    received: '"2030-01-15"',
  })
})

test('of more values than anybody reads names the first and how many more there are', () => {
  const names = Array.from({ length: 300 }, (_, index) => `value-${String(index).padStart(3, '0')}`)
  const [problem] = findProblems(oneOf(names), 'nope')

  expect(problem?.expected).toMatch(/^one of value-000, value-001, .* value-035 and 264 more$/)
  expect(problem?.received).toBe('"nope"')
})

test('shortens what came to 60 characters', () => {
  const [problem] = findProblems(ErrorResponse, { ...error, Code: 'x'.repeat(10_000) })

  expect(problem?.received).toHaveLength(60)
})

test('says of a property that is there without a value that it is missing', () => {
  const { Message: _, ...rest } = error

  expect(findProblems(ErrorResponse, rest)).toMatchObject([{ pointer: '/Message', kind: 'missing' }])
})

test.each([
  ['', ''],
  ['/Data', 'Data'],
  ['/Data/Permissions/0', 'Data.Permissions[0]'],
  ['/Data/Account/12/Account/0/SchemeName', 'Data.Account[12].Account[0].SchemeName'],
  ['/0/Code', '[0].Code'],
  ['/Data/a~1b', 'Data.a/b'],
  ['/Data/a~0b', 'Data.a~b'],
  ['/Data/a~01b', 'Data.a~1b'],
])('writes the pointer %j as the path %j', (pointer, path) => {
  expect(dotted(pointer)).toBe(path)
})

test('finds an own property called __proto__ and one called constructor', () => {
  const body = JSON.parse(JSON.stringify(error).replace('{', '{"__proto__":{"Code":"x"},"constructor":1,'))

  expect(findProblems(ErrorResponse, body).map(({ pointer, kind }) => `${kind} ${pointer}`)).toEqual([
    'unexpected /__proto__',
    'unexpected /constructor',
  ])
})

test('finds a problem exactly when the value is not valid, one for each place, for any JSON', () => {
  const part = fc.jsonValue({ maxDepth: 3 })
  const body = fc.oneof(part, fc.record({ Data: part, Risk: part, Links: part, Meta: part, Errors: fc.array(part) }))

  fc.assert(
    fc.property(body, (value) => {
      for (const schema of [AccountAccessConsentRequest['1.0.0'], AccountsResponse['0.0.1'], ErrorResponse]) {
        const pointers = findProblems(schema, value).map(({ pointer }) => pointer)
        expect(pointers.length === 0).toBe(isValid(schema, value))
        expect(new Set(pointers).size).toBe(pointers.length)
      }
    }),
  )
})
