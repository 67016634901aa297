import { describe, expect, test } from 'vitest'
import { matchers } from '../matchers.js'
import { answers, outcomeOf, recordOf } from '../testing/case-records.js'
import type { ExchangeParts } from '../testing/transcripts.js'
import type { Settings } from './matcher.js'

/** What a matcher finds in these answers, at the last step. */
const find = (name: keyof typeof matchers, parts: readonly ExchangeParts[], settings: Settings = {}) =>
  outcomeOf(matchers[name](recordOf(answers(...parts)), settings))

const data = (Data: object) => ({ body: { Data } })

describe('asSent', () => {
  const sent = (shown: object) => ({
    requestBody: { Data: { Initiation: { A: '1', B: { C: '2' } } } },
    ...data(shown),
  })
  const settings = { request: 0, path: 'Data' }

  test('passes over what the bank adds to Data, and takes members in any order', () => {
    expect(find('asSent', [sent({ Id: 'x', Initiation: { B: { C: '2' }, A: '1' } })], settings)).toBe('met')
  })

  test.each([
    ['changed', { Initiation: { A: '1', B: { C: '3' } } }, '/Data/Initiation/B/C'],
    ['left out', { Initiation: { B: { C: '2' } } }, '/Data/Initiation/A'],
    ['added', { Initiation: { A: '1', B: { C: '2' }, D: '4' } }, '/Data/Initiation/D'],
  ])('finds a member that is %s', (_, shown, pointer) => {
    expect(find('asSent', [sent(shown)], settings)).toEqual([pointer])
  })
})

test('takenWith wants a success of a request that has the value, and nothing of one without', () => {
  const settings = { path: 'Data.Debtor' }
  const sent = (status: number, Data: object) => ({ status, requestBody: { Data }, ...data({}) })

  expect(find('takenWith', [sent(201, { Debtor: 'x' })], settings)).toBe('met')
  expect(find('takenWith', [sent(400, { Debtor: 'x' })], settings)).toHaveLength(1)
  expect(find('takenWith', [sent(400, {})], settings)).toBe('not-applicable')
})

test('sameValue compares with an earlier answer', () => {
  const settings = { path: 'Data.Id', as: 0 }

  expect(find('sameValue', [data({ Id: 'x' }), data({ Id: 'x' })], settings)).toBe('met')
  expect(find('sameValue', [data({ Id: 'x' }), data({ Id: 'y' })], settings)).toEqual(['/Data/Id'])
  expect(find('sameValue', [data({}), data({ Id: 'y' })], settings)).toBe('unseen')
})

test('idIsNot finds an identifier that the TPP has sent', () => {
  const requestBody = { Data: { Initiation: { InstructionIdentification: 'i', EndToEndIdentification: 'e' } } }
  const settings = { path: 'Data.Id', request: 0 }

  expect(find('idIsNot', [{ requestBody, ...data({ Id: 'x' }) }], settings)).toBe('met')
  expect(find('idIsNot', [{ requestBody, ...data({ Id: 'e' }) }], settings)).toHaveLength(1)
})

test('paymentAmounts wants three digits in charges and in what is paid', () => {
  const amounts = (paid: string, charged: string) =>
    data({ Initiation: { InstructedAmount: { Amount: paid } }, Charges: [{ Amount: { Amount: charged } }] })

  expect(find('paymentAmounts', [amounts('1.000', '0.100')])).toBe('met')
  expect(find('paymentAmounts', [amounts('1.00', '0.1')])).toEqual([
    '/Data/Initiation/InstructedAmount/Amount',
    '/Data/Charges/0/Amount/Amount',
  ])
})

test('datesInOrder and laterThan compare instants', () => {
  const dates = (settled: string) =>
    data({ CreationDateTime: '2030-01-15T12:00:00.500+03:00', ExpectedSettlementDateTime: settled })
  const later = { path: 'Data.ExpectedSettlementDateTime', than: 'Data.CreationDateTime' }

  expect(find('datesInOrder', [dates('2030-01-15T09:00:01Z')])).toBe('met')
  expect(find('datesInOrder', [dates('2030-01-15T09:00:01+03:00')])).toEqual(['/Data/ExpectedSettlementDateTime'])
  expect(find('datesInOrder', [data({ CreationDateTime: '2030-01-15T12:00:00Z' })])).toBe('not-applicable')
  expect(find('laterThan', [dates('2030-01-15T09:00:01Z')], later)).toBe('met')
  expect(find('laterThan', [dates('2030-01-15T12:00:00.500+03:00')], later)).toEqual([
    '/Data/ExpectedSettlementDateTime',
  ])
  // a bank that shows whole seconds, in whatever form
  const whole = data({
    CreationDateTime: '2030-01-15T12:00:00.000Z',
    ExpectedSettlementDateTime: '2030-01-15T12:00:00.000Z',
  })
  expect(find('laterThan', [whole], later)).toBe('met')
})

test('paymentAmounts looks at what is paid and charged, where the answer shows either', () => {
  expect(find('paymentAmounts', [data({ Initiation: { FileHash: 'x' } })])).toBe('not-applicable')
  expect(find('paymentAmounts', [data({ Charges: [{ Amount: { Amount: '0.10', Currency: 'BHD' } }] })])).not.toBe('met')
})

test('chargesAre looks at every charge', () => {
  const charges = (...types: readonly string[]) => data({ Charges: types.map((Type) => ({ Type })) })

  expect(find('chargesAre', [charges('NRT', 'NRT')], { type: 'NRT' })).toBe('met')
  expect(find('chargesAre', [charges('NRT', 'DNS')], { type: 'NRT' })).toEqual(['/Data/Charges/1/Type'])
  expect(find('chargesAre', [charges()], { type: 'NRT' })).toBe('not-applicable')
})

describe('requests that were sent at once', () => {
  const at = (status: number, Id: string) => ({ step: 0, status, ...data({ Id }) })

  test.each([
    ['one resource', [at(201, 'x'), at(201, 'x')], 'met'],
    ['two resources', [at(201, 'x'), at(201, 'y')], [undefined]],
    ['a refusal', [at(201, 'x'), at(409, 'x')], [undefined]],
    ['one request', [at(201, 'x')], 'unseen'],
  ])('oneResource: %s', (_, parts, outcome) => {
    expect(find('oneResource', parts, { path: 'Data.Id' })).toEqual(outcome)
  })

  test.each([
    ['one success', [at(201, 'x'), at(400, '')], 'met'],
    ['two successes', [at(201, 'x'), at(201, 'y')], [undefined]],
    ['none', [at(400, ''), at(400, '')], [undefined]],
  ])('oneSuccess: %s', (_, parts, outcome) => {
    expect(find('oneSuccess', parts)).toEqual(outcome)
  })

  test.each([
    ['one success', [at(201, 'x'), at(400, '')], 'met'],
    ['two successes', [at(201, 'x'), at(201, 'y')], 'met'],
    ['none', [at(400, ''), at(400, '')], [undefined]],
    ['one request', [at(201, 'x')], 'unseen'],
  ])('someSuccess: %s', (_, parts, outcome) => {
    expect(find('someSuccess', parts)).toEqual(outcome)
  })
})

test('valueIsOneOf names the values that there may be', () => {
  const settings = { path: 'Data.Status', values: ['Pending', 'Rejected'] }

  expect(find('valueIsOneOf', [data({ Status: 'Pending' })], settings)).toBe('met')
  expect(find('valueIsOneOf', [data({ Status: 'Done' })], settings)).toEqual(['/Data/Status'])
})

test('valueIfShown says nothing of a value that is left out', () => {
  const settings = { path: 'Data.Status', value: 'Consumed' }

  expect(find('valueIfShown', [data({ Status: 'Consumed' })], settings)).toBe('met')
  expect(find('valueIfShown', [data({ Status: 'Authorised' })], settings)).toEqual(['/Data/Status'])
  expect(find('valueIfShown', [data({})], settings)).toBe('not-applicable')
})

describe('statesJoined', () => {
  const states = (...all: readonly string[]) => all.map((Status) => data({ Status }))
  const settings = { machine: 'immediatePayment' }

  test.each([
    ['Pending', 'AcceptedSettlementInProcess', 'AcceptedCreditSettlementCompleted'],
    ['Pending', 'Pending', 'Rejected'],
    // the states between may pass unseen
    ['Pending', 'AcceptedCreditSettlementCompleted'],
  ])('takes %s, %s ...', (...all) => {
    expect(find('statesJoined', states(...all.filter(Boolean)), settings)).toBe('met')
  })

  test.each([
    ['Rejected', 'AcceptedSettlementInProcess'],
    ['AcceptedSettlementCompleted', 'Pending'],
  ])('does not take %s, then %s', (...all) => {
    expect(find('statesJoined', states(...all), settings)).toEqual(['/Data/Status'])
  })

  test('begins with the status that was seen before', () => {
    const after = (first: string) => find('statesJoined', states('AcceptedSettlementInProcess'), { ...settings, first })

    expect(after('Pending')).toBe('met')
    expect(after('Rejected')).toEqual(['/Data/Status'])
  })
})

test('oldestFirst and hasReason look at the details of a payment', () => {
  const entry = (Status: string, at: string, rest: object = {}) => ({ Status, StatusUpdateDateTime: at, ...rest })
  const details = (...PaymentStatus: readonly object[]) => data({ PaymentStatus })
  const [early, late] = ['2030-01-15T12:00:00Z', '2030-01-15T12:00:01Z']
  const path = { path: 'Data.PaymentStatus[].StatusUpdateDateTime' }
  const reason = { StatusDetail: { StatusReason: 'Proprietary' } }

  expect(find('oldestFirst', [details(entry('Pending', early), entry('Rejected', late))], path)).toBe('met')
  expect(find('oldestFirst', [details(entry('Pending', late), entry('Rejected', early))], path)).toHaveLength(1)
  expect(find('hasReason', [details(entry('Pending', early), entry('Rejected', late, reason))])).toBe('met')
  expect(find('hasReason', [details(entry('Rejected', early), entry('Pending', late))])).toEqual([
    '/Data/PaymentStatus/1/Status',
  ])
  expect(find('hasReason', [details(entry('Rejected', early))])).toBe('not-applicable')
})

test('servedInOwnVersion wants a success under the base of the case alone', () => {
  const record = (old: number, now: number) => {
    const made = recordOf(answers({ status: old }, { status: now }))
    const steps = (['0.0.1', '1.0.0'] as const).map((base) => ({ call: 'getDomesticPayment', base }) as const)
    return { ...made, test: { ...made.test, steps: steps as unknown as typeof made.test.steps } }
  }

  expect(outcomeOf(matchers.servedInOwnVersion(record(403, 200), {}))).toBe('met')
  expect(outcomeOf(matchers.servedInOwnVersion(record(200, 200), {}))).toHaveLength(1)
  expect(outcomeOf(matchers.servedInOwnVersion(record(403, 403), {}))).toHaveLength(1)
})

test('detailsEndWith looks at the last entries, and their order', () => {
  const found = (...all: readonly string[]) =>
    find('detailsEndWith', [data({ PaymentStatus: all.map((Status) => ({ Status })) })], {
      statuses: ['Accepted', 'Cancelled'],
    })

  expect(found('Pending', 'Accepted', 'Cancelled')).toBe('met')
  expect(found('Cancelled', 'Accepted')).toEqual(['/Data/PaymentStatus'])
  expect(found('Cancelled')).toEqual(['/Data/PaymentStatus'])
})
