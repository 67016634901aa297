/**
 * Short lists: balances, beneficiaries, standing orders. A page has up to 1000 rows, and `page` is counted from 1.
 * Transactions are paged in `paging/`.
 *
 * @module
 */
import { success, type TextAnswer } from '../http/answer.js'
import { problem, type Reason, refusal } from '../http/api-error.js'
import type { Exchange } from '../http/exchange.js'
import { addressesOf, queryOf, selfAddress } from './query.js'

/** FACTS 1.1: a page has 25 to 1000 rows. */
const pageSize = 1000

/** A page of rows, under the name that the standard gives them in Data. */
export function listAnswer(exchange: Exchange, name: string, rows: readonly unknown[]): TextAnswer {
  const totalPages = Math.max(1, Math.ceil(rows.length / pageSize))
  const number = Number(queryOf(exchange).page ?? 1)
  if (number > totalPages) throw refusal('pageUnknown')
  const addressOf = addressesOf(exchange)
  const link = (page: number) => addressOf(String(page))
  return success(200, {
    Data: { [name]: rows.slice((number - 1) * pageSize, number * pageSize) },
    Links: {
      Self: selfAddress(exchange),
      ...(totalPages > 1 && {
        First: link(1),
        ...(number > 1 && { Prev: link(number - 1) }),
        ...(number < totalPages && { Next: link(number + 1) }),
        Last: link(totalPages),
      }),
    },
    Meta: { TotalPages: totalPages },
  })
}

/** Problems of the query of a list: `page` must be a number from 1. */
export function listQueryProblems(exchange: Exchange): Reason[] {
  const { page } = queryOf(exchange)
  return page === undefined || isPageNumber(page) ? [] : [problem('pageUnknown')]
}

export const isPageNumber = (page: unknown): page is string => typeof page === 'string' && /^[1-9]\d{0,8}$/.test(page)
