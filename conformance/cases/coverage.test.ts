import { describe, expect, test } from 'vitest'
import { concerns, type OperationId, type RequirementId, requirement, requirements } from '#standard/index.js'
import { judgedOperations } from '../judge/testing/transcripts.js'
import { judges, wireChecks } from '../judge/wire/index.js'
import { cases } from './index.js'
import { unproven } from './unproven.js'

const areas = ['AAC', 'ACC', 'AUT', 'BAL', 'BEN', 'ERR', 'HDR', 'PAG', 'PRD', 'STO', 'TXN', 'VER']

const operations: readonly OperationId[] = judgedOperations

const proven = new Set<string>([
  ...cases.flatMap(({ expect: all }) => all.flatMap(({ proves }) => proves as RequirementId | RequirementId[])),
  ...wireChecks.flatMap(({ proves }) => proves),
])

const due = requirements
  .map(({ id }) => requirement(id))
  .filter(
    (row) =>
      areas.includes(row.id.slice(0, 3)) &&
      row.testable &&
      row.actor !== 'tpp' &&
      operations.some((id) => concerns(row, id)),
  )

test('every row about these operations is proven, or listed with a reason', () => {
  const open = due.filter(({ id }) => !proven.has(id) && !unproven[id as RequirementId]?.trim())

  expect(open.map(({ id, text }) => `${id} ${text}`)).toEqual([])
})

test('no row is listed as unproven that is proven, or that is not due', () => {
  const ids = Object.keys(unproven)

  expect(ids.filter((id) => proven.has(id))).toEqual([])
  expect(ids.filter((id) => !due.some((row) => row.id === id))).toEqual([])
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
      expect(operations.some((operation) => concerns(row, operation))).toBe(true)
    }
    if (judges(check) === 'bank') expect(check.proves).not.toHaveLength(0)
  })

  test('has an id and a title of its own', () => {
    expect(new Set(wireChecks.map(({ id }) => id)).size).toBe(wireChecks.length)
    expect(new Set(wireChecks.map(({ title }) => title)).size).toBe(wireChecks.length)
  })
})
