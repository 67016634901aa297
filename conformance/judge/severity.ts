/**
 * What a broken row of the ledger leads to, by the strictness of the run. docs/decisions holds why a row that lost a
 * conflict weighs less.
 *
 * @module
 */
import type { Basis, Requirement, Strength } from '#standard/index.js'
import type { Strictness } from '../profile/profile.js'

/** From heavy to light. */
export const severities = ['fail', 'warn', 'info'] as const

export type Severity = (typeof severities)[number]

/** The part of a row that its weight depends on. */
export type Weighed = Pick<Requirement, 'basis' | 'strength' | 'conflictsWith'>

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

/** The weight of an answer that a case tolerates: a 404 for an unknown id, where FACTS asks for a 400. */
export const tolerated: Weighed = { basis: 'inferred', strength: 'should' }

const lighter: Readonly<Record<Severity, Severity>> = { fail: 'warn', warn: 'info', info: 'info' }

/**
 * What it leads to that a row is broken. A row that lost to another (`conflictsWith`) is one step lighter, so that a bank
 * that keeps to the winner never fails; at strictness `all` it keeps its weight, because our sandbox keeps to both.
 */
export function severityOf(row: Weighed, strictness: Strictness): Severity {
  const severity = severityTable[row.basis][row.strength][strictness]
  return row.conflictsWith && strictness !== 'all' ? lighter[severity] : severity
}

/** The heaviest of several; `info` for none. */
export function heaviest(given: Iterable<Severity>): Severity {
  const set = new Set(given)
  return severities.find((each) => set.has(each)) ?? 'info'
}
