import { expect, test, vi } from 'vitest'
import type { EditedAnswer, EditScene } from '../http/edits.js'
import { rules } from '../rules.js'
import type { Edits } from '../tenants/tenant.js'
import { ActiveFaults } from './active-faults.js'
import type { Fault } from './fault.js'
import { type FaultId, faults } from './registry.js'

const scene = { exchange: undefined, request: { url: '/api/accounts' } } as unknown as EditScene
const editsOf = (id: FaultId) => new ActiveFaults(rules, [{ id }]).edits as Edits

const answer: EditedAnswer = { status: 200, headers: {}, body: '{}' }

test('changes an answer in the phase of the fault, once', () => {
  const before = editsOf('body-empty')
  const reset = 'reset-mid-body' as const
  vi.spyOn(faults[reset] as { alter: NonNullable<Fault['alter']> }, 'alter').mockImplementation((each) => ({
    ...each,
    reset: true,
  }))
  const after = editsOf(reset)

  expect(before.answer('before-signing', answer, scene).body).toBe('')
  expect(before.answer('after-signing', answer, scene)).toBe(answer)
  expect(after.answer('before-signing', answer, scene)).toBe(answer)
  expect(after.answer('after-signing', answer, scene).reset).toBe(true)
})

test('has the rules of a right bank again once faults are switched off', () => {
  const active = new ActiveFaults(rules)

  active.set([{ id: 'scope-ignored' }, { id: 'state-unchecked' }])

  expect(active.rules).not.toEqual(rules)
  active.set([])
  expect(active.rules).toEqual(rules)
})

test('lays one fault over the other, whichever comes first', () => {
  const both = [{ id: 'withdrawal-without-effect' }, { id: 'rejection-without-effect' }] as const

  for (const settings of [both, both.toReversed()]) {
    const { takesEffect } = new ActiveFaults(rules, settings).rules
    expect([takesEffect('withdrawal'), takesEffect('rejection')]).toEqual([false, false])
  }
})

test('each fault that replaces rules replaces rules there are', () => {
  const named = Object.entries<Fault>(faults).flatMap(([id, { replaces }]) =>
    replaces ? Object.keys(replaces(rules)).map((name) => [id as FaultId, name] as const) : [],
  )

  expect(named.length).toBeGreaterThan(10)
  expect(named.filter(([, name]) => !(name in rules))).toEqual([])
})
