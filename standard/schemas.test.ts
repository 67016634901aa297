import { readdirSync } from 'node:fs'
import { FormatRegistry, Kind, KindGuard, type TSchema } from '@sinclair/typebox'
import { TypeCompiler } from '@sinclair/typebox/compiler'
import { describe, expect, test } from 'vitest'
import {
  AccountAccessConsentPatch,
  AccountAccessConsentRequest,
  AccountAccessConsentResponse,
  AccountResponse,
  AccountsResponse,
  ErrorResponse,
  formats,
  forVersion,
  operation,
  operationIds,
  requirements,
  versions,
} from '#standard/index.js'

const isSchema = (value: unknown): value is TSchema => typeof value === 'object' && value !== null && Kind in value

/** Every schema that a file of `schemas/` exports, one for each version where they differ. */
async function exportedSchemas(): Promise<[name: string, schema: TSchema][]> {
  const names = readdirSync(`${import.meta.dirname}/schemas`).map((file) => file.replace(/\.ts$/, ''))
  const modules: object[] = await Promise.all(names.map((name) => import(`./schemas/${name}.ts`)))
  return modules.flatMap((module) =>
    Object.entries(module).flatMap(([name, value]): [string, TSchema][] => {
      if (isSchema(value)) return [[name, value]]
      if (typeof value !== 'object' || value === null || !('1.0.0' in value)) return []
      return versions.map((version) => [`${name} ${version}`, (value as Record<string, TSchema>)[version] as TSchema])
    }),
  )
}

const schemas = await exportedSchemas()

/** A schema and all below it, each with its place. */
function nodes(schema: TSchema, place: string): [place: string, node: TSchema][] {
  const below = KindGuard.IsObject(schema)
    ? Object.entries(schema.properties).flatMap(([name, each]) => nodes(each, `${place}.${name}`))
    : KindGuard.IsArray(schema)
      ? nodes(schema.items, `${place}[]`)
      : KindGuard.IsUnion(schema)
        ? schema.anyOf.flatMap((each, index) => nodes(each, `${place}|${index}`))
        : []
  return [[place, schema], ...below]
}

const allNodes = schemas.flatMap(([name, schema]) => nodes(schema, name))
const placesWhere = (condition: (node: TSchema) => unknown) =>
  allNodes.filter(([, node]) => condition(node)).map(([place]) => place)

describe('every schema', () => {
  test('is found by this test', () => {
    expect(schemas.map(([name]) => name)).toEqual(
      expect.arrayContaining(['AccountAccessConsentRequest 0.0.1', 'ErrorResponse', 'AccountsResponse 1.0.0', 'Links']),
    )
    expect(allNodes.length).toBeGreaterThan(200)
  })

  test.each(schemas)('compiles: %s', (_name, schema) => {
    expect(() => TypeCompiler.Compile(schema)).not.toThrow()
  })

  test('names properties in PascalCase, as the ledger writes them', () => {
    const words = new Set(requirements.flatMap(({ text, place }) => `${text} ${place}`.split(/[^A-Za-z]+/)))
    // tokens and polls have names of their own: claims of JWT, URIs, camelCase (FACTS 9.2 and 9.4)
    const inPascalCase = allNodes.filter(([place]) => !/^(EventClaims|PollEvents)/.test(place))
    const names = [...new Set(inPascalCase.flatMap(([, node]) => Object.keys(node.properties ?? {})))]

    expect(names.filter((name) => !/^([A-Z][a-z]+)+$/.test(name))).toEqual([
      'SCASupportData',
      'RequestedSCAExemptionType',
      'CASA',
      'ATM',
    ])
    // the ledger has StandingOrderId and its like, and not the bare name of the array
    expect(names.filter((name) => !words.has(name))).toEqual(['StandingOrder'])
  })

  test('requires only properties it has', () => {
    expect(
      placesWhere(({ required, properties }) => required?.some((name: string) => !(name in (properties ?? {})))),
    ).toEqual([])
  })

  test('declares of every object whether it is closed', () => {
    const isUndeclared = (node: TSchema) =>
      KindGuard.IsObject(node) && !['boolean', 'object'].includes(typeof node.additionalProperties)

    expect(placesWhere(isUndeclared)).toEqual([])
  })

  test('uses formats that are registered, strictly', () => {
    const used = [...new Set(allNodes.flatMap(([, node]) => (node.format ? [node.format as string] : [])))]

    expect(used.length).toBeGreaterThan(0)
    expect(used.filter((name) => !(name in formats) || !FormatRegistry.Has(name))).toEqual([])
    expect(Object.entries(formats).filter(([name, check]) => FormatRegistry.Get(name) !== check)).toEqual([])
  })

  test('uses patterns that compile, are anchored and refuse something', () => {
    const patterns = allNodes.flatMap(([, node]) => (node.pattern ? [node.pattern as string] : []))

    expect(patterns.length).toBeGreaterThan(0)
    expect(patterns.filter((pattern) => !/^\^.*\$$/.test(pattern) || new RegExp(pattern, 'u').test(''))).toEqual([])
  })

  test('lists values that are there, once each, without outer blanks', () => {
    const bad = (values: string[]) =>
      values.length === 0 || new Set(values).size < values.length || values.some((value) => value !== value.trim())

    expect(placesWhere((node) => node.enum && bad(node.enum))).toEqual([])
  })

  test('has bounds that some value can meet', () => {
    const crossed = (low?: number, high?: number) => low !== undefined && high !== undefined && low > high

    expect(
      placesWhere(
        (node) =>
          crossed(node.minLength, node.maxLength) ||
          crossed(node.minItems, node.maxItems) ||
          crossed(node.minimum, node.maximum),
      ),
    ).toEqual([])
  })
})

test('every body and answer of an operation is a schema of its own file', () => {
  const known = new Set(schemas.map(([, schema]) => schema))
  const notExported = operationIds.flatMap((id) =>
    [operation(id).body, operation(id).response]
      .filter((each) => each !== undefined)
      .flatMap((each) => operation(id).versions.map((version) => forVersion(each, version)))
      .filter((schema) => !known.has(schema))
      .map(() => id),
  )

  expect(notExported).toEqual([])
})

/** A schema as lines, one for each place: `!` where it is required. */
function outline(schema: TSchema, place = '', mark = ''): string[] {
  const line = `${place}${mark} ${describeType(schema)}`.trim()
  if (KindGuard.IsArray(schema)) return [line, ...outline(schema.items, `${place}[]`)]
  if (KindGuard.IsUnion(schema)) return [line, ...schema.anyOf.flatMap((each) => outline(each, place, '|'))]
  if (!KindGuard.IsObject(schema)) return [line]
  const inside = Object.entries(schema.properties).flatMap(([name, each]) =>
    outline(each, place ? `${place}.${name}` : name, schema.required?.includes(name) ? '!' : ''),
  )
  return place ? [line, ...inside] : inside
}

function describeType(schema: TSchema): string {
  if (KindGuard.IsUnion(schema)) return 'one of'
  if (schema.enum) return schema.enum.length > 5 ? `${schema.enum.length} values` : schema.enum.join(' ')
  if (schema.format || schema.pattern) return schema.format ?? schema.pattern
  const bounds = [schema.minLength ?? schema.minItems, schema.maxLength ?? schema.maxItems]
  return bounds.every((bound) => bound === undefined) ? schema.type : `${schema.type} ${bounds.join('..')}`
}

const lines = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((each) => each.trim())

const links = lines(`
  Links object
  Links.Self! uri
  Links.First uri
  Links.Prev uri
  Links.Next uri
  Links.Last uri`)

const meta = lines(`
  Meta object
  Meta.TotalPages integer
  Meta.FirstAvailableDateTime date-time
  Meta.LastAvailableDateTime date-time`)

describe('has the fields of the document', () => {
  test.each([
    ['1.0.0', 'date-time', 'Risk! object'],
    ['0.0.1', 'date-time-v0', 'Risk object'],
  ] as const)('of the consent request of %s', (version, dateTime, risk) => {
    expect(outline(AccountAccessConsentRequest[version])).toEqual(
      lines(`
        Data! object
        Data.Permissions! array 1..
        Data.Permissions[] 21 values
        Data.ExpirationDateTime ${dateTime}
        Data.TransactionFromDateTime ${dateTime}
        Data.TransactionToDateTime ${dateTime}
        ${risk}`),
    )
  })

  test('of the consent', () => {
    const own = lines(`
      Data! object
      Data.ConsentId! string 1..128
      Data.CreationDateTime! date-time
      Data.Status! Authorised AwaitingAuthorisation Rejected Revoked
      Data.StatusUpdateDateTime! date-time
      Data.Permissions! array 1..
      Data.Permissions[] 21 values
      Data.ExpirationDateTime date-time
      Data.TransactionFromDateTime date-time
      Data.TransactionToDateTime date-time
      Risk! object`)

    expect(outline(AccountAccessConsentResponse)).toEqual([...own, ...links, ...meta])
  })

  test('of the withdrawal of a consent', () => {
    expect(outline(AccountAccessConsentPatch)).toEqual(['Data! object', 'Data.Status! Revoked'])
  })

  test.each([
    ['0.0.1', AccountsResponse['0.0.1'], 'array', 'IBAN PAN BBAN', 'BICFI'],
    ['1.0.0', AccountsResponse['1.0.0'], 'array', 'BH.OBF.IBAN BH.OBF.PAN BH.OBF.BBAN', 'BH.OBF.BICFI BH.OBF.NCC'],
    ['0.0.1, one', AccountResponse['0.0.1'], 'array 1..1', 'IBAN PAN BBAN', 'BICFI'],
    [
      '1.0.0, one',
      AccountResponse['1.0.0'],
      'array 1..1',
      'BH.OBF.IBAN BH.OBF.PAN BH.OBF.BBAN',
      'BH.OBF.BICFI BH.OBF.NCC',
    ],
  ] as const)('of the accounts of %s', (_which, schema, list, accountSchemes, agentSchemes) => {
    const own = lines(`
      Data! object
      Data.Account! ${list}
      Data.Account[] object
      Data.Account[].AccountId! string 1..40
      Data.Account[].Status Enabled Disabled Deleted ProForma Pending
      Data.Account[].StatusUpdateDateTime date-time
      Data.Account[].Currency! ^[A-Z]{3}$
      Data.Account[].AccountType! Business Personal
      Data.Account[].AccountSubType! 9 values
      Data.Account[].Description string 1..35
      Data.Account[].Nickname string 1..70
      Data.Account[].OpeningDate date-time
      Data.Account[].MaturityDate date-time
      Data.Account[].Account array 1..
      Data.Account[].Account[] object
      Data.Account[].Account[].SchemeName! ${accountSchemes}
      Data.Account[].Account[].Identification! string 1..256
      Data.Account[].Account[].Name string 1..70
      Data.Account[].Servicer object
      Data.Account[].Servicer.SchemeName! ${agentSchemes}
      Data.Account[].Servicer.Identification! string 1..35`)
    const linksOfReads = ['Links! one of', `Links| object`, ...links.slice(1), 'Links| string', 'Links| null']

    expect(outline(schema)).toEqual([...own, ...linksOfReads, ...meta])
  })

  test('of the error', () => {
    expect(outline(ErrorResponse)).toEqual(
      lines(`
        Code! string 1..40
        Id string 1..40
        Message! string 1..500
        Errors! array 1..
        Errors[] object
        Errors[].ErrorCode! 27 values
        Errors[].Message! string 1..500
        Errors[].Path string 1..500
        Errors[].Url string`),
    )
  })
})
