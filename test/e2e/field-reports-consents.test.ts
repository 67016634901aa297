/**
 * What went wrong with consents, tokens and dates at real sandboxes, sent to this one without a port. A row names the public
 * report it comes from, and what decides where the bank's answer is not the reporter's wish.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MemoryStore } from '#sandbox/store/memory-store.js'
import { oauthRequests } from '#sandbox/testing/oauth-requests.js'
import { openTestBank, pathOf, type TestBank, testNow } from '#sandbox/testing/test-bank.js'
import { type Version, versions } from '#standard/index.js'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())

async function create(version: Version, body: unknown, headers: Readonly<Record<string, string>> = {}) {
  return bank.send({
    method: 'POST',
    url: pathOf(version, '/account-access-consents'),
    headers: { authorization: `Bearer ${await bank.token()}`, 'content-type': 'application/json', ...headers },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

const codesOf = (body: string) =>
  body === '' || body.startsWith('{"Data"')
    ? []
    : (JSON.parse(body) as { Errors: { ErrorCode: string; Path?: string }[] }).Errors.map(
        ({ ErrorCode, Path }) => `${ErrorCode} ${Path}`,
      )

const consentWith = (data: Record<string, unknown>) => ({
  Data: { Permissions: ['ReadAccountsBasic'], ...data },
  Risk: {},
})

describe('bodies', () => {
  test.each([
    [
      'monzo/docs #108: a status that is wished for (closed schema; decide by /_sandbox/authorisations)',
      consentWith({ DesiredStatus: 'Authorised' }),
      ['Field.Unexpected Data.DesiredStatus'],
    ],
    [
      'fastify/fastify #497: a number as a text',
      consentWith({ ExpirationDateTime: 1893484800 }),
      ['Field.Invalid Data.ExpirationDateTime'],
    ],
    [
      'fastify/fastify #497: null where a text is due',
      consentWith({ ExpirationDateTime: null }),
      ['Field.Invalid Data.ExpirationDateTime'],
    ],
    [
      'fastify/fastify #497: an empty text where a date is due',
      consentWith({ ExpirationDateTime: '' }),
      ['Field.InvalidDate Data.ExpirationDateTime'],
    ],
    ['fastify/fastify #497: true for an object', { Data: true, Risk: {} }, ['Field.Invalid Data']],
    [
      'fastify/fastify #497: an object with numbers for an array',
      consentWith({ Permissions: { 0: 'ReadAccountsBasic' } }),
      ['Field.Invalid Data.Permissions'],
    ],
    [
      'closed Risk: a property in it',
      { ...consentWith({}), Risk: { PaymentContextCode: 'x' } },
      ['Field.Unexpected Risk.PaymentContextCode'],
    ],
    ['closed Risk: null', { ...consentWith({}), Risk: null }, ['Field.Invalid Risk']],
    [
      'a prototype for a property',
      '{"Data":{"Permissions":["ReadAccountsBasic"],"__proto__":{"a":1}},"Risk":{}}',
      ['Field.Unexpected Data.__proto__'],
    ],
    [
      'a permission of another country',
      consentWith({ Permissions: ['ReadSupplementaryAccountInfo'] }),
      ['Field.Invalid Data.Permissions[0]'],
    ],
    [
      'a permission in the wrong case',
      consentWith({ Permissions: ['readaccountsbasic'] }),
      ['Field.Invalid Data.Permissions[0]'],
    ],
    [
      'transactions without credits or debits',
      consentWith({ Permissions: ['ReadAccountsBasic', 'ReadTransactionsDetail'] }),
      ['Field.Expected Data.Permissions'],
    ],
    [
      'a period that ends before it begins',
      consentWith({ TransactionFromDateTime: '2030-01-02T00:00:00Z', TransactionToDateTime: '2030-01-01T00:00:00Z' }),
      ['Field.InvalidDate Data.TransactionFromDateTime'],
    ],
    [
      'ml-testing-toolkit: everything that is wrong is said at once',
      { Data: { Permissions: [], ExpirationDateTime: '2020-01-01T00:00:00Z', X: 1 }, Links: {} },
      [
        'Field.Invalid Data.Permissions',
        'Field.InvalidDate Data.ExpirationDateTime',
        'Field.Missing Risk',
        'Field.Unexpected Data.X',
        'Field.Unexpected Links',
      ],
    ],
  ])('%s', async (_report, body, errors) => {
    const response = await create('1.0.0', body)

    expect(response.statusCode).toBe(400)
    expect(codesOf(response.body).toSorted()).toEqual(errors)
  })

  test('keeps what was sent: nothing is stripped, coerced, sorted or rounded', async () => {
    const data = {
      Permissions: ['ReadPAN', 'ReadBalances', 'ReadAccountsDetail'],
      ExpirationDateTime: '2031-01-01T00:00:00.123456789+05:30',
      TransactionFromDateTime: '2029-12-31t23:59:59z',
      TransactionToDateTime: '2030-06-30T23:59:60Z',
    }

    expect((await create('1.0.0', { Data: data, Risk: {} })).json().Data).toMatchObject(data)
  })

  test('keeps a permission that is asked for twice once', async () => {
    const { Data } = (
      await create('1.0.0', consentWith({ Permissions: ['ReadBalances', 'ReadAccountsBasic', 'ReadBalances'] }))
    ).json()

    expect(Data.Permissions).toEqual(['ReadBalances', 'ReadAccountsBasic'])
  })
})

describe('dates', () => {
  const taken = [
    '2031-01-01T00:00:00+03:00',
    '2031-01-01T00:00:00Z',
    '2031-01-01t00:00:00z',
    '9999-12-31T23:59:59Z',
    '2031-06-30T23:59:60Z',
    '2031-03-30T02:30:00+01:00',
    '2031-01-01T00:00:00.5Z',
    '2032-02-29T00:00:00Z',
  ]
  const refused = [
    '2031-01-01T00:00:00',
    '2031-02-30T00:00:00Z',
    '2031-02-29T00:00:00Z',
    '2031-01-01T24:00:00Z',
    '2031-01-01T00:00:60Z',
    '2031-01-01T00:60:00Z',
    '2031-13-01T00:00:00Z',
    '2031-01-01',
    '2031-01-01 00:00:00Z',
    '2031-01-01T00:00Z',
    '2031-01-01T00:00:00+3',
    '2031-01-01T00:00:00+25:00',
    '20310101T000000Z',
    '1893484800',
    '01-Jan-31',
    '+12031-01-01T00:00:00Z',
    '2031-01-01T00:00:00Z ',
    '２０３１-01-01T00:00:00Z',
  ]
  const fields = ['ExpirationDateTime', 'TransactionFromDateTime', 'TransactionToDateTime']

  describe.each(versions)('of version %s', (version) => {
    test.each(taken)('are taken and given back as they came: %s', async (date) => {
      for (const field of fields) {
        const response = await create(version, consentWith({ [field]: date }))

        expect(response.statusCode, field).toBe(201)
        expect(response.json().Data[field]).toBe(date)
      }
    })

    test.each(refused)('are refused: %s', async (date) => {
      for (const field of fields) {
        const response = await create(version, consentWith({ [field]: date }))

        expect([response.statusCode, codesOf(response.body)]).toEqual([400, [`Field.InvalidDate Data.${field}`]])
      }
    })
  })

  test('may lack the colon of their offset in 0.0.1 alone, where they get one', async () => {
    const body = consentWith({ ExpirationDateTime: '2031-01-01T00:00:00+0300' })

    expect((await create('0.0.1', body)).json().Data.ExpirationDateTime).toBe('2031-01-01T00:00:00+03:00')
    expect(codesOf((await create('1.0.0', body)).body)).toEqual(['Field.InvalidDate Data.ExpirationDateTime'])
  })

  describe.each(versions)('of version %s', (version) => {
    test.each([
      [-1000, 400],
      [0, 400],
      [1, 201],
    ])('wso2/product-is #28413: an expiry %i ms from now is %i', async (millis, status) => {
      const body = consentWith({ ExpirationDateTime: new Date(testNow + millis).toISOString() })
      const response = await create(version, body)

      expect(response.statusCode).toBe(status)
      expect(codesOf(response.body)).toEqual(status === 400 ? ['Field.InvalidDate Data.ExpirationDateTime'] : [])
    })
  })
})

describe('headers of the standard', () => {
  const uuid = '93bac548-d2de-4546-b106-880a5018460d'

  test.each([
    [{ 'x-fapi-interaction-id': uuid }, []],
    [{ 'x-fapi-interaction-id': 'not-a-uuid' }, ['Header.Invalid x-fapi-interaction-id']],
    [{ 'x-fapi-auth-date': 'Tue, 15 Jan 2030 09:00:00 GMT' }, []],
    [{ 'x-fapi-auth-date': 'Wed, 15 Jan 2030 09:00:00 GMT' }, ['Header.Invalid x-fapi-auth-date']],
    [{ 'x-fapi-auth-date': '2030-01-15T09:00:00Z' }, ['Header.Invalid x-fapi-auth-date']],
    [{ 'x-fapi-customer-ip-address': '203.0.113.9' }, []],
    [{ 'x-fapi-customer-ip-address': '2001:db8::1' }, []],
    [{ 'x-fapi-customer-ip-address': 'my phone' }, ['Header.Invalid x-fapi-customer-ip-address']],
    [{ 'x-idempotency-key': 'x'.repeat(41) }, []],
    [{ 'x-jws-signature': 'nonsense' }, []],
  ])('%j', async (headers, errors) => {
    const response = await create('1.0.0', consentWith({}), headers)

    expect([response.statusCode, codesOf(response.body)]).toEqual([errors.length === 0 ? 201 : 400, errors])
  })

  test('an interaction id that is none is answered with a fresh one', async () => {
    const { headers } = await create('1.0.0', consentWith({}), { 'x-fapi-interaction-id': 'not-a-uuid' })

    expect(headers['x-fapi-interaction-id']).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  })
})

describe('tokens', () => {
  test('wso2/financial-services-accelerator #679: a missing permission and a consent that expired are told apart (401: FACTS 3.3)', async () => {
    const read = async (facts: Parameters<TestBank['consent']>[0]) =>
      bank.send({
        url: pathOf('1.0.0', '/accounts'),
        headers: { authorization: `Bearer ${await bank.token({ consent: await bank.consent(facts) })}` },
      })
    const withoutPermission = await read({ permissions: ['ReadBalances'] })
    const expired = await read({ expirationDateTime: new Date(testNow).toISOString() })

    expect([withoutPermission.statusCode, codesOf(withoutPermission.body)]).toEqual([
      403,
      ['Resource.ConsentMismatch undefined'],
    ])
    expect([expired.statusCode, expired.body]).toEqual([401, ''])
  })

  test('openbankingspace/tpp-issues #187: new credentials of a TPP hold at once, its grants live on', async () => {
    const store = new MemoryStore()
    const tpp = { clientId: 'acme', redirectUris: ['https://tpp.example/callback'] }
    const before = await openTestBank({ store, tpps: [{ ...tpp, clientSecret: 'the-secret-until-today' }] })
    const refreshToken = await refreshTokenOf(before)
    const after = await openTestBank({ store, tpps: [{ ...tpp, clientSecret: 'the-secret-from-today-on' }] })
    const renew = (by: TestBank, to: TestBank) =>
      to.send(
        oauthRequests(by).form('/oauth2/token', { grant_type: 'refresh_token', refresh_token: refreshToken }, 'acme'),
      )

    expect((await renew(before, after)).statusCode).toBe(401)
    expect((await renew(after, after)).statusCode).toBe(200)
    await after.close()
  })

  test('spring-projects/spring-authorization-server #595: a refusal without state is no error of ours', async () => {
    const oauth = oauthRequests(bank)
    const begun = await oauth.authorise({ state: undefined })
    const csrf = /name="csrf" value="([^"]+)"/.exec((await oauth.follow(begun)).body)?.[1] ?? ''
    const cookie = begun.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const { pathname } = new URL(String(begun.headers.location))
    const decided = await bank.send({
      method: 'POST',
      url: pathname,
      headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ csrf, decision: 'cancel' }).toString(),
    })
    const resumed = await bank.send({ url: new URL(String(decided.headers.location)).pathname, headers: { cookie } })

    const back = new URL(String(resumed.headers.location))
    expect([resumed.statusCode, back.searchParams.get('error'), back.searchParams.has('state')]).toEqual([
      303,
      'access_denied',
      false,
    ])
  })
})

async function refreshTokenOf(of: TestBank): Promise<string> {
  const oauth = oauthRequests(of)
  const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
  const parameters = await oauth.parameters({ client_id: 'acme' })
  const { redirectTo } = (
    await of.send({
      method: 'POST',
      url: '/_sandbox/authorisations',
      headers: { 'content-type': 'application/json' },
      payload: {
        authorizationUrl: `http://bank.test/oauth2/authorize?${parameters}`,
        psu: 'layla',
        decision: 'approve',
      },
    })
  ).json() as { redirectTo: string }
  const tokens = await of.send(
    oauth.form(
      '/oauth2/token',
      {
        grant_type: 'authorization_code',
        code: new URL(redirectTo).searchParams.get('code') ?? '',
        redirect_uri: 'https://tpp.example/callback',
        code_verifier: verifier,
      },
      'acme',
    ),
  )
  return (tokens.json() as { refresh_token: string }).refresh_token
}

test('adorsys/XS2A-Sandbox #11: whoever has accounts sees them, in both versions', async () => {
  for (const version of versions) {
    for (const { psuId, accountIds, username } of bank.tenant.bank.psus) {
      const consent = await bank.consent({ version, psuId, accountIds, permissions: ['ReadAccountsBasic'] })
      const response = await bank.send({
        url: pathOf(version, '/accounts'),
        headers: { authorization: `Bearer ${await bank.token({ consent })}` },
      })
      const shown = (response.json() as { Data: { Account: { AccountId: string }[] } }).Data.Account

      expect(
        shown.map(({ AccountId }) => AccountId),
        username,
      ).toEqual(accountIds)
    }
  }
})

test('fastify/fastify #2619: HEAD has every header of GET', async () => {
  const headers = { authorization: `Bearer ${await bank.token({ consent: await bank.consent() })}` }
  const same = { ...headers, 'x-fapi-interaction-id': '93bac548-d2de-4546-b106-880a5018460d' }
  const url = pathOf('1.0.0', '/accounts')
  const [get, head] = [await bank.send({ url, headers: same }), await bank.send({ method: 'HEAD', url, headers: same })]
  const { date: _, ...ofGet } = get.headers
  const { date: __, ...ofHead } = head.headers

  expect([head.statusCode, head.body]).toEqual([200, ''])
  expect(ofHead).toEqual(ofGet)
})

test('OpenBankingToolkit/openbanking-toolkit #31: every Links.Self leads to the same resource', async () => {
  const token = await bank.token()
  const consentToken = await bank.token({ consent: await bank.consent() })
  const { Data } = (await create('1.0.0', consentWith({}))).json()
  const follow = async (url: string, bearer: string) => {
    const { pathname } = new URL(url)
    return bank.send({ url: pathname, headers: { authorization: `Bearer ${bearer}` } })
  }
  const [accountId] = bank.tenant.bank.psus[0]?.accountIds ?? []
  const first = [
    await follow(`http://bank.test${pathOf('1.0.0', `/account-access-consents/${Data.ConsentId}`)}`, token),
    await follow(`http://bank.test${pathOf('1.0.0', '/accounts')}`, consentToken),
    await follow(`http://bank.test${pathOf('1.0.0', `/accounts/${accountId}/`)}`, consentToken),
  ]

  for (const [index, response] of first.entries()) {
    const { Links } = response.json()
    const self = typeof Links === 'string' ? Links : Links.Self
    expect(self).toMatch(/^http:\/\/bank\.test\/api\//)
    expect((await follow(self, index === 0 ? token : consentToken)).body).toBe(response.body)
  }
})
