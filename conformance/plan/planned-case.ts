/**
 * A case under one version: what is planned, run and judged.
 *
 * @module
 */
import type { Version } from '#standard/index.js'
import type { Case } from '../cases/case.js'

export interface PlannedCase {
  readonly case: Case
  readonly version: Version
}

/** The name of a planned case: `AAC-001@1.0.0`. */
export const caseKey = ({ case: { id }, version }: PlannedCase): string => `${id}@${version}`
