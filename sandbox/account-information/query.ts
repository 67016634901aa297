/**
 * The query of a read, and links that keep it.
 *
 * @module
 */
import type { Exchange } from '../http/exchange.js'

/** What links keep besides `page`. */
const filterNames = ['fromBookingDateTime', 'toBookingDateTime', 'pageSize'] as const

export type QueryName = (typeof filterNames)[number] | 'page'

/** What was sent for each. A parameter sent twice is an array, and no value of any of them. */
export type ReadQuery = Readonly<Partial<Record<QueryName, string | readonly string[]>>>

export function queryOf({ request }: Exchange): ReadQuery {
  return request.query as ReadQuery
}

/** Writes absolute addresses of the read that keep its filters: with what `page` is to say, or without it. */
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

/** The address that was asked for, without parameters that the bank does not know. */
export function selfAddress(exchange: Exchange): string {
  const { page } = queryOf(exchange)
  return addressesOf(exchange)(typeof page === 'string' ? page : undefined)
}
