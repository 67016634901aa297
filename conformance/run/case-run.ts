/**
 * One case while it runs: what its steps have learned so far.
 *
 * @module
 */
import { randomUUID } from 'node:crypto'
import type { Version } from '#standard/index.js'
import type { Case, Ref, Value } from '../cases/case.js'
import type { Resolved } from '../given/starting-points.js'
import { valueAt } from '../judge/paths.js'
import type { Authorisation } from '../tpp/authorisation.js'
import { CouldNotRun } from '../tpp/could-not-run.js'
import type { Session } from '../tpp/session.js'
import { toDateTime, toQueryDate } from './date-times.js'

export interface CaseRun {
  readonly session: Session
  readonly test: Case
  readonly version: Version
  readonly given: Resolved
  /** JSON bodies of the answers, by step; `undefined` where there is none. */
  readonly answers: unknown[]
  readonly freshIds: Map<string, string>
  /** The latest journey: of the case, or else of its starting point. */
  authorisation?: Authorisation
  /** Of the latest step that asked the token endpoint, where it got one. */
  latestToken?: string
  /** The refresh token to use next. */
  refreshToken?: string
}

export function startCase(session: Session, test: Case, version: Version, given: Resolved): CaseRun {
  return {
    session,
    test,
    version,
    given,
    answers: [],
    freshIds: new Map(),
    ...(given.authorisation && { authorisation: given.authorisation }),
    ...(given.tokens?.refreshToken !== undefined && { refreshToken: given.tokens.refreshToken }),
  }
}

/**
 * A value with its references filled in.
 *
 * @throws {CouldNotRun} when one leads to nothing
 */
export function fillIn(run: CaseRun, value: Value): unknown {
  if (isRef(value)) return lookUp(run, value)
  if (Array.isArray(value)) return (value as readonly Value[]).map((item) => fillIn(run, item))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, fillIn(run, item)]))
}

/** As {@link fillIn}, for a place that takes text alone. */
export function fillInText(run: CaseRun, value: Value): string {
  return String(fillIn(run, value))
}

function isRef(value: Value): value is Ref {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && 'from' in value
}

function lookUp(run: CaseRun, ref: Ref): unknown {
  switch (ref.from) {
    case 'given': {
      const value = run.given.values[ref.name]
      if (value === undefined) throw new CouldNotRun(`starting point ${run.test.given} gives no ${ref.name}`, 'suite')
      return value
    }
    case 'step': {
      const value = valueAt(run.answers[ref.step], ref.path)
      if (value === undefined) throw new CouldNotRun(`the answer to step ${ref.step + 1} has no ${ref.path}`, 'bank')
      if (!ref.queryDate) return value
      const date = toQueryDate(value, ref.queryDate.shiftMillis)
      if (date !== undefined) return date
      throw new CouldNotRun(`${ref.path} in the answer to step ${ref.step + 1} is no date-time`, 'bank')
    }
    case 'fresh': {
      const id = run.freshIds.get(ref.name) ?? randomUUID()
      run.freshIds.set(ref.name, id)
      return id
    }
    case 'clock':
      return toDateTime(run.session.now() + ref.offsetMillis, ref.form ?? 'offset')
  }
}
