/**
 * Checks a value against a schema of the standard and lists everything that is wrong with it, once each.
 *
 * Both programs use it: the bank on what a TPP sends, the judge on what either side sent.
 *
 * @module
 */
import { KindGuard, type TObject, type TSchema } from '@sinclair/typebox'
import { TypeCompiler, type ValueError, ValueErrorType } from '@sinclair/typebox/compiler'
import { withoutExcess } from './excess.js'
import './formats.js'
import type { Basis } from './requirements.js'
import type { UnsupportedCode } from './schemas/types.js'

/** What kind of rule a value broke. */
export type ProblemKind =
  | 'missing'
  | 'unexpected'
  | 'type'
  | 'enum'
  | 'format'
  | 'pattern'
  | 'length'
  | 'count'
  | 'range'

export interface Problem {
  /** RFC 6901 pointer to the value: `/Data/Permissions/0`. Empty for the whole body. */
  readonly pointer: string
  /** The same place in dotted form, as the error response writes it: `Data.Permissions[0]`. */
  readonly path: string
  readonly kind: ProblemKind
  /** The format that was not met, for kind `format`. */
  readonly format?: string
  /** The code of a value that is well formed and not supported, for kind `enum`. */
  readonly unsupported?: UnsupportedCode
  /** What was allowed, in words: `one of Authorised, Rejected`. */
  readonly expected: string
  /** What came, shortened to 60 characters. */
  readonly received: string
  /** The source of the broken rule. */
  readonly basis: Basis
}

type Compiled = ReturnType<typeof TypeCompiler.Compile>
const compiled = new WeakMap<TSchema, Compiled>()

function compile(schema: TSchema): Compiled {
  const known = compiled.get(schema)
  if (known) return known
  const made = TypeCompiler.Compile(schema)
  compiled.set(schema, made)
  return made
}

/** True when the value meets the schema; cheaper than {@link findProblems}. */
export function isValid(schema: TSchema, value: unknown): boolean {
  return compile(schema).Check(value)
}

/** Every problem of the value, one for each place, in the order of the schema. Empty when it is valid. */
export function findProblems(schema: TSchema, value: unknown): Problem[] {
  return firstProblems(schema, value, Number.POSITIVE_INFINITY).problems
}

/**
 * The first problems of the value, at most `most`, as {@link findProblems} lists them, and how many more there are, of
 * which a wrong item of an array counts once. The work is linear in the value, and bounded for each problem.
 */
export function firstProblems(schema: TSchema, value: unknown, most: number): { problems: Problem[]; more: number } {
  const check = compile(schema)
  if (check.Check(value)) return { problems: [], more: 0 }
  const places = new Set<string>()
  const problems: Problem[] = []
  const short = Number.isFinite(most) ? withoutExcess(schema, value, most, isValid) : { value, leftOut: 0 }
  for (const error of flatten(check.Errors(short.value))) {
    if (places.has(error.path)) continue
    places.add(error.path)
    if (problems.length < most) problems.push(toProblem(schema, error))
  }
  return { problems, more: places.size - problems.length + short.leftOut }
}

/** Looks inside a union: the errors of the alternative that came closest, unless none has the right type. */
function* flatten(errors: Iterable<ValueError>): Generator<ValueError> {
  for (const error of errors) {
    const alternatives = error.type === ValueErrorType.Union ? error.errors.map((each) => [...flatten(each)]) : []
    const close = alternatives.filter((each) => each.every(({ path }) => path !== error.path))
    close.sort((a, b) => a.length - b.length)
    yield* close[0] ?? [error]
  }
}

const kinds: Partial<Record<ValueErrorType, ProblemKind>> = {
  [ValueErrorType.ObjectRequiredProperty]: 'missing',
  [ValueErrorType.ObjectAdditionalProperties]: 'unexpected',
  [ValueErrorType.Kind]: 'enum',
  [ValueErrorType.StringFormat]: 'format',
  [ValueErrorType.StringPattern]: 'pattern',
  [ValueErrorType.StringMinLength]: 'length',
  [ValueErrorType.StringMaxLength]: 'length',
  [ValueErrorType.ArrayMinItems]: 'count',
  [ValueErrorType.ArrayMaxItems]: 'count',
  [ValueErrorType.IntegerMinimum]: 'range',
  [ValueErrorType.IntegerMaximum]: 'range',
}

function toProblem(root: TSchema, error: ValueError): Problem {
  const kind = kinds[error.type] ?? 'type'
  const unsupported = isWord(error.value) ? error.schema.unsupported : undefined
  return {
    pointer: error.path,
    path: dotted(error.path),
    kind: kind === 'enum' && typeof error.value !== 'string' ? 'type' : kind,
    ...(kind === 'format' && { format: String(error.schema.format) }),
    ...(kind === 'enum' && unsupported && { unsupported }),
    expected: kind === 'unexpected' ? 'no such property' : expectation(error.schema),
    received: kind === 'missing' ? 'nothing' : shorten(error.value),
    basis: basisOf(root, error.path, kind),
  }
}

/** Whether a value is formed like the names that the standard lists. */
const isWord = (value: unknown) => typeof value === 'string' && /^[A-Za-z][\w.:-]{0,49}$/.test(value)

/** The steps of an RFC 6901 pointer. */
export function segments(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** `/Data/Permissions/0` as `Data.Permissions[0]`. */
export function dotted(pointer: string): string {
  return segments(pointer)
    .map((part, index) => (/^\d+$/.test(part) ? `[${part}]` : index === 0 ? part : `.${part}`))
    .join('')
}

/** The nearest `basis` on the way from the root to the place; `closedBasis` for a property that should not be there. */
function basisOf(root: TSchema, pointer: string, kind: ProblemKind): Basis {
  let basis: Basis = root.basis ?? 'stated'
  let schema: TSchema | undefined = root
  for (const part of segments(pointer)) {
    const next: TSchema | undefined = schema && child(schema, part)
    if (!next && schema && kind === 'unexpected' && schema.closedBasis) return schema.closedBasis
    schema = next
    if (schema?.basis) basis = schema.basis
  }
  return basis
}

/** The schema of a member or an item, looked for in every alternative of a union. */
export function child(schema: TSchema, part: string): TSchema | undefined {
  if (KindGuard.IsUnion(schema)) return schema.anyOf.map((each) => child(each, part)).find(Boolean)
  if (KindGuard.IsObject(schema)) {
    const { properties } = schema as TObject
    if (Object.hasOwn(properties, part)) return properties[part]
    return typeof schema.additionalProperties === 'object' ? (schema.additionalProperties as TSchema) : undefined
  }
  if (KindGuard.IsArray(schema)) return schema.items as TSchema
  return undefined
}

const formatNames: Record<string, string> = {
  'date-time': 'an ISO 8601 date-time with seconds and an offset (2030-01-15T09:00:00+03:00)',
  'date-time-v0': 'an ISO 8601 date-time with seconds and an offset (2030-01-15T09:00:00+03:00)',
  uri: 'an absolute URI',
  uuid: 'a UUID',
  iban: 'an IBAN with the right check digits',
  amount: 'a decimal amount as a string, with up to 5 digits of fraction',
  'http-date': 'an RFC 7231 date (Tue, 15 Jan 2030 09:00:00 GMT)',
}

function expectation(schema: TSchema): string {
  if (schema.enum) return schema.enum.length === 1 ? String(schema.enum[0]) : `one of ${listed(schema.enum)}`
  if (schema.format) return formatNames[schema.format] ?? `a ${schema.format}`
  if (schema.pattern) return `a string like ${schema.pattern}`
  if (KindGuard.IsUnion(schema)) return schema.anyOf.map((each) => expectation(each)).join(' or ')
  const bounds = (low: unknown, high: unknown, unit: string) =>
    low === undefined && high === undefined ? '' : ` of ${low ?? 0} to ${high ?? 'any number of'} ${unit}`
  if (schema.type === 'string') return `a string${bounds(schema.minLength, schema.maxLength, 'characters')}`
  if (schema.type === 'array') return `an array${bounds(schema.minItems, schema.maxItems, 'items')}`
  if (schema.type === 'object')
    return Object.keys(schema.properties ?? {}).length === 0 ? 'an empty object' : 'an object'
  if (schema.type === 'null') return 'null'
  const kind = schema.type === 'integer' ? 'a whole number' : `a ${schema.type}`
  const { minimum, maximum } = schema as { readonly minimum?: number; readonly maximum?: number }
  if (minimum === undefined && maximum === undefined) return kind
  if (maximum === undefined) return `${kind} from ${minimum}`
  return minimum === undefined ? `${kind} up to ${maximum}` : `${kind} from ${minimum} to ${maximum}`
}

/** What a reader of a message takes in, in characters: what was sent stands after it. */
const longestList = 400

/** All values, or of many the first and how many more there are. */
function listed(values: readonly unknown[]): string {
  const all = values.join(', ')
  if (all.length <= longestList) return all
  const first = all.slice(0, all.lastIndexOf(', ', longestList)).split(', ')
  return `${first.join(', ')} and ${values.length - first.length} more`
}

function shorten(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}
