/**
 * Matchers for rows of any kind: which accounts they belong to, and whether two answers have the same rows.
 *
 * @module
 */

import {
  answerTo,
  type Breach,
  type CaseRecord,
  notApplicable,
  type Observation,
  observed,
  resolve,
  unseen,
} from '../observation.js'
import { show } from '../reading.js'
import { type Item, listSetting, type Matcher, type Settings, stepSetting, textSetting } from './matcher.js'
import { canonicalText, checkRows, cutShort, pagesOf, rowsOf, seqs } from './rows.js'

const texts = (settings: Settings, name: string, record: CaseRecord) => listSetting(settings, name, record) ?? []

/** The accounts a rule is about: `ids` themselves, or those that the account list of step `accounts` shows. */
function accountsOf(record: CaseRecord, settings: Settings): readonly string[] | undefined {
  if ('ids' in settings) return listSetting(settings, 'ids', record)
  const listed = rowsOf(record, stepSetting(settings, 'accounts'), 'Data.Account[]')
  return listed.length === 0 ? undefined : listed.map(({ value }) => String(value.AccountId))
}

/** Every row at `path` that names an account names one of these; with `orNone` there may be no row. */
export const rowsOfAccounts: Matcher = (record, settings) => {
  const check = (rows: readonly Item[], evidence: readonly number[]): Observation => {
    const ids = accountsOf(record, settings)
    if (!ids) return unseen('it is not known which accounts were chosen')
    if (rows.length === 0) return observed(evidence)
    const naming = rows.filter(({ value }) => value.AccountId !== undefined)
    if (naming.length === 0) return notApplicable('the rows name no account', evidence)
    return observed(
      evidence,
      naming
        .filter(({ value }) => !ids.includes(String(value.AccountId)))
        .map(({ pointer, value }) => ({
          pointer: `${pointer}/AccountId`,
          expected: ids.length === 1 ? show(ids[0]) : 'an account of the consent',
          received: show(value.AccountId),
        })),
    )
  }
  return checkRows(record, textSetting(settings, 'path'), check, settings.orNone === true)
}

/** Each of these accounts has a row at `path`. */
export const rowsForEveryAccount: Matcher = (record, settings) =>
  checkRows(record, textSetting(settings, 'path'), (rows, evidence) => {
    const ids = accountsOf(record, settings)
    if (!ids) return unseen('it is not known which accounts were chosen')
    const missing = ids.filter((id) => !rows.some(({ value }) => value.AccountId === id))
    return observed(
      evidence,
      missing.map((id) => ({ expected: `a row of account ${show(id)}`, received: 'none' })),
    )
  })

/** Rows of one list that another one lacks. */
function missing(wanted: readonly Item[], got: readonly Item[], but: readonly string[]): readonly Item[] {
  const there = new Set(got.map(({ value }) => canonicalText(value, but)))
  return wanted.filter(({ value }) => !there.has(canonicalText(value, but)))
}

/** The rows of the account that step `single` read on its own are the rows of that account in this list, and no others. */
export const asOnTheirOwn: Matcher = (record, settings) => {
  const path = textSetting(settings, 'path')
  const but = texts(settings, 'but', record)
  const single = stepSetting(settings, 'single')
  const [id] = texts(settings, 'ids', record)
  const own = rowsOf(record, single, path)
  if (id === undefined) return unseen('it is not known which account was read')
  if (own.length === 0) return unseen('the account has no rows to compare with', 'bank', seqs(pagesOf(record, single)))
  if (own.every(({ value }) => value.AccountId === undefined)) return notApplicable('the rows name no account')
  const last = answerTo(record)
  if (last.kind !== 'exchange') return last
  const cut = cutShort(record, single, record.step)
  if (cut) return cut
  const inBulk = rowsOf(record, record.step, path).filter(({ value }) => value.AccountId === id)
  return observed(
    [...seqs(pagesOf(record, single)), ...seqs(pagesOf(record))],
    [
      ...missing(own, inBulk, but).map((row) => differs(row, 'in the list of all accounts', 'not there')),
      ...missing(inBulk, own, but).map((row) => differs(row, 'in the list of the account too', 'not there')),
    ],
  )
}

const differs = ({ pointer, value }: Item, where: string, received: string): Breach => ({
  pointer,
  expected: `${show(value)} ${where}`,
  received,
})

/** The rows of this step are those of the steps `of` taken together, in any order. */
export const sameRows: Matcher = (record, settings) => {
  const path = textSetting(settings, 'path')
  const steps = texts(settings, 'of', record).map(Number)
  const wanted = steps.flatMap((step) => rowsOf(record, step, path))
  if (wanted.length === 0) return unseen('the answers to compare with have no rows')
  const cut = cutShort(record, ...steps, record.step)
  if (cut) return cut
  return checkRows(record, path, (rows, evidence) =>
    observed(
      [...steps.flatMap((step) => seqs(pagesOf(record, step))), ...evidence],
      [
        ...missing(wanted, rows, []).map((row) => differs(row, 'in this answer too', 'not there')),
        ...missing(rows, wanted, []).map((row) => differs(row, 'in the other answers too', 'not there')),
      ],
    ),
  )
}

/** At least one row at `path` has one of `members`: shows that a check of their absence elsewhere means something. */
export const someHave: Matcher = (record, settings) =>
  checkRows(record, textSetting(settings, 'path'), (rows, evidence) => {
    const members = texts(settings, 'members', record)
    if (rows.some(({ value }) => members.some((name) => (value[name] ?? null) !== null))) return observed(evidence)
    const expected = `${members.join(' or ')} in one row at least`
    return observed(evidence, [{ pointer: '/Data', expected, received: 'in none' }])
  })

/** The row `row` of an earlier answer is among the rows at `path`. */
export const hasRow: Matcher = (record, settings) => checkRow(record, settings, true)

/** The row `row` of an earlier answer is not among the rows at `path`. */
export const lacksRow: Matcher = (record, settings) => checkRow(record, settings, false)

function checkRow(record: CaseRecord, settings: Settings, wanted: boolean): Observation {
  const row = resolve(settings.row ?? null, record)
  const last = answerTo(record)
  if (last.kind !== 'exchange') return last
  if (typeof row !== 'object' || row === null) return unseen('the row to look for is not known')
  if (last.response.status !== 200) return unseen('the answer is no list', 'bank', [last.seq])
  const found = rowsOf(record, record.step, textSetting(settings, 'path')).some(
    ({ value }) => canonicalText(value) === canonicalText(row),
  )
  const expected = `${wanted ? 'the' : 'not the'} row ${show(row)}`
  return observed(
    seqs(pagesOf(record)),
    found === wanted ? [] : [{ expected, received: found ? 'there' : 'not there' }],
  )
}
