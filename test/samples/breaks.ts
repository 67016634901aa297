/**
 * Breaks a valid body in every way its schema forbids, one way at a time, so that a test can ask whether each is caught.
 *
 * @module
 */
import { KindGuard, OptionalKind, type TSchema } from '@sinclair/typebox'
import { type FormatName, isValid, type ProblemKind } from '#standard/index.js'

/** One body with one thing wrong, and the problem that has to be reported. */
export interface Break {
  readonly pointer: string
  readonly kind: ProblemKind
  readonly body: unknown
}

type Put = (value: unknown) => unknown
type Change = { readonly kind: ProblemKind; readonly value: unknown }

/** Values of each format that are valid (first) and that are not. */
const formatValues: Readonly<Record<FormatName, readonly [string, ...string[]]>> = {
  'date-time': [
    '2030-01-15T09:00:00+03:00',
    '2030-01-15T09:00:00',
    '2030-01-15T09:00:00+0300',
    '2030-01-15',
    '2030-02-30T09:00:00Z',
    '15-Jan-30',
  ],
  'date-time-v0': [
    '2030-01-15T09:00:00+0300',
    '2030-01-15T09:00:00',
    '2030-01-15T09:00:00+03',
    '2030-01-15',
    '2030-02-30T09:00:00Z',
    '15-Jan-30',
  ],
  uuid: ['3f0c1c52-2a5c-4a0b-8b52-7e0f5b7e9a10', '3f0c1c522a5c4a0b8b527e0f5b7e9a10'],
  uri: ['https://bank.example/accounts', '/accounts', 'null/api/accounts', 'https://bank example/'],
  'http-date': ['Tue, 15 Jan 2030 09:00:00 GMT', 'Mon, 15 Jan 2030 09:00:00 GMT', '2030-01-15T09:00:00Z'],
  iban: ['BH15DEMO00010020030040', 'BH16DEMO00010020030040', 'BH15DEMO0001002003004'],
  amount: ['12.500', '-12.500', '12,500', '1e3', '12.'],
}

/** Values for the patterns of the standard: a currency, a country, a frequency. */
const patternExamples = ['BHD', 'BH', 'EvryDay']

const typeValues = { string: 'text', number: 5, boolean: true, null: null, array: [], object: {} } as const

/** The sample with every optional property that it leaves out, so that each of them can be broken too. */
export function complete(schema: TSchema, sample: unknown): unknown {
  if (KindGuard.IsArray(schema) && Array.isArray(sample)) return sample.map((each) => complete(schema.items, each))
  if (KindGuard.IsUnion(schema)) {
    const alternative = alternativeOf(schema.anyOf, sample)
    return alternative ? complete(alternative, sample) : sample
  }
  if (!KindGuard.IsObject(schema)) return sample
  const object = sample as Record<string, unknown>
  const known = Object.entries(schema.properties).map(([name, property]) => [
    name,
    name in object ? complete(property, object[name]) : complete(property, exampleOf(property)),
  ])
  return { ...object, ...Object.fromEntries(known) }
}

function exampleOf(schema: TSchema): unknown {
  if (schema.enum) return schema.enum[0]
  if (schema.format) return formatValues[schema.format as FormatName][0]
  if (KindGuard.IsUnion(schema)) return exampleOf(schema.anyOf[0] as TSchema)
  if (KindGuard.IsArray(schema)) return Array.from({ length: schema.minItems ?? 1 }, () => exampleOf(schema.items))
  if (KindGuard.IsInteger(schema)) return schema.minimum ?? 0
  if (KindGuard.IsNumber(schema)) return 1.5
  if (KindGuard.IsBoolean(schema)) return true
  if (KindGuard.IsUnknown(schema)) return 'anything'
  if (schema.pattern) return patternExamples.find((each) => new RegExp(schema.pattern).test(each))
  if (KindGuard.IsString(schema)) return 'x'.repeat(schema.minLength ?? 1)
  if (!KindGuard.IsObject(schema)) return null
  const required = Object.entries(schema.properties).filter(([, property]) => !(OptionalKind in property))
  return Object.fromEntries(required.map(([name, property]) => [name, exampleOf(property)]))
}

/** Every way to break one place of the sample: the place itself, then all below it. Of a list, its first and last item. */
export function* breaksOf(schema: TSchema, value: unknown, pointer = '', put: Put = (whole) => whole): Iterable<Break> {
  for (const change of changesOf(schema, value)) {
    if (isValid(schema, change.value) || isInsideOther(schema, change.value)) continue
    yield { pointer, kind: change.kind, body: put(change.value) }
  }
  if (KindGuard.IsUnion(schema)) {
    const alternative = alternativeOf(schema.anyOf, value)
    if (alternative && KindGuard.IsObject(alternative)) yield* breaksInside(alternative, value, pointer, put)
    if (alternative && KindGuard.IsArray(alternative)) yield* breaksOfItems(alternative.items, value, pointer, put)
  }
  if (KindGuard.IsObject(schema)) yield* breaksInside(schema, value, pointer, put)
  if (KindGuard.IsArray(schema)) yield* breaksOfItems(schema.items, value, pointer, put)
}

function* breaksOfItems(schema: TSchema, value: unknown, pointer: string, put: Put): Iterable<Break> {
  if (!Array.isArray(value) || value.length === 0) return
  for (const index of new Set([0, value.length - 1])) {
    yield* breaksOf(schema, value[index], `${pointer}/${index}`, (item) => put(value.with(index, item)))
  }
}

function* breaksInside(schema: TSchema, value: unknown, pointer: string, put: Put): Iterable<Break> {
  const object = value as Record<string, unknown>
  if (schema.additionalProperties === false) {
    yield { pointer: `${pointer}/Unlisted`, kind: 'unexpected', body: put({ ...object, Unlisted: 'text' }) }
  }
  for (const name of (schema.required ?? []) as string[]) {
    const { [name]: _, ...rest } = object
    yield { pointer: `${pointer}/${escaped(name)}`, kind: 'missing', body: put(rest) }
  }
  for (const [name, property] of Object.entries(schema.properties as Record<string, TSchema>)) {
    if (!(name in object)) continue
    yield* breaksOf(property, object[name], `${pointer}/${escaped(name)}`, (part) => put({ ...object, [name]: part }))
  }
  if (typeof schema.additionalProperties !== 'object') return
  for (const [name, member] of Object.entries(object)) {
    if (Object.hasOwn(schema.properties, name)) continue
    const each = schema.additionalProperties as TSchema
    yield* breaksOf(each, member, `${pointer}/${escaped(name)}`, (part) => put({ ...object, [name]: part }))
  }
}

/** A name as a step of an RFC 6901 pointer. */
export const escaped = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1')

/** Values to put in place of a valid one. Those that the schema takes after all are left out by the caller. */
function* changesOf(schema: TSchema, value: unknown): Iterable<Change> {
  for (const wrong of Object.values(typeValues)) {
    if (typeOf(wrong) !== typeOf(value)) yield { kind: 'type', value: wrong }
  }
  if (KindGuard.IsInteger(schema)) {
    yield { kind: 'type', value: 1.5 }
    if (schema.minimum !== undefined) yield { kind: 'range', value: schema.minimum - 1 }
    if (schema.maximum !== undefined) yield { kind: 'range', value: schema.maximum + 1 }
  }
  if (KindGuard.IsArray(schema) && Array.isArray(value)) {
    yield { kind: 'count', value: value.slice(0, (schema.minItems ?? 1) - 1) }
    yield { kind: 'count', value: [...value, ...value.slice(-1)] }
  }
  if (typeof value === 'string') yield* stringChanges(schema, value)
}

function* stringChanges(schema: TSchema, value: string): Iterable<Change> {
  const variants = ['', ` ${value}`, `${value}${value}`, value.slice(1), value.toLowerCase()]
  if (schema.enum) {
    for (const each of ['Unlisted', ...variants]) yield { kind: 'enum', value: each }
  } else if (schema.format) {
    for (const each of ['', ...formatValues[schema.format as FormatName]]) yield { kind: 'format', value: each }
  } else if (schema.pattern) {
    for (const each of variants) yield { kind: 'pattern', value: each }
  } else {
    if (schema.minLength) yield { kind: 'length', value: value.slice(0, schema.minLength - 1) }
    if (schema.maxLength) yield { kind: 'length', value: value.padEnd(schema.maxLength + 1, 'x') }
  }
}

const alternativeOf = (schemas: TSchema[], value: unknown) => schemas.find((each) => isValid(each, value))

/** An empty object in place of `null` is wrong inside the object that the union also takes, not as a whole. */
const isInsideOther = (schema: TSchema, value: unknown) =>
  KindGuard.IsUnion(schema) && schema.anyOf.some(({ type }) => type === typeOf(value))

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
