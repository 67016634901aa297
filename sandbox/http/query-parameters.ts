/**
 * The query parameters of the reads, as this bank takes them: the one source for what it accepts, describes and names as unknown. FACTS 1.1; decision 0041.
 *
 * @module
 */
import { type TSchema, Type } from '@sinclair/typebox'
import type { Operation } from '#standard/index.js'

/** Rows on a page of transactions: when none is asked for, and at most. */
export const transactionPageSize = { default: 25, largest: 1000 } as const

export interface QueryParameter {
  readonly name: string
  readonly schema: TSchema
  readonly description: string
}

const bookingDate = (name: string, text: string): QueryParameter => ({
  name,
  schema: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d([Tt].*)?$' }),
  description: `${text} A day or a date-time in Bahrain time; an offset is ignored.`,
})

const cursor: QueryParameter = {
  name: 'page',
  schema: Type.String({ minLength: 1, maxLength: 4096 }),
  description:
    'Which page: that of a link of the answer, which stays right while rows are added, or a number from 1 (1 by default).',
}

const pageSize: QueryParameter = {
  name: 'pageSize',
  schema: Type.Integer({ minimum: 1, maximum: transactionPageSize.largest, default: transactionPageSize.default }),
  description: 'Rows on a page.',
}

const number: QueryParameter = {
  name: 'page',
  schema: Type.Integer({ minimum: 1, maximum: 999_999_999, default: 1 }),
  description: 'Which page of up to 1000 rows.',
}

const ofTransactions: readonly QueryParameter[] = [
  bookingDate('fromBookingDateTime', 'Transactions booked then or later.'),
  bookingDate('toBookingDateTime', 'Transactions booked then or earlier; a day is included whole.'),
  cursor,
  pageSize,
]

/** The query parameters of an operation. */
export function queryParametersOf({ method, path, token, query, paginated }: Operation): readonly QueryParameter[] {
  if (method !== 'GET') return []
  if (query?.includes('fromBookingDateTime')) return ofTransactions
  const isList = paginated || (token === 'consent' && /^\/accounts\/\{AccountId\}\/\w/.test(path))
  return isList ? [number] : []
}
