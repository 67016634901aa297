import { type TSchema, Type } from '@sinclair/typebox'
import { describe, expect, test } from 'vitest'
import {
  concerns,
  concernsIn,
  ErrorResponse,
  findProblems,
  forVersion,
  judgedOperations,
  type OperationId,
  operation,
  operationIds,
  type RequirementId,
  requirement,
  requirements,
  rowsOfProblem,
  rowsOfSchema,
  type Version,
} from '#standard/index.js'
import { closed, formatted, text, withRows } from './schemas/types.js'

/** Every place of a schema that can be wrong in itself, as a pointer. */
function placesOf(schema: TSchema, pointer = ''): string[] {
  const { properties = {}, items, additionalProperties } = schema
  if (items) return placesOf(items, `${pointer}/0`)
  const below = Object.entries<TSchema>(properties).flatMap(([name, each]) => placesOf(each, `${pointer}/${name}`))
  return below.length === 0 && additionalProperties !== false ? [pointer] : below
}

/** What no row of the ledger is about: 0.0.1 alone has it, or the framework leaves it to the bank. */
const withoutRow = /SecondaryIdentification$|\/0\/(Features|Eligibility|Benefits|TermsAndConditions)$/

/** What a consent was asked with: rows are about the request, and one of the answer as a whole says that it is repeated. */
const repeated = /^\/Data\/(ReadRefundAccount|Authorisation|SCASupportData)\b/

const answers = judgedOperations.flatMap((id) => operation(id).versions.map((version) => [id, version] as const))

// PATCH answers with the consent, of which one row of its own says all there is to say; deleting, and what is about a file itself, has no JSON
const described = answers.filter(([id]) => !/^(patch|delete)/.test(id) && operation(id).response)

/** The rows about the expected day of a consent leave files out, whose payments have one each; the sample has it. */
const ofFiles = /FilePaymentConsent ExpectedExecutionDateTime$/

const schemaOf = (id: OperationId, version: Version) => forVersion(operation(id).response as TSchema, version)

/** The rows that the messages of each operation name. */
const names = new Map(
  operationIds.map((id) => {
    const { body, response, versions } = operation(id)
    const rows = versions.flatMap((version) =>
      [body, response].flatMap((schema) => (schema ? rowsOfSchema(forVersion(schema as TSchema, version)) : [])),
    )
    return [id, new Set<RequirementId>(rows)]
  }),
)
const isNamedBy = (id: OperationId, row: RequirementId) => names.get(id)?.has(row) ?? false

test.each(described)('every field of %s in %s has a row of the ledger that is about it', (id, version) => {
  const schema = schemaOf(id, version)
  const isWithoutRow = (pointer: string) =>
    withoutRow.test(pointer) ||
    ofFiles.test(`${id} ${pointer.split('/').at(-1)}`) ||
    (/^get.*Consent$/.test(id) && repeated.test(pointer))
  const places = placesOf(schema).filter((pointer) => !/^\/(Links|Meta)/.test(pointer) && !isWithoutRow(pointer))
  const rows = (pointer: string) =>
    rowsOfProblem(schema, { pointer, kind: 'type' }, 'FMT-REQ-120', (row) => concernsIn(requirement(row), id, version))
  const general = rows('/Data').join()

  expect(places.length).toBeGreaterThanOrEqual(2)
  expect(places.filter((pointer) => rows(pointer).join() === general)).toEqual([])
})

test.each(described)('every row that the schema of %s in %s names is about it, and can be tested', (id, version) => {
  // rows of shared objects are about some of those that share them; messages of payments are made of such objects
  const { Data = schemaOf(id, version) } = schemaOf(id, version).properties
  const named = rowsOfSchema(Data).filter((row) => !/^(FMT|VER)/.test(row))
  const isShared = operation(id).scopes.includes('payments') && !operation(id).scopes.includes('accounts')
  const sharing = isShared ? operationIds : [id]

  expect(
    named.filter(
      (row) => !sharing.some((each) => (each === id || isNamedBy(each, row)) && concerns(requirement(row), each)),
    ),
  ).toEqual([])
  expect([...named, ...rowsOfSchema(ErrorResponse)].filter((row) => !requirement(row).testable)).toEqual([])
})

describe('a problem breaks', () => {
  const schema = closed(
    {
      Data: withRows(
        closed(
          {
            Id: withRows(text(1, 5), 'BAL-REQ-050', 'TXN-REQ-120'),
            Name: text(1, 5),
            Since: withRows(formatted('date-time'), 'BAL-REQ-090'),
            Items: Type.Array(text(1, 5), { minItems: 1, rows: { count: ['ACC-REQ-090'] } }),
          },
          { rows: { unexpected: ['FMT-REQ-070'], absent: { Old: ['FMT-REQ-430'] } } },
        ),
        'BAL-REQ-040',
      ),
    },
    { basis: 'stated' },
  )
  const data = { Id: 'a', Name: 'a', Since: '2030-01-15T09:00:00Z', Items: ['a'] }
  const rowsOf = (odd: object, isAbout: (id: RequirementId) => boolean = () => true) =>
    findProblems(schema, { Data: Object.defineProperties({ ...data }, Object.getOwnPropertyDescriptors(odd)) }).map(
      (each) => rowsOfProblem(schema, each, 'AAC-REQ-070', isAbout),
    )

  test.each<[string, object, readonly RequirementId[]]>([
    ['the rows of the place', { Id: 1 }, ['BAL-REQ-050', 'TXN-REQ-120']],
    ['those of the object it is in, where it has none', { Name: 1 }, ['BAL-REQ-040']],
    ['those of its items count', { Items: [] }, ['ACC-REQ-090']],
    ['those of an item, which are those of the object it is in', { Items: [1] }, ['BAL-REQ-040']],
    [
      'those of the place and of the format',
      { Since: 'now' },
      ['BAL-REQ-090', 'FMT-REQ-010', 'FMT-REQ-150', 'FMT-REQ-180'],
    ],
    ['no row of the format, where it is not a text', { Since: 1 }, ['BAL-REQ-090']],
    ['those about a property that should not be there', { More: 1 }, ['FMT-REQ-070']],
    ['those that forbid one by name', { Old: 1 }, ['FMT-REQ-430']],
    ['no row by a name that every object inherits', { constructor: 1 }, ['FMT-REQ-070']],
    ['likewise', JSON.parse('{ "__proto__": 1 }'), ['FMT-REQ-070']],
    ['likewise, within it', { toString: { valueOf: 1 } }, ['FMT-REQ-070']],
  ])('%s', (_, odd, rows) => {
    expect(rowsOf(odd)).toEqual([rows])
  })

  test('only rows that are about the operation, and that of the body where none is', () => {
    expect(rowsOf({ Id: 1 }, (id) => id.startsWith('TXN'))).toEqual([['TXN-REQ-120']])
    expect(rowsOf({ Id: 1 }, (id) => id === 'BAL-REQ-040')).toEqual([['BAL-REQ-040']])
    expect(rowsOf({ Old: 1 }, () => false)).toEqual([['AAC-REQ-070']])
    expect(rowsOf({ Id: 1, Items: [] }, () => false)).toEqual([['AAC-REQ-070'], ['AAC-REQ-070']])
  })
})

test('a row is about an operation in the versions of the row alone', () => {
  const row = requirement('FMT-REQ-180')
  const inVersion = (version: Version) => concernsIn(row, 'getAccounts', version)

  expect([inVersion('0.0.1'), inVersion('1.0.0'), concernsIn(row, 'notifyEvent', '0.0.1')]).toEqual([
    true,
    false,
    false,
  ])
  expect(requirements).toContain(row)
})
