/**
 * The type of a matcher, and functions that several of them share.
 *
 * @module
 */
import type { Value } from '../../cases/case.js'
import { select } from '../../cases/paths.js'
import { answerTo, type CaseRecord, type Observation, observed, resolve, unseen } from '../observation.js'
import { readJson, shownInstead } from '../reading.js'

export type Settings = Readonly<Record<string, Value>>

/** A named rule in code that checks the answers of one case. Settings are the `with` of the expectation. */
export type Matcher = (record: CaseRecord, settings: Settings) => Observation

/** The setting that names a step. */
export function stepSetting(settings: Settings, name: string): number {
  const value = settings[name]
  return typeof value === 'number' ? value : 0
}

export function textSetting(settings: Settings, name: string): string {
  return String(settings[name] ?? '')
}

/** A setting that is a list of texts, references filled in; `undefined` when one of them has no value. */
export function listSetting(settings: Settings, name: string, record: CaseRecord): string[] | undefined {
  const value = resolve(settings[name] ?? [], record)
  return Array.isArray(value) ? value.map(String) : undefined
}

/** Checks the JSON body of the answer to `step`; an answer without one is a breach, no answer is `unseen`. */
export function checkBody(
  record: CaseRecord,
  step: number,
  check: (body: unknown, seq: number) => Observation,
): Observation {
  const answer = answerTo(record, step)
  if (answer.kind !== 'exchange') return answer
  const reading = readJson(answer.response.body)
  if (reading.kind === 'json') return check(reading.value, answer.seq)
  return observed([answer.seq], [{ expected: 'a JSON body', received: shownInstead(answer.response) }])
}

export interface Item {
  readonly pointer: string
  readonly value: Readonly<Record<string, unknown>>
}

/** The objects at a path that ends in `[]`. */
export function itemsOf(body: unknown, path: string): Item[] {
  return select(body, path).flatMap(({ pointer, present, value }) =>
    present && typeof value === 'object' && value !== null
      ? [{ pointer, value: value as Readonly<Record<string, unknown>> }]
      : [],
  )
}

/** Checks the accounts of an account read; a list without any is `unseen`. */
export function checkAccounts(
  record: CaseRecord,
  check: (accounts: readonly Item[], seq: number) => Observation,
): Observation {
  return checkBody(record, record.step, (body, seq) => {
    const accounts = itemsOf(body, 'Data.Account[]')
    return accounts.length === 0 ? unseen('the answer lists no account', 'bank', [seq]) : check(accounts, seq)
  })
}
