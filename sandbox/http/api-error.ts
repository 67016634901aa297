/**
 * A request the bank refuses. Thrown anywhere below a route; `answer.ts` alone makes it a body.
 *
 * @module
 */
import type { ErrorCode, ErrorDetail, ErrorStatus } from '#standard/index.js'

/** One problem: a code, what came and what was allowed, and where. */
export function problem(errorCode: ErrorCode, message: string, path?: string): ErrorDetail {
  return { ErrorCode: errorCode, Message: message.slice(0, 500), ...(path && { Path: path.slice(0, 500) }) }
}

/** `413` is no status of the standard; it stands for a body over the limit (docs/decisions/0019). */
export type RefusalStatus = ErrorStatus | 413

export class ApiError extends Error {
  readonly status: RefusalStatus
  /** At least one on 400, 403 and 500; none on the statuses that have no body. */
  readonly details: readonly ErrorDetail[]
  /** Response headers besides the usual: `Allow`, `Retry-After`. */
  readonly headers: Readonly<Record<string, string>>

  constructor(
    status: RefusalStatus,
    details: readonly ErrorDetail[] = [],
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(details.map((detail) => `${detail.ErrorCode} ${detail.Path ?? ''}`).join(', ') || String(status))
    this.status = status
    this.details = details
    this.headers = headers
  }
}

/** 400 with every problem found. */
export const badRequest = (details: readonly ErrorDetail[]) => new ApiError(400, details)

/** 403: the request is not what was consented. FACTS 15.8. */
export const forbidden = (message: string) => new ApiError(403, [problem('Resource.ConsentMismatch', message)])

/** 400, not 404: the id names nothing. FACTS 3.3. */
export const notFound = (parameter: string) =>
  badRequest([problem('Resource.NotFound', `no resource has this ${parameter}`, parameter)])
