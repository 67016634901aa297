/**
 * How faults change the rows of the account information reads.
 *
 * @module
 */
import type { OperationId } from '#standard/index.js'
import { type AccountConsent, isAccountConsent } from '../consents/consent.js'
import type { EditScene } from '../http/edits.js'
import { editBody, onSuccessOf } from './editing.js'
import type { Fault } from './fault.js'

export type Row = Record<string, unknown>

/** The account consent whose token the request came with. */
export function consentOf({ exchange }: EditScene): AccountConsent | undefined {
  const consent = exchange?.caller?.consent
  return isAccountConsent(consent) ? consent : undefined
}

/** The body of a list of rows; `Data` has one field, named after the rows. */
interface RowsBody {
  Data: Record<string, Row[]>
  Links: Record<string, unknown>
  Meta?: Record<string, unknown>
}

export const readsOfBalances = ['getAccountBalances', 'getBalances'] as const
export const readsOfTransactions = ['getAccountTransactions', 'getTransactions'] as const
export const readsOfBeneficiaries = ['getAccountBeneficiaries', 'getBeneficiaries'] as const
export const readsOfStandingOrders = ['getAccountStandingOrders', 'getStandingOrders'] as const

/** Reads of one account. */
export const singleReads = [
  'getAccountBalances',
  'getAccountTransactions',
  'getAccountBeneficiaries',
  'getAccountStandingOrders',
] as const

/** Reads of all accounts. */
export const bulkReads = ['getBalances', 'getTransactions', 'getBeneficiaries', 'getStandingOrders'] as const

export const rowReads = [...singleReads, ...bulkReads] as const

type Alter = NonNullable<Fault['alter']>

/** Changes the body of a list of rows. */
export function editRowsBody(
  operations: readonly OperationId[],
  edit: (body: RowsBody, scene: EditScene) => RowsBody,
): Alter {
  return onSuccessOf(
    operations,
    editBody((body, scene) => edit(body as unknown as RowsBody, scene)),
  )
}

/** Changes the rows themselves. */
export function editRows(operations: readonly OperationId[], edit: (rows: Row[], scene: EditScene) => Row[]): Alter {
  return editRowsBody(operations, (body, scene) => ({
    ...body,
    Data: Object.fromEntries(
      Object.entries(body.Data).map(([name, rows]) => [name, Array.isArray(rows) ? edit(rows, scene) : rows]),
    ),
  }))
}

/** Changes every row. */
export const editEachRow = (operations: readonly OperationId[], edit: (row: Row) => Row): Alter =>
  editRows(operations, (rows) => rows.map(edit))

/** The query parameters of the request. */
export const queryOf = ({ request }: EditScene): URLSearchParams => new URLSearchParams(request.url.split('?')[1] ?? '')

/** The row without some fields. */
export function without(row: Row, ...names: readonly string[]): Row {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)))
}
