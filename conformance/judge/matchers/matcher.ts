/**
 * What a matcher is, and the few readings several of them share.
 *
 * @module
 */
import type { Value } from '../../cases/case.js'
import { answerTo, held, type Look, resolve, type Sight, unseen } from '../look.js'
import { select } from '../paths.js'
import { readJson, show } from '../reading.js'

export type Settings = Readonly<Record<string, Value>>

/** A named rule in code: looks at the answers of one case and says what it saw. Settings are the `with` of the expectation. */
export type Matcher = (sight: Sight, settings: Settings) => Look

/** The setting that names a step. */
export function stepSetting(settings: Settings, name: string): number {
  const value = settings[name]
  return typeof value === 'number' ? value : 0
}

export function textSetting(settings: Settings, name: string): string {
  return String(settings[name] ?? '')
}

/** A setting that is a list of texts, references filled in; `undefined` when one of them leads nowhere. */
export function listSetting(settings: Settings, name: string, sight: Sight): string[] | undefined {
  const value = resolve(settings[name] ?? [], sight)
  return Array.isArray(value) ? value.map(String) : undefined
}

/** Looks at the JSON body of the answer to `step`; an answer without one is a breach, no answer is nothing seen. */
export function lookAtBody(sight: Sight, step: number, look: (body: unknown, seq: number) => Look): Look {
  const answer = answerTo(sight, step)
  if (answer.kind !== 'exchange') return answer
  const reading = readJson(answer.response.body)
  if (reading.kind === 'json') return look(reading.value, answer.seq)
  const received = reading.kind === 'empty' ? 'an empty body' : show(reading.text)
  return held([answer.seq], [{ expected: 'a JSON body', received }])
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

/** Looks at the accounts of an account read. Without any there is nothing to look at. */
export function lookAtAccounts(sight: Sight, look: (accounts: readonly Item[], seq: number) => Look): Look {
  return lookAtBody(sight, sight.step, (body, seq) => {
    const accounts = itemsOf(body, 'Data.Account[]')
    return accounts.length === 0 ? unseen('the answer lists no account', 'bank', [seq]) : look(accounts, seq)
  })
}
