/**
 * The query of a read, and links that keep it.
 *
 * @module
 */
import type { Exchange } from '../http/exchange.js'

/** Parameters the bank knows; links keep these and no others. */
export const queryNames = ['fromBookingDateTime', 'toBookingDateTime', 'page', 'pageSize'] as const

export type QueryName = (typeof queryNames)[number]

/** What was sent for each. A parameter sent twice is an array, and no value of any of them. */
export type ReadQuery = Readonly<Partial<Record<QueryName, string | readonly string[]>>>

export function queryOf({ request }: Exchange): ReadQuery {
  return request.query as ReadQuery
}

/** The absolute address of the read with these parameters. */
export function absoluteUrl({ operation, baseUrl, request }: Exchange, query: ReadQuery): string {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent((request.params as Record<string, string>)[name] as string),
  )
  const parameters = new URLSearchParams()
  for (const name of queryNames) {
    const value = query[name]
    if (typeof value === 'string') parameters.append(name, value)
  }
  const search = parameters.toString()
  return search === '' ? baseUrl + path : `${baseUrl}${path}?${search}`
}
