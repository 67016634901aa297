/**
 * The 27 published low-level error codes and the statuses of the errors that have them.
 *
 * @module
 */

/** Source document, "Errors". */
export const errorCodes = [
  'Field.Expected',
  'Field.Invalid',
  'Field.InvalidDate',
  'Field.Missing',
  'Field.Unexpected',
  'Header.Invalid',
  'Header.Missing',
  'Reauthenticate',
  'Resource.ConsentMismatch',
  'Resource.InvalidConsentStatus',
  'Resource.InvalidFormat',
  'Resource.NotFound',
  'Rules.AfterCutOffDateTime',
  'Rules.DuplicateReference',
  'Signature.Invalid',
  'Signature.InvalidClaim',
  'Signature.Malformed',
  'Signature.Missing',
  'Signature.MissingClaim',
  'Signature.Unexpected',
  'UnexpectedError',
  'Unsupported.AccountIdentifier',
  'Unsupported.AccountSecondaryIdentifier',
  'Unsupported.Currency',
  'Unsupported.Frequency',
  'Unsupported.LocalInstrument',
  'Unsupported.Scheme',
] as const

export type ErrorCode = (typeof errorCodes)[number]

/** Every status the standard gives an error, with the `Code` the error body carries for it. FACTS 15.22. */
export const errorStatuses = {
  400: '400 BadRequest',
  401: '401 Unauthorized',
  403: '403 Forbidden',
  404: '404 NotFound',
  405: '405 MethodNotAllowed',
  406: '406 NotAcceptable',
  415: '415 UnsupportedMediaType',
  429: '429 TooManyRequests',
  500: '500 InternalServerError',
} as const

export type ErrorStatus = keyof typeof errorStatuses

/** Statuses whose answer has the error response body; for the others the standard describes none. */
export const statusesWithErrorBody: readonly ErrorStatus[] = [400, 403, 500]
