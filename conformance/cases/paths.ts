/**
 * Places in a JSON body, in the dotted form the error response uses (`Data.Permissions[0]`) and in the other notations
 * that banks write.
 *
 * @module
 */
import { ValuePointer } from '@sinclair/typebox/value'

/** One place that a path selects. */
export interface Place {
  /** RFC 6901 pointer: `/Data/Account/0/AccountId`. */
  readonly pointer: string
  readonly present: boolean
  readonly value?: unknown
}

/**
 * The steps of a path in any of the notations `Data.Permissions[0]`, `Data.Permissions.0`, `$.Data.Permissions[0]`,
 * `$['Data']['Permissions'][0]`, `/Data/Permissions/0` and `#/Data/Permissions/0`. An empty `[]` becomes the step `*`.
 */
export function pathSteps(path: string): string[] {
  const text = path.trim()
  if (/^#?\//.test(text)) return [...ValuePointer.Format(text.replace(/^#/, ''))]
  return text
    .replace(/^\$\.?/, '')
    .replace(/\[\s*(?:'([^']*)'|"([^"]*)"|(\d*))\s*\]/g, (_, single, double, index) => {
      const step = single ?? double ?? index
      return `.${step === '' ? '*' : step}`
    })
    .split('.')
    .filter((step) => step !== '')
}

/** Steps of paths that cases name: each is taken apart once. What a bank writes is not kept. */
const knownSteps = new Map<string, readonly string[]>()

function stepsOf(path: string): readonly string[] {
  const known = knownSteps.get(path)
  if (known) return known
  const steps = pathSteps(path)
  knownSteps.set(path, steps)
  return steps
}

/**
 * True when `received` names the place `expected` or one below it, in any notation. A name in lower case is a header or
 * query parameter and is compared without regard to case.
 */
export function isAtOrBelow(received: string, expected: string): boolean {
  const fold = /[A-Z]/.test(expected) ? (step: string) => step : (step: string) => step.toLowerCase()
  const [got, wanted] = [pathSteps(received), stepsOf(expected)]
  return wanted.every((step, index) => {
    const there = got[index]
    return there !== undefined && (step === '*' ? /^(\d+|\*)$/.test(there) : fold(there) === fold(step))
  })
}

/** A pointer with `*` for its array indexes, the same for equal problems of many items. */
export function withoutIndexes(pointer: string): string {
  return pointer.replace(/\/\d+(?=\/|$)/g, '/*')
}

/**
 * Every place that a dotted path selects in a value; `[]` stands for every item of an array. An empty array gives no place; a
 * missing member gives one place that is not present.
 */
export function select(value: unknown, path: string): Place[] {
  return walk(value, stepsOf(path), '')
}

/** The value at a dotted path without `[]`, or `undefined`. */
export function valueAt(value: unknown, path: string): unknown {
  return select(value, path)[0]?.value
}

function walk(value: unknown, steps: readonly string[], pointer: string): Place[] {
  const [step, ...rest] = steps
  if (step === undefined) return [{ pointer, present: true, value }]
  if (step === '*' && Array.isArray(value)) {
    return value.flatMap((item, index) => walk(item, rest, `${pointer}/${index}`))
  }
  const below = `${pointer}/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) {
    return [{ pointer: below, present: false }]
  }
  return walk((value as Record<string, unknown>)[step], rest, below)
}
