/**
 * The building blocks that all schemas share, and how a rule of a schema names its source.
 *
 * @module
 */
import {
  Kind,
  type ObjectOptions,
  type Static,
  type TProperties,
  type TSchema,
  type TUnsafe,
  Type,
  TypeRegistry,
} from '@sinclair/typebox'
import type { ErrorCode } from '../error-codes.js'
import type { FormatName } from '../formats.js'
import type { Basis, RequirementId } from '../requirements.js'

declare module '@sinclair/typebox' {
  interface SchemaOptions {
    /** The source of this schema and of all below it, until a schema below names another. */
    basis?: Basis
    /** The source of the rule that an object has no other properties. Default: `basis`. */
    closedBasis?: Basis
    /** The rows of the ledger about this place. */
    rows?: RowsOfPlace
    /** The code of a value that is none of those listed: it is well formed, and not supported. Default `Field.Invalid`. */
    unsupported?: UnsupportedCode
  }
}

/** The codes of values that a bank does not support. */
export type UnsupportedCode = Extract<ErrorCode, `Unsupported.${string}`>

/**
 * The rows of the ledger about one place of a body, by what can be wrong there. Schemas are shared: rows about other
 * operations or versions may be listed too, and readers leave them out.
 */
export interface RowsOfPlace {
  /** The value is missing, or is not what it must be. Also for what is below it, unless that has rows of its own. */
  readonly value?: readonly RequirementId[]
  /** The value is not in its format; added to those of `value`. */
  readonly format?: readonly RequirementId[]
  /** An array has too few or too many items. Default: those of `value`. */
  readonly count?: readonly RequirementId[]
  /** An object has a property that it must not have. */
  readonly unexpected?: readonly RequirementId[]
  /** It has this one, which another row forbids by name. */
  readonly absent?: Readonly<Record<string, readonly RequirementId[]>>
}

/** The schema with the rows of the ledger that are about it. */
export function withRows<T extends TSchema>(schema: T, ...value: readonly RequirementId[]): T {
  return { ...schema, rows: { ...schema.rows, value } }
}

TypeRegistry.Set<{ enum: readonly string[] }>('StringEnum', (schema, value) => schema.enum.includes(value as string))

/** A string that is one of the published values. */
export function oneOf<const T extends readonly string[]>(
  values: T,
  options: { basis?: Basis; unsupported?: UnsupportedCode } = {},
): TUnsafe<T[number]> {
  return Type.Unsafe<T[number]>({ ...options, [Kind]: 'StringEnum', type: 'string', enum: [...values] })
}

/** A string of `min` to `max` characters. */
export const text = (min: number, max: number) => Type.String({ minLength: min, maxLength: max })

/** How every date-time is written. */
const dateTimeRows = ['FMT-REQ-010', 'FMT-REQ-150', 'FMT-REQ-180'] as const

/** A string in one of the standard's strict formats. */
export const formatted = (format: FormatName) =>
  Type.String({ format, ...(format.startsWith('date-time') && { rows: { format: dateTimeRows } }) })

/** An object that admits no other properties. */
export const closed = <T extends TProperties>(properties: T, options: ObjectOptions = {}) =>
  Type.Object(properties, { ...options, additionalProperties: false })

/** An object whose other properties the standard leaves to the bank. */
export const openObject = <T extends TProperties>(properties: T) =>
  Type.Object(properties, { additionalProperties: true })

/** An object whose property names are ids, all with values of one schema. */
export const mapOf = <T extends TSchema>(value: T) =>
  Type.Unsafe<Record<string, Static<T>>>(Type.Object({}, { additionalProperties: value }))

export const Currency = Type.String({ pattern: '^[A-Z]{3}$', basis: 'framework' })

const annotations: readonly string[] = ['basis', 'closedBasis', 'rows', 'unsupported']

/** The schema as JSON Schema has it, without the annotations of this project. */
export function toJsonSchema(schema: TSchema): Record<string, unknown> {
  const text = JSON.stringify(schema, (name, value: unknown) => (annotations.includes(name) ? undefined : value))
  return JSON.parse(text) as Record<string, unknown>
}
