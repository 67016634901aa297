/**
 * Functions for matchers of lists of rows. The rows of a step are those of all its pages.
 *
 * @module
 */
import { maxPages } from '../../cases/case.js'
import { valueAt } from '../../cases/paths.js'
import { answerTo, type CaseRecord, type Observation, unseen } from '../observation.js'
import { type Answered, isAnswered, jsonOf } from '../reading.js'
import { type Item, itemsOf } from './matcher.js'

/** The answered pages of a step, in the order they were asked for. */
export function pagesOf(record: CaseRecord, step: number = record.step): readonly Answered[] {
  return record.exchanges(step).filter(isAnswered)
}

/** The rows of a step, page after page. */
export function rowsOf(record: CaseRecord, step: number, path: string): readonly Item[] {
  return pagesOf(record, step).flatMap(({ response }) => itemsOf(jsonOf(response.body), path))
}

/** The entry numbers of pages in the transcript. */
export const seqs = (pages: readonly Answered[]) => pages.map(({ seq }) => seq)

/**
 * Why a list cannot be judged: it has more pages than were read. `undefined` when all of them were. A bank that says how many
 * there are has more rows than a test can read; another one may never come to an end.
 */
export function cutShort(record: CaseRecord, ...steps: readonly number[]): Observation | undefined {
  const cut = steps
    .map((step) => pagesOf(record, step))
    .find((pages) => pages.length >= maxPages && hasNext(pages.at(-1)))
  if (!cut) return undefined
  const total = valueAt(jsonOf(cut[0]?.response.body), 'Meta.TotalPages')
  return typeof total === 'number' && total > maxPages
    ? unseen(
        `the list has ${total} pages, of which ${maxPages} are read: name a test person with less`,
        'config',
        seqs(cut),
      )
    : unseen(`the list has no end within ${maxPages} pages`, 'bank', seqs(cut))
}

const hasNext = (page: Answered | undefined) => valueAt(jsonOf(page?.response.body), 'Links.Next') !== undefined

/** Checks the rows at `path` of the step; a missing page is `unseen`, and a list without rows unless it may be empty. */
export function checkRows(
  record: CaseRecord,
  path: string,
  check: (rows: readonly Item[], evidence: readonly number[]) => Observation,
  mayBeEmpty = false,
): Observation {
  const last = answerTo(record)
  if (last.kind !== 'exchange') return last
  const evidence = seqs(pagesOf(record))
  const rows = rowsOf(record, record.step, path)
  if (mayBeEmpty && Array.isArray(valueAt(jsonOf(last.response.body), path.replace('[]', ''))))
    return check(rows, evidence)
  return rows.length === 0 ? unseen(`the answer has no rows at ${path}`, 'bank', evidence) : check(rows, evidence)
}

/** Results of {@link canonicalText}, by the names that were left out. */
const cachedTexts = new Map<string, WeakMap<object, string>>()

/** JSON of a value with its members sorted, to compare values with; `except` names members to leave out. */
export function canonicalText(value: unknown, except: readonly string[] = []): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? ''
  const kept = keptTexts(except.join())
  const known = kept.get(value)
  if (known !== undefined) return known
  const text = textOf(value, except)
  // rows are compared with several lists; what is inside of them is not kept, for it is only looked at here
  kept.set(value, text)
  return text
}

function keptTexts(except: string): WeakMap<object, string> {
  const known = cachedTexts.get(except) ?? new WeakMap<object, string>()
  cachedTexts.set(except, known)
  return known
}

function textOf(value: unknown, except: readonly string[] = []): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? ''
  if (Array.isArray(value)) return `[${value.map((each) => textOf(each)).join()}]`
  const members = Object.entries(value)
    .filter(([name]) => !except.includes(name))
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, each]) => `${JSON.stringify(name)}:${textOf(each)}`).join()}}`
}
