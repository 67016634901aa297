/**
 * The schemes of account identifiers, without the prefix of a version.
 *
 * @module
 */
import { type AccountScheme, accountSchemes, schemePrefixes, type Version } from '#standard/index.js'

/** The scheme that a version writes so. */
export const schemeOf = (name: string, version: Version): AccountScheme | undefined =>
  accountSchemes.find((scheme) => schemePrefixes[version] + scheme === name)
