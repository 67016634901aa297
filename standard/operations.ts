/**
 * Every operation of both versions, one row each: the one source for routes, OpenAPI, checks, cases and docs.
 *
 * @module
 */
import type { TSchema } from '@sinclair/typebox'
import type { ErrorStatus } from './error-codes.js'
import { accountInformation } from './operations/account-information.js'
import { domesticPayments } from './operations/domestic-payments.js'
import { extended } from './operations/extended.js'
import { filePayments } from './operations/file-payments.js'
import { internationalPayments } from './operations/international-payments.js'
import { productsAndEvents } from './operations/products-and-events.js'
import type { FileMediaType } from './payment-files.js'
import type { Permission } from './permissions.js'
import type { Basis, RequirementId } from './requirements.js'
import type { ByVersion, Version } from './versions.js'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export type Scope = 'accounts' | 'payments'

/** What the standard says of one operation. */
export interface Operation {
  readonly method: Method
  /** As published, relative to the base of the version: `/accounts/{AccountId}/`. */
  readonly path: string
  readonly versions: readonly Version[]
  /** Set on families the flow description names and the 1.0.0 list leaves out. */
  readonly extended?: true
  readonly summary: string
  /** `public`: client credentials. `consent`: the token of one authorised consent. `none`: the TPP hosts the operation. */
  readonly token: 'public' | 'consent' | 'none'
  /** A user token is sent beside the access token. */
  readonly userToken?: true
  /** The token needs one of these. */
  readonly scopes: readonly Scope[]
  /** The consent needs one of these. */
  readonly permissions?: readonly Permission[]
  readonly query?: readonly string[]
  readonly body?: ByVersion<TSchema>
  /** Body of the success answer. */
  readonly response?: ByVersion<TSchema>
  /** Media types of a request whose body is a file, not JSON. */
  readonly sends?: readonly FileMediaType[]
  /** Media types of a success whose body is a file. Errors are JSON all the same. */
  readonly answers?: readonly FileMediaType[]
  readonly success: 200 | 201 | 202 | 204
  readonly errors: readonly ErrorStatus[]
  /** Further error statuses, which a row of the ledger allows and the description of the operation leaves out. */
  readonly otherErrors?: readonly ErrorStatus[]
  /** The rows of the ledger about its answers. Rows about fields of its bodies are listed in the schemas. */
  readonly rows?: AnswerRows
  readonly paginated?: true
  /** Takes `x-idempotency-key`. */
  readonly idempotent?: true
  /** Which of its messages the framework wants signed with `x-jws-signature`. */
  readonly signed?: readonly ('request' | 'response')[]
  /** What the framework asks of a bank. `with-post`: wherever the POST of its family is offered. */
  readonly obligation: 'mandatory' | 'optional' | 'conditional' | 'with-post' | 'with-push'
  /** The source that has the operation. */
  readonly basis: Basis
}

/** The rows of the ledger that say how an operation answers. Without them the operation cannot be judged. */
export interface AnswerRows {
  /** The status of a success. */
  readonly success: RequirementId
  /** What body a success has. Present where `response` is. */
  readonly body?: RequirementId
  /** The statuses of errors. */
  readonly errors: RequirementId
}

export const operations = {
  ...accountInformation,
  ...domesticPayments,
  ...internationalPayments,
  ...productsAndEvents,
  ...filePayments,
  ...extended,
} as const satisfies Record<string, Operation>

export type OperationId = keyof typeof operations

export const operationIds = Object.keys(operations) as OperationId[]

/** The row of an operation, with its general type. */
export function operation(id: OperationId): Operation {
  return operations[id]
}

/** Operations whose answers can be judged, as their rows are named. */
export const judgedOperations: readonly OperationId[] = operationIds.filter((id) => operation(id).rows)

/**
 * The rows of the ledger about the answers of an operation.
 *
 * @throws {Error} when the table names none: an answer must not pass because no rule is known for it
 */
export function answerRows(id: OperationId): AnswerRows {
  const { rows } = operation(id)
  if (!rows) throw new Error(`${id} cannot be judged: its row in standard/operations names no rows of the ledger`)
  return rows
}

/** Operations served under the base of `version`, extended families included. */
export function operationsOf(version: Version): OperationId[] {
  return operationIds.filter((id) => operation(id).versions.includes(version))
}
