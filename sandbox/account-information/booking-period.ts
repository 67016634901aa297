/**
 * The period of a read of transactions: what was asked for, within what the consent and the clock allow. FACTS 1 and 1.1.
 *
 * @module
 */
import { isDateTime, parseDateTime } from '#standard/index.js'
import type { ConsentRecord } from './consent.js'
import type { ReadQuery } from './query.js'

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
 * The instant a query date says: a day or a date-time by the bank's clock, seconds left out or with a fraction. An offset is
 * passed over, with its `+` come as a blank too. A day that ends a period counts whole. `undefined` for what is no date.
 */
export function queryInstant(value: unknown, end: 'from' | 'to'): number | undefined {
  const parts = typeof value === 'string' ? pattern.exec(value) : null
  if (!parts) return undefined
  const [, day, minute, second = ':00'] = parts
  const wholeDay = end === 'to' ? '23:59:59.999' : '00:00:00'
  const local = `${day}T${minute === undefined ? wholeDay : minute + second}${bankOffset}`
  return isDateTime(local) ? parseDateTime(local) : undefined
}

/** The part of what is asked for that lies in the window of the consent and before now. */
export function periodOf(query: ReadQuery, consent: ConsentRecord, now: number): Period {
  const window = consentWindow(consent, now)
  const [from, to] = dateNames.map((name, index) => queryInstant(query[name], index === 0 ? 'from' : 'to'))
  return { from: Math.max(from ?? window.from, window.from), to: Math.min(to ?? window.to, window.to) }
}

/** What the consent lets be seen at all, up to now. */
export function consentWindow({ transactionFromDateTime, transactionToDateTime }: ConsentRecord, now: number): Period {
  const from = transactionFromDateTime === undefined ? 0 : parseDateTime(transactionFromDateTime)
  const to = transactionToDateTime === undefined ? now : parseDateTime(transactionToDateTime)
  return { from, to: Math.min(to, now) }
}
