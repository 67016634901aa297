/**
 * Faults in the fields of a body about payments, as data: one row each, in groups that are tried together.
 *
 * @module
 */
import type { ErrorCode, RequirementId, Version } from '#standard/index.js'
import type { Value } from './case.js'

/** One fault in an otherwise valid body. */
export interface FieldFaultRow {
  /** Dotted path of the field. */
  readonly path: string
  /** What it is set to; the field is left out without one. */
  readonly to?: Value
  /** The code of the refusal. Default Field.Missing for a field that is left out, else Field.Invalid. */
  readonly errorCode?: ErrorCode
  /** The rows that say how the field has to be. */
  readonly rule: readonly RequirementId[]
  /** The rows about the answer, where they are others than those of its code. */
  readonly answer?: readonly RequirementId[]
}

/** Faults that one case tries. */
export interface FieldGroup {
  readonly title: string
  readonly versions?: readonly Version[]
  readonly ref: string
  readonly faults: readonly FieldFaultRow[]
}

/** The rows that say with which code a fault is answered. */
export const answerRow = {
  'Field.Missing': ['ERR-REQ-400'],
  'Field.Unexpected': ['ERR-REQ-410'],
  'Field.Invalid': ['ERR-REQ-420'],
  'Field.InvalidDate': ['ERR-REQ-430'],
  'Unsupported.Scheme': ['ERR-REQ-530'],
  'Unsupported.LocalInstrument': ['ERR-REQ-520'],
  'Unsupported.AccountIdentifier': ['ERR-REQ-540'],
} as const satisfies Partial<Record<ErrorCode, readonly RequirementId[]>>

/** Places of a body about a payment. */
export const initiation = (field: string) => `Data.Initiation.${field}`
export const creditor = (field: string) => initiation(`CreditorAccount.${field}`)
export const debtor = (field: string) => initiation(`DebtorAccount.${field}`)
export const delivery = (field: string) => `Risk.DeliveryAddress.${field}`
export const money = (field: string) => initiation(`InstructedAmount.${field}`)

export const long = (length: number) => 'x'.repeat(length)

export type Place = (field: string) => string

/** A text that is too long, and one that is empty. */
export const tooLong = (path: string, most: number, ...rule: readonly RequirementId[]): FieldFaultRow[] => [
  { path, to: long(most + 1), rule },
  { path, to: '', rule },
]

export const addressLengths = (place: Place, rows: Readonly<Record<string, readonly [number, RequirementId]>>) =>
  Object.entries(rows).map(
    ([name, [most, row]]): FieldFaultRow => ({ path: place(name), to: long(most + 1), rule: [row] }),
  )
