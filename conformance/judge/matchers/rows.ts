/**
 * What the rules about lists of rows share. The rows of a step are those of all its pages.
 *
 * @module
 */
import { maxPages } from '../../cases/case.js'
import { answerTo, type Look, type Sight, unseen } from '../look.js'
import { valueAt } from '../paths.js'
import { type Answered, isAnswered, jsonOf } from '../reading.js'
import { type Item, itemsOf } from './matcher.js'

/** The answered pages of a step, in the order they were asked for. */
export function pagesOf(sight: Sight, step: number = sight.step): readonly Answered[] {
  return sight.exchanges(step).filter(isAnswered)
}

/** The rows of a step, page after page. */
export function rowsOf(sight: Sight, step: number, path: string): readonly Item[] {
  return pagesOf(sight, step).flatMap(({ response }) => itemsOf(jsonOf(response.body), path))
}

/** Where in the transcript pages stand. */
export const seqs = (pages: readonly Answered[]) => pages.map(({ seq }) => seq)

/** Why a list cannot be judged: it has more pages than were read. `undefined` when all of them were. */
export function cutShort(sight: Sight, ...steps: readonly number[]): Look | undefined {
  const cut = steps
    .map((step) => pagesOf(sight, step))
    .find((pages) => pages.length >= maxPages && hasNext(pages.at(-1)))
  return cut && unseen(`the list has more than the ${maxPages} pages that were read`, 'suite', seqs(cut))
}

const hasNext = (page: Answered | undefined) => valueAt(jsonOf(page?.response.body), 'Links.Next') !== undefined

/** Looks at the rows at `path` of the step; a page that did not come is nothing seen, nor is a list without rows. */
export function lookAtRows(
  sight: Sight,
  path: string,
  look: (rows: readonly Item[], evidence: readonly number[]) => Look,
): Look {
  const last = answerTo(sight)
  if (last.kind !== 'exchange') return last
  const evidence = seqs(pagesOf(sight))
  const rows = rowsOf(sight, sight.step, path)
  return rows.length === 0 ? unseen(`the answer has no rows at ${path}`, 'bank', evidence) : look(rows, evidence)
}

/** What values said in {@link sameness}, whole. */
const said = new WeakMap<object, string>()

/** The text of a value in which the order of members does not count; `but` names members to leave out. */
export function sameness(value: unknown, but: readonly string[] = []): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? ''
  const known = but.length === 0 ? said.get(value) : undefined
  if (known !== undefined) return known
  const text = textOf(value, but)
  if (but.length === 0) said.set(value, text)
  return text
}

function textOf(value: object, but: readonly string[]): string {
  if (Array.isArray(value)) return `[${value.map((each) => sameness(each)).join()}]`
  const members = Object.entries(value)
    .filter(([name]) => !but.includes(name))
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, each]) => `${JSON.stringify(name)}:${sameness(each)}`).join()}}`
}
