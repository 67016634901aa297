/**
 * The shape of every answer: which statuses have a body, and what an error body looks like.
 *
 * @module
 */
import { randomUUID } from 'node:crypto'
import { type ErrorResponse, type ErrorStatus, errorStatuses, statusesWithErrorBody } from '#standard/index.js'
import { ApiError, problem } from './api-error.js'

/** An answer before it is put on the wire. `body` is serialised JSON: text, or parts of it in UTF-8. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | readonly Buffer[]
}

/** An answer whose body is text. */
export interface TextAnswer extends Answer {
  readonly body?: string
}

const messages: Partial<Record<number, string>> = {
  400: 'The request was not accepted',
  403: 'The request is not allowed',
  500: 'The bank could not answer',
}

const json = { 'content-type': 'application/json; charset=utf-8' }

/** 200 with a body that is serialised already. */
export const rendered = (body: string | readonly Buffer[]): Answer => ({ status: 200, headers: json, body })

/** A success. */
export function success(status: number, payload?: unknown): TextAnswer {
  if (payload === undefined) return { status, headers: {} }
  return { status, headers: json, body: JSON.stringify(payload) }
}

/** What went wrong, in the shape the standard gives the status; anything unforeseen is a 500. */
export function failure(error: unknown): TextAnswer {
  const refusal = error instanceof ApiError ? error : new ApiError(500, [problem('UnexpectedError', 'try again later')])
  const { status, headers } = refusal
  if (!statusesWithErrorBody.includes(status as ErrorStatus)) return { status, headers }
  const body: ErrorResponse = {
    Code: errorStatuses[status as ErrorStatus],
    Id: randomUUID(),
    Message: messages[status] as string,
    Errors: [...refusal.details],
  }
  return { status, headers: { ...headers, ...json }, body: JSON.stringify(body) }
}
