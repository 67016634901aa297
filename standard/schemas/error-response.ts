/**
 * The body of a 400, 403 or 500. Source document, "Errors".
 *
 * @module
 */
import { type Static, Type } from '@sinclair/typebox'
import { errorCodes } from '../error-codes.js'
import { closed, oneOf, text } from './types.js'

export const ErrorDetail = closed(
  {
    ErrorCode: oneOf(errorCodes),
    Message: text(1, 500),
    Path: Type.Optional(text(1, 500)),
    Url: Type.Optional(Type.String()),
  },
  { basis: 'stated' },
)

export type ErrorDetail = Static<typeof ErrorDetail>

export const ErrorResponse = closed(
  {
    Code: text(1, 40),
    Id: Type.Optional(text(1, 40)),
    Message: text(1, 500),
    Errors: Type.Array(ErrorDetail, { minItems: 1 }),
  },
  { basis: 'stated', closedBasis: 'framework' },
)

export type ErrorResponse = Static<typeof ErrorResponse>
