/**
 * Schemas of the standard as OpenAPI 3.0 writes them: named where they are used, without what JSON Schema has and OpenAPI has not.
 *
 * @module
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Kind, type TSchema } from '@sinclair/typebox'
import * as standard from '#standard/index.js'
import { forVersion, toJsonSchema, type Version } from '#standard/index.js'

/** A schema of a document, or a reference to one. */
export type DocumentSchema = Readonly<Record<string, unknown>>

/** Collects the named schemas of a document. */
export class Schemas {
  /** By name, in the order in which they were met. */
  readonly components: Record<string, DocumentSchema> = {}
  /** The name of each schema, by what it says. */
  readonly #names: ReadonlyMap<string, string>
  readonly #references = new Map<TSchema, DocumentSchema>()

  /** @param names of schemas, by what they say; see {@link publishedNames} */
  constructor(names: ReadonlyMap<string, string>) {
    this.#names = new Map(names)
  }

  /** A reference to a schema, which gets the name that the standard gives it, else this one. */
  named(schema: TSchema, otherwise: string): DocumentSchema {
    const known = this.#references.get(schema)
    if (known) return known
    const json = toJsonSchema(schema)
    const reference = this.#refer(json, this.#names.get(JSON.stringify(json)) ?? otherwise)
    this.#references.set(schema, reference)
    return reference
  }

  /** A schema where it is used, with references to those that have names. */
  inline(schema: TSchema): DocumentSchema {
    return this.#convert(toJsonSchema(schema))
  }

  #refer(json: Json, name: string): DocumentSchema {
    if (!(name in this.components)) {
      this.components[name] = {}
      this.components[name] = this.#convert(json)
    }
    return { $ref: `#/components/schemas/${name}` }
  }

  #convert(json: Json): DocumentSchema {
    const { const: only, format, ...rest } = json
    const converted = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, this.#member(key, value)]))
    const made = {
      ...converted,
      ...(only !== undefined && { enum: [only] }),
      ...(typeof format === 'string' && (describedFormats[format] ?? { format })),
    }
    return withoutNull(made)
  }

  #member(key: string, value: unknown): unknown {
    if (key === 'properties') {
      const properties = Object.entries(value as Record<string, Json>)
      return Object.fromEntries(properties.map(([name, schema]) => [name, this.#below(schema)]))
    }
    if (key === 'items') return this.#below(value as Json)
    if (key === 'anyOf' || key === 'allOf' || key === 'oneOf') return (value as Json[]).map((each) => this.#below(each))
    return value
  }

  #below(json: Json): DocumentSchema {
    const name = json.type === 'object' ? this.#names.get(JSON.stringify(json)) : undefined
    return name === undefined ? this.#convert(json) : this.#refer(json, name)
  }
}

type Json = Readonly<Record<string, unknown>>

/** Formats of the standard that generators do not know. */
const describedFormats: Readonly<Record<string, Json>> = {
  amount: { pattern: '^\\d{1,13}(\\.\\d{1,5})?$' },
  iban: { pattern: '^[A-Z]{2}[0-9]{2}[A-Z0-9]{10,30}$' },
  'http-date': { description: 'A date of RFC 7231, such as `Tue, 15 Jan 2030 06:00:00 GMT`' },
  'date-time-v0': { description: 'A date-time of RFC 3339, whose offset may lack its colon' },
}

/** OpenAPI 3.0 has no null: a schema of several says that it may be. */
function withoutNull(schema: Json): DocumentSchema {
  const { anyOf, ...rest } = schema
  if (!Array.isArray(anyOf)) return schema
  const others = (anyOf as Json[]).filter(({ type }) => type !== 'null')
  if (others.length === anyOf.length) return schema
  return {
    ...rest,
    anyOf: others.map((each) => ('$ref' in each ? { allOf: [each], nullable: true } : { ...each, nullable: true })),
  }
}

const known = new Map<Version, Promise<ReadonlyMap<string, string>>>()

/** The names that `standard/` gives its schemas of objects, by what they say in a version. */
export function publishedNames(version: Version): Promise<ReadonlyMap<string, string>> {
  const names = known.get(version) ?? namesOf(version)
  known.set(version, names)
  return names
}

async function namesOf(version: Version): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>()
  for (const [name, value] of Object.entries(standard)) {
    if (!/^[A-Z]/.test(name) || typeof value !== 'object' || value === null) continue
    const schema: unknown = forVersion(value as never, version)
    if (!isObjectSchema(schema)) continue
    const text = JSON.stringify(toJsonSchema(schema))
    if (!names.has(text)) names.set(text, name)
    // no request waits for all of them
    await nextTurn()
  }
  return names
}

const isObjectSchema = (value: unknown): value is TSchema =>
  typeof value === 'object' && value !== null && Kind in value && (value as TSchema).type === 'object'
