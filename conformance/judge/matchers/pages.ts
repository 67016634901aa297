/**
 * Matchers for pages: their links, and that no row is lost or repeated.
 *
 * @module
 */

import { valueAt } from '../../cases/paths.js'
import {
  answerTo,
  type Breach,
  type CaseRecord,
  notApplicable,
  type Observation,
  observed,
  unseen,
} from '../observation.js'
import { type Answered, instantOf, jsonOf, show } from '../reading.js'
import { itemsOf, type Matcher, stepSetting, textSetting } from './matcher.js'
import { canonicalText, checkRows, cutShort, pagesOf, rowsOf } from './rows.js'

const linkOf = ({ response }: Answered, name: 'Next' | 'Prev') => valueAt(jsonOf(response.body), `Links.${name}`)

const pathOf = (url: string) => (URL.canParse(url) ? new URL(url).pathname.replace(/\/$/, '') : url)

function checkPages(
  record: CaseRecord,
  check: (pages: readonly [Answered, ...Answered[]], last: Answered) => Observation,
): Observation {
  const last = answerTo(record)
  if (last.kind !== 'exchange') return last
  const [first, ...rest] = pagesOf(record)
  if (first?.response.status !== 200) return unseen('there is no first page', 'bank', [last.seq])
  return check([first, ...rest], last)
}

const evidenceOf = (pages: readonly Answered[]) => pages.map(({ seq }) => seq)

/** Following Next comes to an end: no page twice, as many pages as TotalPages says, none that is refused. */
export const pagesEnd: Matcher = (record) =>
  checkPages(record, (pages, last) => {
    const breaches: Breach[] = []
    const next = linkOf(last, 'Next')
    if (last.response.status !== 200) {
      breaches.push({ expected: '200 for every page that Next leads to', received: String(last.response.status) })
    } else if (next !== undefined) {
      const asked = pages.some(({ request }) => request.url === next)
      const cut = cutShort(record, record.step)
      if (cut && !asked && bringsNews(pages)) return cut
      const expected = 'no Next that never ends, or that leads out of the API'
      breaches.push({ pointer: '/Links/Next', expected, received: `${show(next)}${asked ? ', asked before' : ''}` })
    }
    const total = valueAt(jsonOf(pages[0].response.body), 'Meta.TotalPages')
    if (typeof total === 'number' && total !== pages.length) {
      const received = `${pages.length} by following Next`
      breaches.push({ pointer: '/Meta/TotalPages', expected: `${total} pages, as TotalPages says`, received })
    }
    return observed(evidenceOf(pages), breaches)
  })

/** No page says the same as one before. */
const bringsNews = (pages: readonly Answered[]) =>
  new Set(pages.map(({ response }) => canonicalText(valueAt(jsonOf(response.body), 'Data')))).size === pages.length

/** The first page has no Prev. */
export const firstPageHasNoPrev: Matcher = (record) =>
  checkPages(record, ([first]) => {
    const prev = linkOf(first, 'Prev')
    const breach = { pointer: '/Links/Prev', expected: 'absent on the first page', received: show(prev) }
    return observed([first.seq], prev === undefined ? [] : [breach])
  })

/** Next and Prev lead to the resource that was asked for. */
export const pagesOfOneResource: Matcher = (record) =>
  checkPages(record, (pages) => {
    const path = pathOf(pages[0].request.url)
    const links = pages.flatMap((page) =>
      (['Next', 'Prev'] as const).map((name) => ({ name, link: linkOf(page, name) })),
    )
    return observed(
      evidenceOf(pages),
      links
        .filter(({ link }) => link !== undefined && pathOf(String(link)) !== path)
        .map(({ name, link }) => ({
          pointer: `/Links/${name}`,
          expected: `a page of ${path}`,
          received: show(link),
        })),
    )
  })

/** No row comes twice, on one page or on two. With `id`, rows are compared by that member, otherwise as a whole. */
export const noRowTwice: Matcher = (record, settings) =>
  checkRows(record, textSetting(settings, 'path'), (rows, evidence) => {
    const name = textSetting(settings, 'id')
    const seen = new Set<string>()
    const twice = rows.filter(({ value }) => {
      if (name !== '' && value[name] === undefined) return false
      const key = name === '' ? canonicalText(value) : String(value[name])
      return seen.size === seen.add(key).size
    })
    return observed(
      evidence,
      twice.map(({ pointer, value }) => ({
        pointer,
        expected: 'a row that came on no page before',
        received: show(value),
      })),
    )
  })

const sizesOf = (pages: readonly Answered[], path: string) =>
  pages.map(({ response }) => itemsOf(jsonOf(response.body), path).length)

/** Every page but the last has 25 to 1000 rows, and the last no more. */
export const pageSizes: Matcher = (record, settings) =>
  checkPages(record, (pages) => {
    const sizes = sizesOf(pages, textSetting(settings, 'path'))
    const wrong = sizes.filter((size, index) => size > 1000 || (size < 25 && index < sizes.length - 1))
    return observed(
      evidenceOf(pages),
      wrong.map((size) => ({ expected: '25 to 1000 rows on a page', received: String(size) })),
    )
  })

/** Every page but the last has 25 rows, the default size. */
export const pagesOf25: Matcher = (record, settings) =>
  checkPages(record, (pages) => {
    const full = sizesOf(pages, textSetting(settings, 'path')).slice(0, -1)
    if (full.length === 0) return notApplicable('there is one page alone', evidenceOf(pages))
    const wrong = full.filter((size) => size !== 25)
    return observed(
      evidenceOf(pages),
      wrong.map((size) => ({ expected: '25 rows', received: String(size) })),
    )
  })

/** The answer has the rows of page `page`, counted from 1, of the pages of step `of`. */
export const rowsOfPage: Matcher = (record, settings) => {
  const [path, number, step] = [
    textSetting(settings, 'path'),
    stepSetting(settings, 'page'),
    stepSetting(settings, 'of'),
  ]
  const page = pagesOf(record, step)[number - 1]
  if (!page) return notApplicable(`there is no page ${number}`, evidenceOf(pagesOf(record, step)))
  const last = answerTo(record)
  if (last.kind !== 'exchange') return last
  const [wanted, got] = [itemsOf(jsonOf(page.response.body), path), rowsOf(record, record.step, path)].map((rows) =>
    rows.map(({ value }) => canonicalText(value)).join(),
  )
  if (wanted === '') return unseen(`page ${number} has no rows to compare with`, 'bank', [page.seq])
  const breach = { expected: `the rows of page ${number}, as Next leads to it`, received: 'other rows' }
  return observed([page.seq, last.seq], wanted === got ? [] : [breach])
}

/** Every row was booked within the history that Meta names. */
export const withinHistory: Matcher = (record, settings) =>
  checkRows(record, textSetting(settings, 'path'), (rows, evidence) => {
    const meta = valueAt(jsonOf(pagesOf(record)[0]?.response.body), 'Meta')
    const [first, last] = ['FirstAvailableDateTime', 'LastAvailableDateTime'].map((name) =>
      instantOf(valueAt(meta, name)),
    )
    if (first === undefined && last === undefined) return notApplicable('Meta says nothing of the history', evidence)
    const outside = rows.filter(({ value }) => {
      const booked = instantOf(value.BookingDateTime)
      return booked !== undefined && (booked < (first ?? booked) || booked > (last ?? booked))
    })
    return observed(
      evidence,
      outside.map(({ pointer, value }) => ({
        pointer: `${pointer}/BookingDateTime`,
        expected: `within the history that Meta names, ${show(meta)}`,
        received: show(value.BookingDateTime),
      })),
    )
  })
