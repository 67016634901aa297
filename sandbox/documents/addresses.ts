/**
 * Where the documents are.
 *
 * @module
 */
import type { Version } from '#standard/index.js'

/** Path of a document. */
export const openApiPath = (name: Version | 'control') => `/openapi/${name}.json`
