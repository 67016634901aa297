/**
 * The severity of a broken row of the ledger, by the strictness of the run. docs/decisions says why a row that lost a
 * conflict is less severe.
 *
 * @module
 */
import type { Basis, Requirement, Strength } from '#standard/index.js'
import type { Strictness } from '../profile/profile.js'

/** From most to least severe. */
export const severities = ['fail', 'warn', 'info'] as const

export type Severity = (typeof severities)[number]

/** The part of a row that its severity depends on. */
export type SeverityInput = Pick<Requirement, 'basis' | 'strength' | 'conflictsWith'>

type ByStrictness = Readonly<Record<Strictness, Severity>>

const info: ByStrictness = { stated: 'info', framework: 'info', all: 'info' }

/** `stated` is for other people's banks, `framework` for one that claims the framework, `all` for our own sandbox. */
export const severityTable: Readonly<Record<Basis, Readonly<Record<Strength, ByStrictness>>>> = {
  stated: {
    must: { stated: 'fail', framework: 'fail', all: 'fail' },
    should: { stated: 'warn', framework: 'fail', all: 'fail' },
    may: info,
  },
  framework: {
    must: { stated: 'warn', framework: 'fail', all: 'fail' },
    should: { stated: 'info', framework: 'warn', all: 'fail' },
    may: info,
  },
  inferred: {
    must: { stated: 'info', framework: 'warn', all: 'fail' },
    should: { stated: 'info', framework: 'info', all: 'warn' },
    may: info,
  },
}

/** The row whose severity an answer has that a case tolerates: a 404 for an unknown id, where the facts ask for a 400. */
export const tolerated: SeverityInput = { basis: 'inferred', strength: 'should' }

const oneStepLess: Readonly<Record<Severity, Severity>> = { fail: 'warn', warn: 'info', info: 'info' }

/**
 * The severity of a broken row. A row that lost a conflict with another (`conflictsWith`) is one step less severe, so that
 * a bank that follows the other one never fails; at strictness `all` it is not, because our sandbox follows both.
 */
export function severityOf(row: SeverityInput, strictness: Strictness): Severity {
  const severity = severityTable[row.basis][row.strength][strictness]
  return row.conflictsWith && strictness !== 'all' ? oneStepLess[severity] : severity
}

/** The most severe of several; `info` for none. */
export function mostSevere(given: Iterable<Severity>): Severity {
  const set = new Set(given)
  return severities.find((each) => set.has(each)) ?? 'info'
}
