/**
 * Which fields of an answer an expectation is about, and whether a bank leaves them out.
 *
 * @module
 */
import type { Expectation } from './case.js'

/** Dotted paths of the fields that an expectation cannot do without. */
export function fieldsOf(expectation: Expectation): readonly string[] {
  if ('present' in expectation) return expectation.present
  if ('body' in expectation) return Object.keys(expectation.body)
  if (!('matches' in expectation)) return []
  const { path, members, of } = expectation.with ?? {}
  const fields = [path, of].filter((each): each is string => typeof each === 'string' && /^Data\b/.test(each))
  if (!Array.isArray(members) || typeof path !== 'string') return fields
  return members.map((member) => `${path}.${String(member)}`)
}

/** The field among those left out that this one is, or is a part of. */
export const leftOutBy = (field: string, leftOut: readonly string[]): string | undefined =>
  leftOut.find((each) => field === each || field.startsWith(`${each}.`) || field.startsWith(`${each}[`))

/** Why nothing is asked of a field. */
export const neverSent = (field: string): string =>
  `the profile says that the bank never sends ${field} (withoutFields)`

/** The field left out that all is about which these expectations say of bodies; `undefined` where they say something else besides. */
export function allAbout(expectations: readonly Expectation[], leftOut: readonly string[]): string | undefined {
  const telling = expectations.filter((each) => !('status' in each))
  const about = telling.map((each) => {
    const fields = fieldsOf(each)
    const absent = fields.map((field) => leftOutBy(field, leftOut))
    return fields.length > 0 && absent.every((field) => field !== undefined) ? absent[0] : undefined
  })
  return telling.length > 0 && about.every((field) => field !== undefined) ? about[0] : undefined
}
