import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Call, Case } from '../cases/case.js'
import { readProfile } from '../profile/read-profile.js'
import { type FakeBank, fakeProfile, json, startFakeBank } from '../testing/fake-bank.js'
import { consentId, exchanges, made, type RunOptions, runCases, sentHeader } from '../testing/run-cases.js'

let bank: FakeBank

beforeEach(async () => {
  bank = await startFakeBank()
})

afterEach(() => bank.close())

const run = (cases: readonly Case[], options: Partial<RunOptions> = {}) =>
  runCases(bank, cases, { now: Date.now, ...options })

describe('a call', () => {
  const call = async (step: Case['steps'][0], given: Case['given'] = 'pendingConsent') => {
    const entries = await run([made('AAC-001', { given, steps: [step] })])
    return exchanges(entries, { case: 'AAC-001', step: 0 })
  }

  test('has a fresh interaction id, Accept, and Content-Type only with a body', async () => {
    const [get] = await call({ call: 'getAccountAccessConsent', params: { ConsentId: consentId } })
    const posts = await call({ call: 'createAccountAccessConsent', body: { Data: {} }, repeat: { times: 2 } })

    const ids = [get, ...posts].map((each) => sentHeader(each, 'x-fapi-interaction-id')[0])
    expect(new Set(ids).size).toBe(3)
    expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(sentHeader(get, 'accept')).toEqual(['application/json'])
    expect(sentHeader(get, 'content-type')).toEqual([])
    expect(sentHeader(posts[0], 'content-type')).toEqual(['application/json'])
  })

  test('can change headers, leave them out, and record what is wrong on purpose', async () => {
    const [sent] = await call({
      call: 'getAccountAccessConsent',
      params: { ConsentId: 'a/../b' },
      headers: { Accept: null, 'X-FAPI-Interaction-Id': 'no-uuid' },
      query: { 'a b': 'c&d' },
      authorization: 'bearer x',
      deviates: ['token', 'x-fapi-interaction-id'],
    })

    expect(sent?.request.url).toBe(`${bank.url}/api/account-access-consents/a%2F..%2Fb/?a%20b=c%26d`)
    expect(sentHeader(sent, 'accept')).toEqual([])
    expect(sentHeader(sent, 'x-fapi-interaction-id')).toEqual(['no-uuid'])
    expect(sentHeader(sent, 'authorization')[0]).toMatch(/^bearer «secret:/)
    expect(sent?.deviates).toEqual(['token', 'x-fapi-interaction-id'])
  })

  test('is repeated until a value is there, and no longer than a case wants', async () => {
    const read = (until: string, atMostMillis?: number) =>
      call({
        call: 'createAccountAccessConsent',
        body: {},
        poll: { path: 'Data.Status', until: [until], ...(atMostMillis !== undefined && { atMostMillis }) },
      })

    expect(await read('AwaitingAuthorisation')).toHaveLength(1)
    expect(await read('Nowhere', 0)).toHaveLength(1)
    expect((await read('Nowhere', 60)).length).toBeGreaterThan(1)
  })

  test('names the operation that is really called', async () => {
    const [changed] = await call({
      call: 'getAccounts',
      method: 'POST',
      path: '/account-access-consents',
      token: 'none',
    })
    const [filled] = await call({
      call: 'getAccounts',
      path: '/account-access-consents/{ConsentId}/',
      params: { ConsentId: 'x' },
      token: 'none',
    })
    const [none] = await call({ call: 'getAccounts', path: '/no-such-path', token: 'none' })

    expect(changed?.operation).toBe('createAccountAccessConsent')
    expect(filled?.operation).toBe('getAccountAccessConsent')
    expect(none).not.toHaveProperty('operation')
  })

  test('is repeated as often as asked, or until a status', async () => {
    let left = 3
    bank.intercept = ({ path, response }) => {
      if (path !== '/api/accounts') return false
      json(response, left-- > 0 ? 200 : 429)
      return true
    }

    const sent = await call({ call: 'getAccounts', token: 'none', repeat: { times: 10, until: 429 } })

    expect(sent.map((each) => each.response?.status)).toEqual([200, 200, 200, 429])
  })

  test.each([
    ['public', 'public-'],
    ['public-payments', 'public-'],
    ['public-other', 'public-'],
    ['revoked', 'public-'],
    ['consent', 'consent-'],
  ] as const)('with the %s token', async (token, prefix) => {
    const authorizations: string[] = []
    bank.intercept = ({ path, request }) => {
      if (path === '/api/accounts') authorizations.push(request.headers.authorization ?? '')
      return false
    }

    await call({ call: 'getAccounts', token }, token === 'consent' ? 'authorisedConsent' : 'nothing')

    expect(authorizations.at(-1)).toMatch(new RegExp(`^Bearer ${prefix}`))
    expect(bank.calls.includes('POST /revoke')).toBe(token === 'revoked')
  })
})

describe('a call about payments', () => {
  /** The requests of a step, to a bank that takes keys or demands them. */
  const asked = async (step: Partial<Call>, payments: { idempotencyKey?: 'demanded'; debtor?: object } = {}) => {
    const creditor = { iban: 'BH67BMAG00001299123456', name: 'A creditor' }
    const document = { ...fakeProfile(bank.url), payments: { creditor, userToken: { mode: 'off' }, ...payments } }
    const profile = { ...bank.profile, ...readProfile('bank', document) }
    const steps: Case['steps'] = [{ call: 'createDomesticPaymentConsent', body: {}, ...step }]
    const entries = await run([made('DPC-001', { operation: 'createDomesticPaymentConsent', steps })], { profile })
    return exchanges(entries, { step: 0 })
  }
  const keysOf = async (...how: Parameters<typeof asked>) =>
    (await asked(...how)).flatMap((each) => sentHeader(each, 'x-idempotency-key'))

  test('has an idempotency key of its own, several at once too, unless it names one', async () => {
    expect(new Set(await keysOf({ atOnce: 3 })).size).toBe(3)
    expect(await keysOf({ atOnce: 3, idempotencyKey: 'k' })).toEqual(['k', 'k', 'k'])
  })

  test('has no key where it says so, at a bank that demands them only on purpose', async () => {
    const demanding = { idempotencyKey: 'demanded' } as const

    expect(await keysOf({ idempotencyKey: null })).toEqual([])
    expect(await keysOf({ idempotencyKey: null }, demanding)).toHaveLength(1)
    expect(await keysOf({ idempotencyKey: null, deviates: ['x-idempotency-key'] }, demanding)).toEqual([])
  })

  test('leaves out what the profile does not say, and what its version does not have', async () => {
    const iban = { from: 'payments', name: 'debtor.iban' } as const
    const body = {
      Debtor: { from: 'ifSaid', name: 'debtor.iban', value: { Id: iban } },
      Old: { from: 'version', of: { '0.0.1': 'x' } },
      New: { from: 'version', of: { '1.0.0': 'y' } },
    } as const
    const debtor = { iban: 'BH06DEMOBILLER00000001', name: 'A debtor' }

    expect((await asked({ body }))[0]?.request.body).toBe('{"New":"y"}')
    const [named] = await asked({ body }, { debtor })
    expect(named?.request.body).toBe('{"Debtor":{"Id":"BH06DEMOBILLER00000001"},"New":"y"}')
  })
})

test('takes a member of the row that has a value, the first of several that is there', async () => {
  const rows = [
    { Type: 'Expected', Amount: { Amount: '2.000' } },
    { Type: 'Booked', Amount: { Amount: '3.000' } },
    { Type: 'Broken', Amount: { Amount: 3 } },
  ]
  bank.intercept = ({ path, response }) => {
    if (path === '/api/accounts') json(response, 200, { Data: { Balance: rows } })
    return path === '/api/accounts'
  }
  const amountOf = (is: string | readonly string[]) =>
    ({ from: 'row', step: 0, path: 'Data.Balance[]', where: 'Type', is, take: 'Amount.Amount' }) as const
  const sent = async (is: string | readonly string[]) => {
    const ask = { call: 'createAccountAccessConsent', body: { Of: amountOf(is) } } as const
    const entries = await run([made('AAC-001', { steps: [{ call: 'getAccounts', token: 'none' }, ask] })])
    return exchanges(entries, { case: 'AAC-001', step: 1 })[0]?.request.body
  }

  expect(await sent(['Available', 'Expected', 'Booked'])).toBe('{"Of":"2.000"}')
  expect(await sent('Booked')).toBe('{"Of":"3.000"}')
  // what the bank writes wrongly is not sent back to it as our own request
  expect(await sent('Broken')).toBeUndefined()
  expect(await sent('Available')).toBeUndefined()
})

test('fills in what the starting point, earlier answers, fresh ids and the clock give', async () => {
  const bodies: string[] = []
  bank.intercept = ({ path, method, body }) => {
    if (method === 'POST' && path === '/api/account-access-consents') bodies.push(body)
    return false
  }
  const fresh = { from: 'fresh', name: 'a' } as const
  const clock = (form: 'offset' | 'zulu' | 'noColon' | 'noZone') =>
    ({ from: 'clock', offsetMillis: 1_000, form }) as const
  const now = () => Date.UTC(2030, 0, 15, 21, 0, 0)

  const test = made('AAC-001', {
    given: 'pendingConsent',
    steps: [
      { call: 'createAccountAccessConsent', body: {} },
      {
        call: 'createAccountAccessConsent',
        body: {
          list: [consentId, { from: 'step', step: 0, path: 'Data.ConsentId' }],
          fresh: [fresh, fresh],
          at: [clock('offset'), clock('zulu'), clock('noColon'), clock('noZone')],
        },
      },
    ],
  })
  await run([test], { now })

  const [own, first] = [...bank.consents.keys()]
  const body = JSON.parse(bodies.at(-1) ?? '')
  expect(body.list).toEqual([own, first])
  expect(body.fresh[0]).toMatch(/^[0-9a-f-]{36}$/)
  expect(body.fresh[1]).toBe(body.fresh[0])
  expect(body.at).toEqual([
    '2030-01-16T00:00:01+03:00',
    '2030-01-15T21:00:01Z',
    '2030-01-16T00:00:01+0300',
    '2030-01-16T00:00:01',
  ])
})

describe('a list in pages', () => {
  /** Serves the links in order, one a call; the walk ends when there is no more. */
  const walk = async (links: (url: string) => readonly (string | undefined)[]) => {
    const asked: string[] = []
    bank.intercept = ({ request, path, response }) => {
      if (!path.startsWith('/api/balances')) return false
      const next = links(`${bank.url}/api/balances`)[asked.length]
      asked.push(`${request.url}`)
      json(response, 200, { Data: {}, Links: { Next: next } })
      return true
    }
    const test = made('AAC-001', { given: 'nothing', steps: [{ call: 'getBalances', token: 'none', pages: 'all' }] })
    const entries = exchanges(await run([test]), { case: 'AAC-001', step: 0 })
    return { asked, entries }
  }

  test('is followed to its end, each link unchanged, with a fresh interaction id', async () => {
    const { asked, entries } = await walk((base) => [`${base}?b=%2f&a=1`, `${base}?page=3`, undefined])

    expect(asked).toEqual(['/api/balances', '/api/balances?b=%2f&a=1', '/api/balances?page=3'])
    expect(new Set(entries.map((each) => sentHeader(each, 'x-fapi-interaction-id')[0])).size).toBe(3)
    expect(entries.map(({ operation }) => operation)).toEqual(Array(3).fill('getBalances'))
  })

  test('is not followed further where a link comes twice', async () => {
    const { asked } = await walk((base) => Array(9).fill(`${base}?page=2`))

    expect(asked).toEqual(['/api/balances', '/api/balances?page=2'])
  })

  test.each(['https://elsewhere.example/api/balances', '/api/balances?page=2', 'null/api/balances'])(
    'is left where a link leads out of the API: %s',
    async (link) => {
      const { asked } = await walk(() => [link])

      expect(asked).toEqual(['/api/balances'])
    },
  )

  test('is not followed further where a link with dot segments leads out of the API', async () => {
    const { asked } = await walk((base) => [`${base}/../../token`])

    expect(asked).toEqual(['/api/balances'])
  })
})

test('writes a date of an answer into a query, without its offset and moved', async () => {
  const urls: string[] = []
  bank.intercept = ({ path, request, response }) => {
    if (!path.startsWith('/api/transactions')) return false
    urls.push(decodeURIComponent(request.url ?? ''))
    json(response, 200, { Data: { Transaction: [{ BookingDateTime: '2030-01-15T12:00:00+03:00' }] } })
    return true
  }
  const booked = (shiftMillis: number) =>
    ({ from: 'step', step: 0, path: 'Data.Transaction[0].BookingDateTime', queryDate: { shiftMillis } }) as const
  const call = { call: 'getTransactions', token: 'none' } as const
  const days = (form: 'date' | 'otherZone') => ({ from: 'clock', offsetMillis: -86_400_000, form }) as const

  await run(
    [
      made('AAC-001', {
        given: 'nothing',
        steps: [
          call,
          { ...call, query: { fromBookingDateTime: booked(0), toBookingDateTime: booked(-1) } },
          { ...call, query: { fromBookingDateTime: days('date'), toBookingDateTime: days('otherZone') } },
        ],
      }),
    ],
    { now: () => Date.UTC(2030, 0, 15, 22, 0, 0) },
  )

  expect(urls.slice(1)).toEqual([
    '/api/transactions?fromBookingDateTime=2030-01-15T12:00:00.000&toBookingDateTime=2030-01-15T11:59:59.000',
    '/api/transactions?fromBookingDateTime=2030-01-15&toBookingDateTime=2030-01-15T01:00:00-05:00',
  ])
})

test('exchanges the code of a journey, and again, and uses the latest token', async () => {
  const entries = await run([
    made('AUT-001', {
      given: 'pendingConsent',
      steps: [
        { authorise: 'approve', psu: 'several', accounts: 'first', consentId, state: 'a b+c' },
        { token: 'authorization_code' },
        { call: 'getAccounts', token: 'latest' },
        { token: 'client_credentials', wrongSecret: true },
        { token: 'authorization_code', form: { code_verifier: null } },
      ],
    }),
  ])

  const answers = exchanges(entries, { case: 'AUT-001' }).filter(({ step }) => step !== undefined)
  expect(answers.map(({ step, response }) => [step, response?.status])).toEqual([
    [1, 200],
    [2, 200],
    [3, 401],
    [4, 400],
  ])
  expect(answers[1]?.response?.body).toBe('{"Data":{"Account":[{"AccountId":"acc-1"}]}}')
  expect(entries.find((entry) => entry.kind === 'journey' && entry.step === 0)).toMatchObject({ state: 'a b+c' })
})
