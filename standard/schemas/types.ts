/**
 * The few building blocks all schemas share, and where a rule says which source it rests on.
 *
 * @module
 */
import { Kind, type ObjectOptions, type TProperties, type TUnsafe, Type, TypeRegistry } from '@sinclair/typebox'
import type { FormatName } from '../formats.js'
import type { Basis } from '../requirements.js'

declare module '@sinclair/typebox' {
  interface SchemaOptions {
    /** Where this schema and all below it rests, until a schema below says otherwise. */
    basis?: Basis
    /** Where it rests that an object has no other properties. Default: `basis`. */
    closedBasis?: Basis
  }
}

TypeRegistry.Set<{ enum: readonly string[] }>('StringEnum', (schema, value) => schema.enum.includes(value as string))

/** A string that is one of the published values. */
export function oneOf<const T extends readonly string[]>(
  values: T,
  options: { basis?: Basis } = {},
): TUnsafe<T[number]> {
  return Type.Unsafe<T[number]>({ ...options, [Kind]: 'StringEnum', type: 'string', enum: [...values] })
}

/** A string of `min` to `max` characters. */
export const text = (min: number, max: number) => Type.String({ minLength: min, maxLength: max })

/** A string in one of the standard's strict formats. */
export const formatted = (format: FormatName) => Type.String({ format })

/** An object that admits no other properties. */
export const closed = <T extends TProperties>(properties: T, options: ObjectOptions = {}) =>
  Type.Object(properties, { ...options, additionalProperties: false })

/** An object whose other properties the standard leaves to the bank. */
export const openObject = <T extends TProperties>(properties: T) =>
  Type.Object(properties, { additionalProperties: true })

export const Currency = Type.String({ pattern: '^[A-Z]{3}$', basis: 'framework' })
