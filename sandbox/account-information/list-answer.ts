/**
 * Lists that are short by nature: balances, beneficiaries, standing orders. As many rows as a page may have, and `page`
 * counted from 1 for the PSU who has more. Transactions, of which there are many, have pages of their own.
 *
 * @module
 */
import type { ErrorDetail } from '#standard/index.js'
import { success, type TextAnswer } from '../http/answer.js'
import { badRequest, problem } from '../http/api-error.js'
import type { Exchange } from '../http/exchange.js'
import { addressesOf, queryOf, selfAddress } from './query.js'

/** FACTS 1.1: a page has 25 to 1000 rows. */
const pageSize = 1000

/** A page of rows, under the name that the standard gives them in Data. */
export function listAnswer(exchange: Exchange, name: string, rows: readonly unknown[]): TextAnswer {
  const totalPages = Math.max(1, Math.ceil(rows.length / pageSize))
  const number = Number(queryOf(exchange).page ?? 1)
  if (number > totalPages) throw badRequest([noSuchPage()])
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

export const noSuchPage = (): ErrorDetail => problem('Field.Invalid', 'there is no such page', 'page')

/** Problems of the query of a list: `page` is a number from 1. */
export function listQueryProblems(exchange: Exchange): ErrorDetail[] {
  const { page } = queryOf(exchange)
  return page === undefined || isPageNumber(page) ? [] : [noSuchPage()]
}

export const isPageNumber = (page: unknown): page is string => typeof page === 'string' && /^[1-9]\d{0,8}$/.test(page)
