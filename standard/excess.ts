/**
 * Bounds the work of finding the first problems of a value: what would only add to their number is counted and taken
 * away before.
 *
 * @module
 */
import { KindGuard, type TArray, type TObject, type TSchema } from '@sinclair/typebox'

export interface Shortened {
  readonly value: unknown
  /** How many problems were taken away; a wrong item of an array counts once. */
  readonly leftOut: number
}

/** Whether a value meets a schema. */
type Check = (schema: TSchema, value: unknown) => boolean

/**
 * The value with, in each array and closed object, the first `most` items or properties that are wrong: the first `most`
 * problems are those of the whole value. Each part of the value is looked at once.
 */
export function withoutExcess(schema: TSchema, value: unknown, most: number, isValid: Check): Shortened {
  if (KindGuard.IsArray(schema) && Array.isArray(value)) return shortArray(schema, value, most, isValid)
  if (KindGuard.IsObject(schema) && isRecord(value)) return shortObject(schema, value, most, isValid)
  return { value, leftOut: 0 }
}

function shortArray(schema: TArray, items: readonly unknown[], most: number, isValid: Check): Shortened {
  // one more than are allowed, so that an array that is too long still is
  const least = (schema.maxItems ?? -1) + 1
  const kept: unknown[] = []
  let wrong = 0
  let leftOut = 0
  for (const item of items) {
    const isRight = isValid(schema.items, item)
    if (!isRight) wrong += 1
    if (wrong > most && kept.length >= least) {
      if (!isRight) leftOut += 1
      continue
    }
    const short = isRight ? { value: item, leftOut: 0 } : withoutExcess(schema.items, item, most, isValid)
    kept.push(short.value)
    leftOut += short.leftOut
  }
  return { value: kept, leftOut }
}

function shortObject(
  schema: TObject,
  members: Readonly<Record<string, unknown>>,
  most: number,
  isValid: Check,
): Shortened {
  const isClosed = schema.additionalProperties === false
  const kept: [string, unknown][] = []
  let unexpected = 0
  let leftOut = 0
  for (const [name, member] of Object.entries(members)) {
    const expected = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined
    if (!expected) unexpected += 1
    if (!expected && isClosed && unexpected > most) {
      leftOut += 1
      continue
    }
    const short = expected ? withoutExcess(expected, member, most, isValid) : { value: member, leftOut: 0 }
    kept.push([name, short.value])
    leftOut += short.leftOut
  }
  return { value: Object.fromEntries(kept), leftOut }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
