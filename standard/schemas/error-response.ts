/**
 * The body of a 400, 403 or 500. Source document, "Errors".
 *
 * @module
 */
import { type Static, Type } from '@sinclair/typebox'
import { errorCodes } from '../error-codes.js'
import { closed, oneOf, text, withRows } from './types.js'

export const ErrorDetail = closed(
  {
    ErrorCode: withRows(oneOf(errorCodes), 'ERR-REQ-230', 'ERR-REQ-240'),
    Message: withRows(text(1, 500), 'ERR-REQ-250'),
    Path: withRows(Type.Optional(text(1, 500)), 'ERR-REQ-260'),
    Url: withRows(Type.Optional(Type.String()), 'ERR-REQ-280'),
  },
  { basis: 'stated', rows: { value: ['ERR-REQ-220'], unexpected: ['ERR-REQ-210'] } },
)

export type ErrorDetail = Static<typeof ErrorDetail>

export const ErrorResponse = closed(
  {
    Code: withRows(text(1, 40), 'ERR-REQ-150'),
    Id: withRows(Type.Optional(text(1, 40)), 'ERR-REQ-170'),
    Message: withRows(text(1, 500), 'ERR-REQ-190'),
    Errors: withRows(Type.Array(ErrorDetail, { minItems: 1 }), 'ERR-REQ-200'),
  },
  { basis: 'stated', closedBasis: 'framework' },
)

export type ErrorResponse = Static<typeof ErrorResponse>
