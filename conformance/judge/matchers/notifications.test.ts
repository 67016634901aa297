import { describe, expect, test } from 'vitest'
import type { NotificationEntry } from '../../transcript/entry.js'
import { matchers } from '../matchers.js'
import { outcomeOf, recordOf } from '../testing/case-records.js'
import { exchangeEntry } from '../testing/transcripts.js'

const update = 'urn:bh:org:openbanking:events:resource-update'

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A token about a resource, with a signature that nobody looks at. */
const token = (id: string, jti: string, kind = 'domestic-payment-consent', event = update) =>
  `${part({ alg: 'PS256', kid: 'k' })}.${part({
    jti,
    events: { [event]: { subject: { 'http://openbanking.org.bh/rid': id, 'http://openbanking.org.bh/rty': kind } } },
  })}.c2lnbmF0dXJl`

interface Call {
  readonly jti?: string
  readonly about?: string
  /** Seconds after the first. */
  readonly after?: number
  /** How the suite answered. */
  readonly status?: number
  readonly path?: string
  readonly step?: number
  readonly body?: string
}

const begun = Date.parse('2030-01-15T09:00:00Z')

const callOf = ({ jti = 'one', about = 'a', after = 0, status, path = '/me/event-notifications', ...rest }: Call) => {
  const { step = 1, body = token(about, jti) } = rest
  return {
    kind: 'notification',
    at: new Date(begun + after * 1000).toISOString(),
    operation: 'notifyEvent',
    step,
    request: { method: 'POST', url: `http://127.0.0.1:9000${path}`, headers: [], body },
    ...(status !== undefined && { response: { status, headers: [], body: '' } }),
    token: {},
  } as const satisfies NotificationEntry
}

const asking = (callback: unknown) =>
  exchangeEntry({
    step: 0,
    operation: 'createEventSubscription',
    requestBody: { Data: { CallbackUrl: callback } },
    status: 201,
    body: {},
  })

/** A case goes on to the end of its subscription. */
const ended = exchangeEntry({ step: 5, operation: 'deleteEventSubscription', status: 204 })

const heard = (...calls: readonly Call[]) =>
  recordOf([asking('http://127.0.0.1:9000/me'), ...calls.map(callOf), ended], { step: 1 })

const outcome = (name: keyof typeof matchers, record: ReturnType<typeof recordOf>, settings = {}) =>
  outcomeOf(matchers[name](record, { of: 'a', ...settings }))

const broken = [undefined]

test.each([
  'notifiedOf',
  'notifiedOnce',
  'notSentAgain',
  'sentAgain',
  'noneOvertakes',
  'pausesGrow',
  'noneLater',
] as const)('%s is broken where nothing came about the resource, and shows the subscription', (name) => {
  expect(outcome(name, heard({ about: 'b' }))).toEqual(broken)
  expect(matchers[name](heard(), { of: 'a' })).toMatchObject({ kind: 'broken', evidence: [0] })
  expect(outcome(name, heard(), { of: null })).toBe('unseen')
})

test.each(['notifiedOf', 'calledAsNamed', 'sentAgain'] as const)(
  '%s is unseen where the case broke off before it had waited',
  (name) => {
    const broke = recordOf([asking('http://127.0.0.1:9000/me'), callOf({})], { step: 1 })

    expect(outcome(name, broke, { asked: 0, times: 2 })).toBe('unseen')
  },
)

test.each([
  ['the event that is meant', {}, 'met'],
  ['another kind of resource', { body: token('a', 'one', 'domestic-payment') }, broken],
  ['another event', { body: token('a', 'one', 'domestic-payment-consent', 'urn:example:other') }, broken],
  ['what is no token', { body: 'a.b' }, broken],
] as const)('notifiedOf looks for %s', (_, call, found) => {
  expect(outcome('notifiedOf', heard(call), { event: 'resource-update', kind: 'domestic-payment-consent' })).toEqual(
    found,
  )
})

describe('calledAsNamed', () => {
  const named = (callback: unknown, path: string) =>
    outcome('calledAsNamed', recordOf([asking(callback), callOf({ path }), ended], { step: 1 }), { asked: 0 })

  test.each([
    ['http://127.0.0.1:9000/me', '/me/event-notifications', 'met'],
    ['http://127.0.0.1:9000/me/', '/me/event-notifications', 'met'],
    ['http://127.0.0.1:9000/me', '/me', broken],
    ['http://127.0.0.1:9000/me', '/event-notifications', broken],
    ['http://127.0.0.1:9000/me', '/me//event-notifications', broken],
    ['https://tpp.example/proxied/me', '/proxied/me/event-notifications', 'met'],
    ['http://127.0.0.1:9000/me/event-notifications?x=1', '/me/event-notifications?x=1', 'met'],
    ['http://127.0.0.1:9000/me/event-notifications?x=1', '/me/event-notifications', broken],
    ['http://127.0.0.1:9000/me/event-notifications', '/me/event-notifications/event-notifications', broken],
  ] as const)('of %s called at %s', (callback, path, found) => {
    expect(named(callback, path)).toEqual(found)
  })

  test('is broken where nothing came, and unseen where no callback was asked for', () => {
    expect(outcome('calledAsNamed', heard(), { asked: 0 })).toEqual(broken)
    expect(named(undefined, '/me')).toBe('unseen')
    expect(named('me', '/me')).toBe('unseen')
  })
})

test.each([
  ['one event, once', [{}], 'met'],
  ['one event, sent again', [{ status: 503 }, {}], 'met'],
  ['two events', [{}, { jti: 'two' }], broken],
  ['another about another resource', [{}, { jti: 'two', about: 'b' }], 'met'],
] as const)('notifiedOnce: %s', (_, calls, found) => {
  expect(outcome('notifiedOnce', heard(...calls))).toEqual(found)
})

test.each([
  ['taken once', [{ status: 202 }], 'met'],
  ['again after 503', [{ status: 503 }, { status: 202 }], 'met'],
  ['again after the suite hung up', [{}, { status: 202 }], 'met'],
  ['again after 202', [{ status: 202 }, { status: 202 }], broken],
  ['another after 202', [{ status: 202 }, { jti: 'two', status: 202 }], 'met'],
] as const)('notSentAgain: %s', (_, calls, found) => {
  expect(outcome('notSentAgain', heard(...calls))).toEqual(found)
})

test.each([
  ['twice', [{}, {}], 'met'],
  ['once', [{}], broken],
  ['once each of two', [{}, { jti: 'two' }], broken],
  ['twice, another between', [{}, { jti: 'two' }, {}], 'met'],
] as const)('sentAgain: %s', (_, calls, found) => {
  expect(outcome('sentAgain', heard(...calls), { times: 2 })).toEqual(found)
})

test.each([
  ['the next after 202', [{ status: 503 }, { status: 202 }, { jti: 'two', status: 202 }], 'met'],
  ['the next before 202', [{ status: 503 }, { jti: 'two', status: 202 }, { status: 202 }], broken],
  ['the next without 202', [{ status: 503 }, { jti: 'two', status: 202 }], broken],
  ['the next of another resource', [{ status: 503 }, { jti: 'two', about: 'b' }, { status: 202 }], 'met'],
] as const)('noneOvertakes: %s', (_, calls, found) => {
  expect(outcome('noneOvertakes', heard(...calls))).toEqual(found)
})

test.each([
  ['1 s, 5 s, 30 s', [0, 1, 6, 36], 'met'],
  ['1 s, 5 s, 5 s', [0, 1, 6, 11], 'met'],
  ['5 s, 5 s', [0, 5, 10], broken],
  ['1 s, 30 s, 5 s', [0, 1, 31, 36], broken],
  ['one pause', [0, 1], 'unseen'],
] as const)('pausesGrow: %s', (_, instants, found) => {
  expect(outcome('pausesGrow', heard(...instants.map((after) => ({ after }))))).toEqual(found)
})

test('noneLater is broken by a call of a later step', () => {
  expect(outcome('noneLater', heard({}, { step: 1 }))).toBe('met')
  expect(outcome('noneLater', heard({}, { step: 2 }))).toEqual(broken)
})
