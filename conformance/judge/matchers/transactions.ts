/**
 * Matchers for transactions, their filters, and products.
 *
 * @module
 */

import { select } from '../../cases/paths.js'
import { notApplicable, observed, resolve, unseen } from '../observation.js'
import { instantOf, jsonOf, show } from '../reading.js'
import { checkBody, type Matcher, textSetting } from './matcher.js'
import { checkRows, pagesOf } from './rows.js'

const path = 'Data.Transaction[]'

/** Every transaction has the indicator `value`. */
export const indicatorIs: Matcher = (record, settings) =>
  checkRows(record, path, (rows, evidence) => {
    const wanted = textSetting(settings, 'value')
    return observed(
      evidence,
      rows
        .filter(({ value }) => value.CreditDebitIndicator !== wanted)
        .map(({ pointer, value }) => ({
          pointer: `${pointer}/CreditDebitIndicator`,
          expected: wanted,
          received: show(value.CreditDebitIndicator),
        })),
    )
  })

/** Every transaction was booked at or after `since` and at or before `until`, where they are set. */
export const bookedWithin: Matcher = (record, settings) =>
  checkRows(record, path, (rows, evidence) => {
    const [from, to] = ['since', 'until'].map((name) => instantOf(resolve(settings[name] ?? null, record)))
    if (from === undefined && to === undefined) return unseen('the period is not known')
    return observed(
      evidence,
      rows
        .filter(({ value }) => {
          const booked = instantOf(value.BookingDateTime)
          return booked === undefined || booked < (from ?? booked) || booked > (to ?? booked)
        })
        .map(({ pointer, value }) => ({
          pointer: `${pointer}/BookingDateTime`,
          expected: 'within the period of the consent',
          received: show(value.BookingDateTime),
        })),
    )
  })

/** The time in Bahrain of a date-time, in milliseconds as if it were UTC. One without an offset is of Bahrain, and a query's offset says nothing. */
function hourOf(value: unknown, offsetCounts: boolean): number | undefined {
  const [, day, hour = 'T00:00:00', offset = bahrain] =
    /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d:\d\d(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?$/i.exec(String(value)) ?? []
  const at = day === undefined ? Number.NaN : Date.parse(`${day}${hour}${offsetCounts ? offset : bahrain}`)
  return Number.isNaN(at) ? undefined : at
}

const bahrain = '+03:00'

/** Every transaction, on whatever page, was booked within the dates of the query, which are of Bahrain. */
export const bookedWithinQuery: Matcher = (record) =>
  checkRows(record, path, (rows, evidence) => {
    const url = pagesOf(record)[0]?.request.url ?? ''
    const asked = URL.canParse(url) ? new URL(url).searchParams : new URLSearchParams()
    const [from, to] = ['fromBookingDateTime', 'toBookingDateTime'].map((name) => hourOf(asked.get(name), false))
    if (from === undefined && to === undefined) return unseen('no period was asked for', 'suite', evidence)
    return observed(
      evidence,
      rows
        .filter(({ value }) => {
          const booked = hourOf(value.BookingDateTime, true)
          return booked === undefined || booked < (from ?? booked) || booked > (to ?? booked)
        })
        .map(({ pointer, value }) => ({
          pointer: `${pointer}/BookingDateTime`,
          expected: 'within the period that was asked for',
          received: show(value.BookingDateTime),
        })),
    )
  })

/** Card numbers of transactions show at most their last four digits. */
export const cardsMasked: Matcher = (record) =>
  checkRows(record, path, (rows, evidence) => {
    const cards = rows.flatMap(({ pointer, value }) => {
      const number = (value.CardInstrument as { Identification?: unknown } | undefined)?.Identification
      return typeof number === 'string' ? [{ pointer: `${pointer}/CardInstrument/Identification`, number }] : []
    })
    if (cards.length === 0) return notApplicable('no transaction names a card', evidence)
    return observed(
      evidence,
      cards
        .filter(({ number }) => number.replace(/\D/g, '').length > 4)
        .map(({ pointer, number }) => ({
          pointer,
          expected: 'masked but for the last four digits',
          received: `${number.length} characters, ${number.replace(/\D/g, '').length} of them digits`,
        })),
    )
  })

const families = ['CreditCards', 'Loans', 'CASA', 'Investment', 'FundTransferServices', 'Branch', 'ATM']

/** The answer names at least one product, branch or cash machine under one of the published names. */
export const offersSomething: Matcher = (record) =>
  checkBody(record, record.step, (body, seq) => {
    const offered = families.flatMap((family) => select(body, `Data.${family}[]`).filter(({ present }) => present))
    const breach = { pointer: '/Data', expected: `a row under one of ${families.join(', ')}`, received: 'none' }
    const any = offered.some(({ value }) => typeof value === 'object' && value !== null)
    return observed([seq], any ? [] : [breach])
  })

/** The products, branches and machines are the same as in the answer to the first step, whatever the scope of the token. */
export const sameOffer: Matcher = (record) =>
  checkBody(record, record.step, (body, seq) => {
    const first = pagesOf(record, 0)[0]
    const [wanted, got] = [jsonOf(first?.response.body), body].map((each) =>
      JSON.stringify(select(each, 'Data')[0]?.value),
    )
    if (!first || wanted === undefined) return unseen('there is no offer to compare with')
    return observed(
      [first.seq, seq],
      wanted === got ? [] : [{ pointer: '/Data', expected: 'the same offer', received: 'another' }],
    )
  })
