/**
 * The query of a read: its period, limited by consent and clock, and links that keep its filters.
 * FACTS 1 and 1.1.
 *
 * @module
 */

import { isDateTime, parseDateTime } from '#standard/index.js'
import type { AccountConsent } from '../consents/consent.js'
import type { Exchange } from '../http/exchange.js'

/** Filters that links keep, besides `page`. */
const filterNames = ['fromBookingDateTime', 'toBookingDateTime', 'pageSize'] as const

type QueryName = (typeof filterNames)[number] | 'page'

/** Query parameters as sent. A repeated parameter is an array, which is never valid. */
export type ReadQuery = Readonly<Partial<Record<QueryName, string | readonly string[]>>>

export function queryOf({ request }: Exchange): ReadQuery {
  return request.query as ReadQuery
}

/** Makes absolute URLs of the read that keep its filters, with or without `page`. */
export function addressesOf(exchange: Exchange): (page?: string) => string {
  const { operation, baseUrl, request } = exchange
  const { AccountId } = request.params as { readonly AccountId?: string }
  const path =
    AccountId === undefined ? operation.path : operation.path.replace('{AccountId}', encodeURIComponent(AccountId))
  const query = queryOf(exchange)
  let kept = ''
  for (const name of filterNames) {
    const value = query[name]
    if (typeof value === 'string') kept += `${kept === '' ? '' : '&'}${name}=${encodeURIComponent(value)}`
  }
  const whole = `${baseUrl}${path}${kept === '' ? '' : `?${kept}`}`
  const joint = kept === '' ? '?' : '&'
  return (page) => (page === undefined ? whole : `${whole}${joint}page=${encodeURIComponent(page)}`)
}

/** The requested URL, without parameters that the bank does not know. */
export function selfAddress(exchange: Exchange): string {
  const { page } = queryOf(exchange)
  return addressesOf(exchange)(typeof page === 'string' ? page : undefined)
}

/** Instants, both inclusive. A period that ends before it begins is empty. */
export interface Period {
  readonly from: number
  readonly to: number
}

export const dateNames = ['fromBookingDateTime', 'toBookingDateTime'] as const

const pattern = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(:\d\d(?:\.\d+)?)?(?:Z|[+ -]\d\d(?::?\d\d)?)?)?$/i

/** Bahrain keeps UTC+3 all year. */
const bankOffset = '+03:00'

/**
 * The instant of a query date: a day or a date-time in Bahrain time, without seconds or with a fraction of them. An
 * offset is ignored, also when its `+` was decoded as a blank. A day at the end of a period is included whole.
 * `undefined` when it is not a date.
 */
export function queryInstant(value: unknown, end: 'from' | 'to'): number | undefined {
  const parts = typeof value === 'string' ? pattern.exec(value) : null
  if (!parts) return undefined
  const [, day, minute, second = ':00'] = parts
  const wholeDay = end === 'to' ? '23:59:59.999' : '00:00:00'
  const local = `${day}T${minute === undefined ? wholeDay : minute + second}${bankOffset}`
  return isDateTime(local) ? parseDateTime(local) : undefined
}

/** The requested period, limited to the window of the consent and to now. */
export function periodOf(query: ReadQuery, window: Period): Period {
  const [from, to] = dateNames.map((name, index) => queryInstant(query[name], index === 0 ? 'from' : 'to'))
  return { from: Math.max(from ?? window.from, window.from), to: Math.min(to ?? window.to, window.to) }
}

/** The period a consent covers, up to now. */
export function consentWindow({ transactionFromDateTime, transactionToDateTime }: AccountConsent, now: number): Period {
  const from = transactionFromDateTime === undefined ? 0 : parseDateTime(transactionFromDateTime)
  const to = transactionToDateTime === undefined ? now : parseDateTime(transactionToDateTime)
  return { from, to: Math.min(to, now) }
}
