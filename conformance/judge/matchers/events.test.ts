import { describe, expect, test } from 'vitest'
import { matchers } from '../matchers.js'
import { answers, outcomeOf, recordOf } from '../testing/case-records.js'

const resourceUpdate = 'urn:bh:org:openbanking:events:resource-update'

/** A compact token that says this, with a signature that nobody looks at. */
function token(claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'PS256', kid: 'k' })}.${part(claims)}.c2lnbmF0dXJl`
}

const about = (id: string, more: object = {}, kind = 'domestic-payment', event = resourceUpdate) =>
  token({
    jti: 'one',
    sub: `https://bank.example/x/${id}/`,
    toe: 1,
    events: { [event]: { subject: { 'http://openbanking.org.bh/rid': id, 'http://openbanking.org.bh/rty': kind } } },
    ...more,
  })

const polls = (...sets: readonly Readonly<Record<string, string>>[]) =>
  recordOf(answers(...sets.map((each) => ({ body: { moreAvailable: false, sets: each } }))))

const outcome = (name: keyof typeof matchers, record: ReturnType<typeof recordOf>, settings = {}) =>
  outcomeOf(matchers[name](record, settings))

const broken = [undefined]

describe('hasId and lacksId', () => {
  const path = 'Data.EventSubscription[].EventSubscriptionId'
  const list = (...ids: readonly string[]) =>
    recordOf(answers({ body: { Data: { EventSubscription: ids.map((id) => ({ EventSubscriptionId: id })) } } }))

  test.each([
    [['a', 'b'], 'met', broken],
    [['b'], broken, 'met'],
    [[], broken, 'met'],
  ] as const)('look for an id among %o', (ids, has, lacks) => {
    expect(outcome('hasId', list(...ids), { path, id: 'a' })).toEqual(has)
    expect(outcome('lacksId', list(...ids), { path, id: 'a' })).toEqual(lacks)
  })
})

describe('hasEvent and lacksEvent', () => {
  test.each([
    ['an event about it', { one: about('a') }, 'met', broken],
    ['one whose sub alone names it', { one: about('b', { sub: 'https://bank.example/x/a' }) }, 'met', broken],
    ['one about another', { one: about('b') }, broken, 'met'],
    ['none', {}, broken, 'met'],
    ['what is no token', { one: 'a.b' }, broken, 'met'],
  ] as const)('look at %s', (_, sets, has, lacks) => {
    expect(outcome('hasEvent', polls(sets), { of: 'a' })).toEqual(has)
    expect(outcome('lacksEvent', polls(sets), { of: 'a' })).toEqual(lacks)
  })
})

test.each([
  ['holds for the event that is meant', about('a'), 'met'],
  ['finds another kind', about('a', {}, 'resource'), broken],
  ['finds another type', about('a', {}, 'domestic-payment', 'urn:example:other'), broken],
  ['finds none', about('b'), broken],
])('eventSays %s', (_, one, expected) => {
  const settings = { of: 'a', event: 'resource-update', kind: 'domestic-payment' }

  expect(outcome('eventSays', polls({ one }), settings)).toEqual(expected)
})

test.each([
  ['holds for the same bytes', { one: about('a') }, 'met'],
  ['finds other bytes', { one: about('a', { iat: 2 }) }, broken],
  ['finds another id', { two: about('a') }, broken],
  ['finds that it is gone', {}, broken],
])('sameEvent %s', (_, later, expected) => {
  expect(outcome('sameEvent', polls({ one: about('a') }, later), { of: 'a', as: 0 })).toEqual(expected)
})

test('sameEvent sees nothing where there was no event', () => {
  expect(outcome('sameEvent', polls({}, { one: about('a') }), { of: 'a', as: 0 })).toBe('unseen')
})

test.each([
  [{ most: 1, least: 1 }, 1, 'met'],
  [{ most: 1, least: 1 }, 2, broken],
  [{ most: 0 }, 0, 'met'],
  [{ most: 0 }, 1, broken],
  [{ most: 10, least: 2 }, 1, broken],
])('eventCount %o for %i', (settings, count, expected) => {
  const sets = Object.fromEntries(Array.from({ length: count }, (_, index) => [`e-${index}`, about('a')]))

  expect(outcome('eventCount', polls(sets), settings)).toEqual(expected)
})

test('eventCount finds an answer without sets', () => {
  expect(outcome('eventCount', recordOf(answers({ body: {} })), { most: 0 })).toEqual(broken)
})

test.each([
  [[1, 1, 2], 'met'],
  [[2, 1], broken],
  [[1], 'unseen'],
])('eventsInOrder for the times %o', (times, expected) => {
  const sets = Object.fromEntries(times.map((toe, index) => [`e-${index}`, about('a', { toe })]))

  expect(outcome('eventsInOrder', polls(sets))).toEqual(expected)
})

test('eventsInOrder knows which of two resources changed first within a second', () => {
  const sets = { 'e-1': about('a', { toe: 1 }), 'e-2': about('b', { toe: 1 }) }

  expect(outcome('eventsInOrder', polls(sets), { first: 'a', second: 'b' })).toBe('met')
  expect(outcome('eventsInOrder', polls(sets), { first: 'b', second: 'a' })).toEqual(broken)
})
