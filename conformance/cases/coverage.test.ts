import { describe, expect, test } from 'vitest'
import {
  concerns,
  judgedOperations,
  type OperationId,
  type RequirementId,
  requirement,
  requirements,
} from '#standard/index.js'
import { judges, wireChecks } from '../judge/wire/index.js'
import { cases } from './index.js'
import { expectedExchanges } from './testing/expected-exchanges.js'
import { operationsOf, triedBy } from './tried.js'
import { type Unproven, unproven } from './unproven.js'

const rows = requirements.filter(({ testable, actor }) => testable && actor !== 'tpp').map(({ id }) => id)

/** A row and an operation it speaks of: `AUT-REQ-340 getBalances`. */
const pair = (row: RequirementId, id: OperationId) => `${row} ${id}`

const due = rows.flatMap((row) => operationsOf(row).map((id) => pair(row, id)))

const tried = new Set([...triedBy(cases)].flatMap(([row, ids]) => [...ids].map((id) => pair(row, id))))

const exchanges = expectedExchanges(cases)

/** What wire checks look at in exchanges as the cases expect them; tokens and journeys are of no operation. */
const checked = new Set(
  wireChecks.flatMap((check) => {
    const seen: readonly OperationId[] =
      check.on === 'api'
        ? exchanges.flatMap((each) => (each.operation && check.applies(each) ? [each.operation] : []))
        : check.on === 'notification'
          ? ['notifyEvent']
          : judgedOperations
    return check.proves.flatMap((row) => seen.filter((id) => concerns(requirement(row), id)).map((id) => pair(row, id)))
  }),
)

const listed = ({ rows: those, operations, except = [] }: Unproven) =>
  those.flatMap((row) =>
    (operations ?? operationsOf(row)).filter((id) => !except.includes(id)).map((id) => pair(row, id)),
  )

const isProven = (each: string) => tried.has(each) || checked.has(each)

test('every row is tried on every operation it speaks of, or listed with a reason', () => {
  const reasons = new Set(unproven.flatMap(listed))

  expect(due.filter((each) => !isProven(each) && !reasons.has(each))).toEqual([])
})

test('nothing is listed as unproven that is tried, that is not due, or twice', () => {
  const all = unproven.flatMap(listed)

  expect(all.filter(isProven)).toEqual([])
  expect(all.filter((each) => !due.includes(each))).toEqual([])
  expect(all.filter((each, index) => all.indexOf(each) !== index)).toEqual([])
  expect(unproven.filter((each) => listed(each).length === 0 || each.why.trim() === '')).toEqual([])
})

describe('a wire check', () => {
  test.each(wireChecks.map((check) => [check.id, check] as const))('%s proves rows that fit it', (_, check) => {
    const actor = judges(check) === 'tpp' ? ['tpp'] : ['bank', 'psu-page']
    for (const id of check.proves) {
      const row = requirement(id)
      expect({ id, testable: row.testable, actor: actor.includes(row.actor) }).toEqual({
        id,
        testable: true,
        actor: true,
      })
      expect(judgedOperations.some((operation) => concerns(row, operation))).toBe(true)
    }
    if (judges(check) === 'bank') expect(check.proves).not.toHaveLength(0)
  })

  test('has an id and a title of its own', () => {
    expect(new Set(wireChecks.map(({ id }) => id)).size).toBe(wireChecks.length)
    expect(new Set(wireChecks.map(({ title }) => title)).size).toBe(wireChecks.length)
  })
})
