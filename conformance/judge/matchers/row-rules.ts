/**
 * Rules that hold for rows of any kind: whose they are, and that two answers have the same ones.
 *
 * @module
 */
import { answerTo, type Breach, held, type Look, notApplicable, resolve, type Sight, unseen } from '../look.js'
import { select } from '../paths.js'
import { jsonOf, show } from '../reading.js'
import { type Item, listSetting, type Matcher, type Settings, stepSetting, textSetting } from './matcher.js'
import { cutShort, lookAtRows, pagesOf, rowsOf, sameness, seqs } from './rows.js'

const texts = (settings: Settings, name: string, sight: Sight) => listSetting(settings, name, sight) ?? []

/** The accounts a rule is about: `ids` themselves, or those that the account list of step `accounts` shows. */
function accountsOf(sight: Sight, settings: Settings): readonly string[] | undefined {
  if ('ids' in settings) return listSetting(settings, 'ids', sight)
  const listed = rowsOf(sight, stepSetting(settings, 'accounts'), 'Data.Account[]')
  return listed.length === 0 ? undefined : listed.map(({ value }) => String(value.AccountId))
}

/** Every row at `path` that names an account names one of these. */
export const rowsOfAccounts: Matcher = (sight, settings) =>
  lookAtRows(sight, textSetting(settings, 'path'), (rows, evidence) => {
    const ids = accountsOf(sight, settings)
    if (!ids) return unseen('it is not known which accounts were chosen')
    const naming = rows.filter(({ value }) => value.AccountId !== undefined)
    if (naming.length === 0) return notApplicable('the rows name no account', evidence)
    return held(
      evidence,
      naming
        .filter(({ value }) => !ids.includes(String(value.AccountId)))
        .map(({ pointer, value }) => ({
          pointer: `${pointer}/AccountId`,
          expected: ids.length === 1 ? show(ids[0]) : 'an account of the consent',
          received: show(value.AccountId),
        })),
    )
  })

/** Each of these accounts has a row at `path`. */
export const rowsForEveryAccount: Matcher = (sight, settings) =>
  lookAtRows(sight, textSetting(settings, 'path'), (rows, evidence) => {
    const ids = accountsOf(sight, settings)
    if (!ids) return unseen('it is not known which accounts were chosen')
    const missing = ids.filter((id) => !rows.some(({ value }) => value.AccountId === id))
    return held(
      evidence,
      missing.map((id) => ({ expected: `a row of account ${show(id)}`, received: 'none' })),
    )
  })

/** What stands in one list of rows and not in another. */
function missing(wanted: readonly Item[], got: readonly Item[], but: readonly string[]): readonly Item[] {
  const there = new Set(got.map(({ value }) => sameness(value, but)))
  return wanted.filter(({ value }) => !there.has(sameness(value, but)))
}

/** The rows of the account that step `single` read on its own are the rows of that account in this list, and no others. */
export const asOnTheirOwn: Matcher = (sight, settings) => {
  const path = textSetting(settings, 'path')
  const but = texts(settings, 'but', sight)
  const single = stepSetting(settings, 'single')
  const [id] = texts(settings, 'ids', sight)
  const own = rowsOf(sight, single, path)
  if (id === undefined) return unseen('it is not known which account was read')
  if (own.length === 0) return unseen('the account has no rows to compare with', 'bank', seqs(pagesOf(sight, single)))
  if (own.every(({ value }) => value.AccountId === undefined)) return notApplicable('the rows name no account')
  const last = answerTo(sight)
  if (last.kind !== 'exchange') return last
  const cut = cutShort(sight, single, sight.step)
  if (cut) return cut
  const inBulk = rowsOf(sight, sight.step, path).filter(({ value }) => value.AccountId === id)
  return held(
    [...seqs(pagesOf(sight, single)), ...seqs(pagesOf(sight))],
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
export const sameRows: Matcher = (sight, settings) => {
  const path = textSetting(settings, 'path')
  const steps = texts(settings, 'of', sight).map(Number)
  const wanted = steps.flatMap((step) => rowsOf(sight, step, path))
  if (wanted.length === 0) return unseen('the answers to compare with have no rows')
  const cut = cutShort(sight, ...steps, sight.step)
  if (cut) return cut
  return lookAtRows(sight, path, (rows, evidence) =>
    held(
      [...steps.flatMap((step) => seqs(pagesOf(sight, step))), ...evidence],
      [
        ...missing(wanted, rows, []).map((row) => differs(row, 'in this answer too', 'not there')),
        ...missing(rows, wanted, []).map((row) => differs(row, 'in the other answers too', 'not there')),
      ],
    ),
  )
}

/** At least one row has the member at `path`: the control of its absence elsewhere. */
export const someHave: Matcher = (sight, settings) => {
  const path = textSetting(settings, 'path')
  return lookAtRows(sight, path.slice(0, path.indexOf('[]') + 2), (_, evidence) => {
    const places = pagesOf(sight).flatMap(({ response }) => select(jsonOf(response.body), path))
    const fits = places.some(({ present, value }) => present && value !== null)
    return held(evidence, fits ? [] : [{ pointer: `/${path}`, expected: 'in one row at least', received: 'in none' }])
  })
}

/** The row `row` of an earlier answer is among the rows at `path`. */
export const hasRow: Matcher = (sight, settings) => lookForRow(sight, settings, true)

/** The row `row` of an earlier answer is not among the rows at `path`. */
export const lacksRow: Matcher = (sight, settings) => lookForRow(sight, settings, false)

function lookForRow(sight: Sight, settings: Settings, wanted: boolean): Look {
  const row = resolve(settings.row ?? null, sight)
  const last = answerTo(sight)
  if (last.kind !== 'exchange') return last
  if (typeof row !== 'object' || row === null) return unseen('the row to look for is not known')
  if (last.response.status !== 200) return unseen('the answer is no list', 'bank', [last.seq])
  const found = rowsOf(sight, sight.step, textSetting(settings, 'path')).some(
    ({ value }) => sameness(value) === sameness(row),
  )
  const expected = `${wanted ? 'the' : 'not the'} row ${show(row)}`
  return held(seqs(pagesOf(sight)), found === wanted ? [] : [{ expected, received: found ? 'there' : 'not there' }])
}
