import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  concerns,
  errorCodes,
  errorStatuses,
  type OperationId,
  operation,
  operationIds,
  type RequirementId,
  requirement,
  statusesWithErrorBody,
} from '#standard/index.js'
import { type Condition, refusalStatuses } from './condition.js'
import { type ConditionName, conditions } from './conditions.js'

const table = Object.entries(conditions) as [ConditionName, Condition][]

function rowsOf(condition: Condition): readonly RequirementId[] {
  if ('row' in condition) return [condition.row]
  return 'rows' in condition ? condition.rows : []
}

const withRows = table.flatMap(([name, condition]) => rowsOf(condition).map((id) => [name, id, condition] as const))

/**
 * Whether the description of an operation lists the status. 415 it leaves out where a body is sent, and the ledger
 * allows it.
 */
const answersWith = (id: OperationId, status: number) =>
  (operation(id).errors as readonly number[]).includes(status) || (status === 415 && operation(id).body !== undefined)

describe.each(withRows)('%s comes from %s', (_name, id, condition) => {
  const row = requirement(id)

  test('which can be tested, of the bank', () => {
    expect([row.testable, row.actor]).toEqual([true, 'bank'])
  })

  test('which speaks of an operation that answers so', () => {
    expect(operationIds.filter((each) => concerns(row, each) && answersWith(each, condition.status))).not.toEqual([])
  })

  test('which names no other status and no other code', () => {
    const statuses = (row.text.match(/\b[45]\d\d\b/g) ?? []).map(Number)
    const codes = errorCodes.filter((each) => new RegExp(`\\b${each}\\b(?!\\w)`).test(row.text))

    if (statuses.length > 0) expect(statuses).toContain(condition.status)
    if (codes.length > 0) expect(codes).toContain('code' in condition && condition.code)
  })
})

describe('a condition with a row for each of several operations', () => {
  const consentUsers: readonly OperationId[] = [
    'createDomesticPayment',
    'createDomesticFutureDatedPayment',
    'getDomesticPaymentConsentFundsConfirmation',
    'patchDomesticFutureDatedPayment',
  ]
  const paymentReaders: readonly OperationId[] = [
    'getDomesticPayment',
    'getDomesticFutureDatedPayment',
    'createDomesticFutureDatedPaymentCancellationConsent',
  ]

  /** Who can meet it. */
  const operationsOf: Partial<Record<ConditionName, (id: OperationId) => unknown>> = {
    mediaTypeUnsupported: (id) => operation(id).body,
    tokenOfConsent: (id) => operation(id).token === 'public',
    permissionMissing: (id) => operation(id).permissions,
    consentNotAuthorised: (id) => consentUsers.includes(id),
    paymentOfOtherTpp: (id) => paymentReaders.includes(id),
  }
  const several = table.filter(([, condition]) => 'rows' in condition)

  test('is one of these', () => {
    expect(several.map(([name]) => name)).toEqual(Object.keys(operationsOf))
  })

  test.each(several)('%s: one of them, and one alone, speaks of each', (name, condition) => {
    const operations = operationIds.filter((id) => operationsOf[name]?.(id))
    const speaking = operations.map((id) => [id, rowsOf(condition).filter((row) => concerns(requirement(row), id))])

    expect(speaking.filter(([, rows]) => rows?.length !== 1)).toEqual([])
  })
})

test('where no row says so, a decision record does', () => {
  const records = readdirSync(resolve(import.meta.dirname, '../../../docs/decisions'))
  const numbers = table.flatMap(([, condition]) => ('decision' in condition ? condition.decision : []))

  expect(numbers.filter((number) => !records.some((record) => record.startsWith(`${number}-`)))).toEqual([])
})

describe('statuses', () => {
  test('have the labels of the standard, which knows all but 409 and 413', () => {
    const labels = Object.fromEntries(Object.entries(refusalStatuses).map(([status, { label }]) => [status, label]))

    expect(labels).toEqual({ ...errorStatuses, 409: '409 Conflict', 413: '413 ContentTooLarge' })
  })

  test('have a body where the standard describes one', () => {
    const withBody = Object.entries(refusalStatuses).filter(([, texts]) => 'message' in texts)

    expect(withBody.map(([status]) => Number(status)).filter((status) => status !== 413)).toEqual(statusesWithErrorBody)
  })

  test('are each used by a condition', () => {
    const met = new Set(table.map(([, { status }]) => String(status)))

    expect([...met].toSorted()).toEqual(Object.keys(refusalStatuses).toSorted())
  })
})
