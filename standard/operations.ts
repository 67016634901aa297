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
import { internationalPayments } from './operations/international-payments.js'
import { productsAndEvents } from './operations/products-and-events.js'
import type { Permission } from './permissions.js'
import type { Basis } from './requirements.js'
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
  /** A user token travels beside the access token. */
  readonly userToken?: true
  /** The token needs one of these. */
  readonly scopes: readonly Scope[]
  /** The consent needs one of these. */
  readonly permissions?: readonly Permission[]
  readonly query?: readonly string[]
  readonly body?: ByVersion<TSchema>
  /** Body of the success answer. */
  readonly response?: ByVersion<TSchema>
  readonly success: 200 | 201 | 202 | 204
  readonly errors: readonly ErrorStatus[]
  readonly paginated?: true
  /** Takes `x-idempotency-key`. */
  readonly idempotent?: true
  /** Which of its messages the framework wants signed with `x-jws-signature`. */
  readonly signed?: readonly ('request' | 'response')[]
  /** What the framework asks of a bank. `with-post`: wherever the POST of its family is offered. */
  readonly obligation: 'mandatory' | 'optional' | 'conditional' | 'with-post' | 'with-push'
  /** Where the existence of the operation stands. */
  readonly basis: Basis
}

export const operations = {
  ...accountInformation,
  ...domesticPayments,
  ...internationalPayments,
  ...productsAndEvents,
  ...extended,
} as const satisfies Record<string, Operation>

export type OperationId = keyof typeof operations

export const operationIds = Object.keys(operations) as OperationId[]

/** The row of an operation, with its general type. */
export function operation(id: OperationId): Operation {
  return operations[id]
}

/** Operations served under the base of `version`, extended families included. */
export function operationsOf(version: Version): OperationId[] {
  return operationIds.filter((id) => operation(id).versions.includes(version))
}
