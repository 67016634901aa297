/**
 * One case in progress: the values its steps have received so far.
 *
 * @module
 */
import { randomUUID } from 'node:crypto'
import { isAmount, type Version } from '#standard/index.js'
import { type Case, isRef, type PaymentFact, type Ref, type Value } from '../cases/case.js'
import type { FileForm } from '../cases/file-forms.js'
import { select, valueAt } from '../cases/paths.js'
import type { Resolved } from '../given/resolvers.js'
import type { Authorisation } from '../tpp/authorisation.js'
import type { Tokens } from '../tpp/authorisation-server.js'
import { bankNow } from '../tpp/bank-clock.js'
import { CouldNotRun } from '../tpp/could-not-run.js'
import type { Callback } from '../tpp/notification-receiver.js'
import { factOf, fileFor } from '../tpp/payment-file.js'
import type { Session } from '../tpp/session.js'
import { paymentsOf } from '../tpp/user-token.js'
import { isAbout, tokensIn } from '../transcript/event-tokens.js'
import { toDateTime, toQueryDate } from './date-times.js'

export interface CaseRun {
  readonly session: Session
  readonly test: Case
  readonly version: Version
  readonly given: Resolved
  /** JSON bodies of the answers, by step; `undefined` where there is none. */
  readonly answers: unknown[]
  readonly freshIds: Map<string, string>
  /** The instants that the steps have named, so that a step that repeats one names the same. */
  readonly instants: Map<string, string>
  /** The files that the steps send, by name and form. */
  readonly files: Map<string, string>
  /** Where the bank can send notifications to the case, where it asks for that. */
  readonly callback?: Callback
  /** The bodies of the notifications that have come. */
  readonly heard: string[]
  /** The latest journey: of the case, or else of its starting point. */
  authorisation?: Authorisation
  /** What the latest step that called the token endpoint got, where it got an access token. */
  latest?: Tokens
  /** The tokens of the starting point, where they have been renewed. */
  renewed?: Tokens
  /** The refresh token to use next. */
  refreshToken?: string
}

export function startCase(
  session: Session,
  test: Case,
  version: Version,
  given: Resolved,
  callback?: Callback,
): CaseRun {
  return {
    session,
    test,
    version,
    given,
    answers: [],
    freshIds: new Map(),
    instants: new Map(),
    files: new Map(),
    heard: [],
    ...(callback && { callback }),
    ...(given.authorisation && { authorisation: given.authorisation }),
    ...(given.tokens?.refreshToken !== undefined && { refreshToken: given.tokens.refreshToken }),
  }
}

/**
 * A value with its references filled in.
 *
 * @throws {CouldNotRun} when a referenced value is missing
 */
export function fillIn(run: CaseRun, value: Value): unknown {
  if (isRef(value)) return lookUp(run, value)
  if (Array.isArray(value)) return (value as readonly Value[]).map((item) => fillIn(run, item))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, fillIn(run, item)]))
}

/** As {@link fillIn}, as text. */
export function fillInText(run: CaseRun, value: Value): string {
  return String(fillIn(run, value))
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
    case 'row':
      return memberOfRow(run, ref)
    case 'event':
      return eventOf(run, ref)
    case 'callback':
      if (!run.callback) throw new CouldNotRun('the case has no callback', 'suite')
      return run.callback.url + (ref.path ?? '')
    case 'errorOn':
      return { [fillInText(run, ref.event)]: { err: 'setData', description: 'reported by the suite' } }
    case 'fresh': {
      const id = run.freshIds.get(ref.name) ?? randomUUID()
      run.freshIds.set(ref.name, id)
      return id.slice(0, ref.length) + (ref.suffix ?? '')
    }
    case 'version': {
      const value = ref.of[run.version]
      return value === undefined ? undefined : fillIn(run, value)
    }
    case 'file':
      return factOf(fileOf(run, ref), ref.fact)
    case 'payments':
      return paymentFact(run, ref.name)
    case 'ifSaid':
      return valueAt(paymentsOf(run.session), ref.name) === undefined ? undefined : fillIn(run, ref.value)
    case 'consented': {
      const value = valueAt(run.given.request, ref.path)
      if (value === undefined)
        throw new CouldNotRun(`starting point ${run.test.given} asked for no ${ref.path}`, 'suite')
      return value
    }
    case 'clock':
      return instantOf(run, ref)
  }
}

function eventOf(run: CaseRun, { step, about, take }: Extract<Ref, { from: 'event' }>): string {
  const id = fillInText(run, about)
  const token = tokensIn(run.answers[step]).find((each) => isAbout(each, id))
  if (token) return take === 'token' ? token.token : token.jti
  throw new CouldNotRun(`the answer to step ${step + 1} has no event about ${id}`, 'bank')
}

/** A file of the case: the same one whenever a step names it. */
export function fileOf(run: CaseRun, { form = 'plain', name = 'file' }: { form?: FileForm; name?: string }): string {
  const key = `${name} ${form}`
  const file = run.files.get(key) ?? fileFor(run.session, fillInText(run, { from: 'fresh', name }), form)
  run.files.set(key, file)
  return file
}

function memberOfRow(run: CaseRun, { step, path, where, is, take }: Extract<Ref, { from: 'row' }>): unknown {
  const rows = select(run.answers[step], path).map(({ value }) => value)
  const wanted = [fillIn(run, is as Value)].flat()
  const found = wanted.flatMap((each) => rows.filter((row) => select(row, where).some(({ value }) => value === each)))
  const value = valueAt(found[0], take)
  if (typeof value === 'string' && (!take.endsWith('.Amount') || isAmount(value))) return value
  throw new CouldNotRun(
    `the answer to step ${step + 1} has no ${take} to send where ${where} is ${wanted.join(' or ')}`,
    'bank',
  )
}

/** An instant as it was first named in the case. */
function instantOf(run: CaseRun, ref: Extract<Ref, { from: 'clock' }>): string {
  const name = JSON.stringify(ref)
  const instant = run.instants.get(name) ?? toDateTime(bankNow(run.session) + ref.offsetMillis, ref.form ?? 'offset')
  run.instants.set(name, instant)
  return instant
}

function paymentFact(run: CaseRun, name: PaymentFact): string {
  const value = valueAt(paymentsOf(run.session), name)
  if (typeof value !== 'string') throw new CouldNotRun(`the profile has no payments.${name}`, 'config')
  return value
}
