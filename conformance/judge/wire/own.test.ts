import { describe, expect, test } from 'vitest'
import { domesticPaymentConsentRequest } from '#fixtures/requests/domestic-payment.js'
import { account, accountsBody, type ExchangeParts, exchangeEntry, journeyEntry, uuid } from '../testing/transcripts.js'
import { findingsOf, verdictOf } from '../testing/wire.js'

const name = 'x-fapi-interaction-id'

const headersWith = (...changed: (readonly [string, string])[]) => {
  const sound = [
    ['authorization', 'Bearer t'],
    ['accept', 'application/json'],
    [name, uuid(1)],
  ] as const
  return [...sound.filter(([each]) => !changed.some(([other]) => other === each)), ...changed]
}

const list = (parts: ExchangeParts = {}) => exchangeEntry({ operation: 'getAccounts', ...parts })

const create = (requestBody: unknown, parts: ExchangeParts = {}) =>
  exchangeEntry({ operation: 'createAccountAccessConsent', requestBody, ...parts })

const sound = { Data: { Permissions: ['ReadAccountsBasic'] }, Risk: {} }

test.each([
  ['Bearer t', 'pass'],
  ['bearer t', ['authorization']],
  ['Bearer', ['authorization']],
  ['Basic t', ['authorization']],
])('WIR-own-authorization looks at %s', (value, expected) => {
  const requestHeaders = headersWith(['authorization', value])

  expect(findingsOf('WIR-own-authorization', [list({ requestHeaders })])).toEqual(expected)
  expect(findingsOf('WIR-own-authorization', [list({ requestHeaders, deviates: ['token'] })])).toBe('pass')
})

test('a fault of ours is an error of the suite, never of the bank, and nothing is judged by that exchange', () => {
  const ours = list({ requestHeaders: headersWith(['authorization', 'bearer t']), status: 500, responseHeaders: null })

  expect(verdictOf('WIR-own-authorization', [ours])).toMatchObject({
    outcome: 'suite-error',
    blame: 'suite',
    judges: 'tpp',
    findings: [{ proves: ['HDR-REQ-010'] }],
  })
  expect(verdictOf('WIR-interaction-id-present', [ours])).toMatchObject({ outcome: 'not-applicable', looked: 0 })
})

test('WIR-own-media-types looks at Content-Type of bodies and Accept of account reads', () => {
  const id = 'WIR-own-media-types'
  const text = headersWith(['content-type', 'text/plain'])
  const anything = headersWith(['accept', '*/*'])

  expect(findingsOf(id, [create(sound), list()])).toBe('pass')
  expect(findingsOf(id, [create(sound, { requestHeaders: text })])).toEqual(['content-type'])
  expect(findingsOf(id, [create(sound, { requestHeaders: text, deviates: ['content-type'] })])).toBe('pass')
  expect(findingsOf(id, [list({ requestHeaders: anything })])).toEqual(['accept'])
  expect(findingsOf(id, [list({ requestHeaders: anything, deviates: ['accept'] })])).toBe('pass')
})

test('WIR-own-interaction-id wants a UUID, and a new one each time', () => {
  const odd = list({ requestHeaders: headersWith([name, 'call-1']) })
  const named = list({ requestHeaders: headersWith([name, 'call-1']), deviates: [name] })
  const twice = [list({ requestHeaders: headersWith() }), list({ requestHeaders: headersWith() })]

  expect(findingsOf('WIR-own-interaction-id', [odd])).toEqual([name])
  expect(findingsOf('WIR-own-interaction-id', [named])).toBe('pass')
  expect(verdictOf('WIR-own-interaction-id-fresh', twice)).toMatchObject({
    outcome: 'suite-error',
    findings: [{ evidence: [0, 1] }],
  })
  expect(findingsOf('WIR-own-interaction-id-fresh', [list(), list(), named, named])).toBe('pass')
})

describe('WIR-own-body', () => {
  const id = 'WIR-own-body'
  const faulty = { Data: { Permissions: ['Nope'], Extra: 1 }, Risk: {} }

  test('holds the body against the schema of the version', () => {
    const noColon = { Data: { Permissions: ['ReadBalances'], ExpirationDateTime: '2031-01-15T09:00:00+0300' } }

    expect(findingsOf(id, [create(sound)])).toBe('pass')
    expect(findingsOf(id, [create(noColon, { version: '0.0.1' })])).toBe('pass')
    expect(findingsOf(id, [create(noColon)])).toEqual(['/Risk', '/Data/ExpirationDateTime'])
    expect(findingsOf(id, [create('{"')])).toEqual([undefined])
    expect(findingsOf(id, [list({ requestBody: {} })])).toEqual([undefined])
  })

  test('lets pass what the case names, and nothing else', () => {
    expect(findingsOf(id, [create(faulty, { deviates: ['Data.Permissions', 'Data.Extra'] })])).toBe('pass')
    expect(findingsOf(id, [create(faulty, { deviates: ['Data.Permissions'] })])).toEqual(['/Data/Extra'])
    expect(findingsOf(id, [create('{"', { deviates: ['body'] })])).toBe('pass')
  })
})

describe('a payment from an account to itself', () => {
  const id = 'WIR-own-body'
  const iban = (Identification: string) => ({ SchemeName: 'BH.OBF.IBAN', Identification })
  const ask = (debtor: string, deviates: string[] = []) => {
    const request = domesticPaymentConsentRequest('1.0.0', {
      creditor: { iban: 'BH67BMAG00001299123456', name: 'A creditor' },
      amount: '1.000',
    }) as unknown as { Data: { Initiation: object } }
    const Initiation = { ...request.Data.Initiation, DebtorAccount: iban(debtor) }
    const requestBody = { ...request, Data: { ...request.Data, Initiation } }
    return create(requestBody, { operation: 'createDomesticPaymentConsent', deviates })
  }

  test('is a mistake of the suite, unless a case names one of the two', () => {
    expect(findingsOf(id, [ask('BH15DEMO00010020030040')])).toBe('pass')
    expect(findingsOf(id, [ask('BH67BMAG00001299123456')])).toEqual(['/Data/Initiation/DebtorAccount/Identification'])
    expect(findingsOf(id, [ask('BH67BMAG00001299123456', ['Data.Initiation.DebtorAccount'])])).toBe('pass')
    expect(findingsOf(id, [ask('BH67BMAG00001299123456', ['Data.Initiation.CreditorAccount'])])).toBe('pass')
  })
})

describe('WIR-own-deviation', () => {
  const id = 'WIR-own-deviation'

  test.each<[string, ExchangeParts]>([
    ['Data.Permissions', { requestBody: { ...sound, Data: { Permissions: [] } } }],
    ['Data.Permissions', { requestBody: { Data: {}, Risk: {} } }],
    [
      'Data.ExpirationDateTime',
      { requestBody: { ...sound, Data: { ...sound.Data, ExpirationDateTime: '2020-01-01T00:00:00Z' } } },
    ],
    ['body', { requestBody: '[1]' }],
    ['accept', { requestBody: sound, requestHeaders: headersWith(['accept', 'text/html']) }],
    ['x-fapi-auth-date', { requestBody: sound, requestHeaders: headersWith(['x-fapi-auth-date', 'yesterday']) }],
    ['token', { requestBody: sound }],
  ])('sees %s in the request', (named, parts) => {
    expect(findingsOf(id, [create(sound, { ...parts, deviates: [named] })])).toBe('pass')
  })

  test.each<[string, ExchangeParts]>([
    ['Data.Permision', {}],
    ['Risk.Score', {}],
    ['body', {}],
    ['method', {}],
    ['accept', {}],
    ['content-type', {}],
    ['x-fapi-interaction-id', {}],
    ['x-fapi-customer-ip-address', { requestHeaders: headersWith(['x-fapi-customer-ip-address', '192.0.2.1']) }],
  ])('misses %s when it was never sent', (named, parts) => {
    expect(findingsOf(id, [create(sound, { ...parts, deviates: [named] })])).toEqual([named])
  })
})

test('WIR-own-accounts-first looks at the first read with each token', () => {
  const id = 'WIR-own-accounts-first'
  const other = headersWith(['authorization', 'Bearer u'])
  const single = (parts: ExchangeParts = {}) =>
    exchangeEntry({ operation: 'getAccount', body: accountsBody(account()), requestHeaders: headersWith(), ...parts })

  expect(findingsOf(id, [list({ requestHeaders: headersWith() }), single()])).toBe('pass')
  expect(verdictOf(id, [single(), list({ requestHeaders: headersWith() })]).findings).toMatchObject([
    { received: 'getAccount', proves: ['AUT-REQ-180'] },
  ])
  expect(findingsOf(id, [list({ requestHeaders: headersWith() }), single({ requestHeaders: other })])).toHaveLength(1)
  expect(findingsOf(id, [single({ deviates: ['token'] })])).toBe('not-applicable')
})

test.each([
  ['scope=openid+accounts', 'pass'],
  ['scope=accounts', ['scope']],
  ['scope=openid+profile', ['scope']],
  ['request=signed', 'not-applicable'],
])('WIR-own-scope looks at %s', (query, expected) => {
  const authorizationUrl = `https://bank.example/authorize?${query}`

  expect(findingsOf('WIR-own-scope', [journeyEntry({ authorizationUrl })])).toEqual(expected)
})
