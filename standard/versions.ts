/**
 * The two versions of the interface and how their payloads name things.
 *
 * @module
 */

/** The published versions, oldest first. */
export const versions = ['0.0.1', '1.0.0'] as const

export type Version = (typeof versions)[number]

/** The one path segment between `/api` and the release, as public portals of the framework print it. */
export const frameworkSegment = 'bobf'

/** Base path of each version below the bank's base URL. Source document, "Versioning". */
export const basePaths: Readonly<Record<Version, string>> = {
  '0.0.1': '/api',
  '1.0.0': `/api/${frameworkSegment}/release1.0.0`,
}

/** What precedes a scheme name in each version: nothing in 0.0.1, a constant two-part code in 1.0.0. */
export const schemePrefixes: Readonly<Record<Version, string>> = { '0.0.1': '', '1.0.0': 'BH.OBF.' }

/** A value that is the same in both versions, or one for each. */
export type ByVersion<T> = T | Readonly<Record<Version, T>>

/** The value for one version of something that may differ between them. */
export function forVersion<T extends object>(value: ByVersion<T>, version: Version): T {
  return '0.0.1' in value && '1.0.0' in value ? value[version] : (value as T)
}
