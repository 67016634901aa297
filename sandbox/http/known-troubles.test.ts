/**
 * What went wrong with HTTP at real banks, sent to every operation of this one that the trouble can meet, in both versions.
 * A row names the public report it comes from. Statuses by themselves are in statuses.test.ts, the order of refusals in
 * pipeline.test.ts.
 */
import { gzipSync } from 'node:zlib'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ErrorResponse, findProblems, headers, type OperationId, type Version, versions } from '#standard/index.js'
import { accountReads, openReader, type Reader, readPath } from '../testing/account-reads.js'
import { errorsOf, openTestBank, pathOf, type TestBank } from '../testing/test-bank.js'

const uuid = '93bac548-d2de-4546-b106-880a5018460d'

let bank: TestBank
let readers: Record<Version, Reader>
let accountId: string
beforeAll(async () => {
  bank = await openTestBank({ anonymousPerMinute: 1000 })
  readers = { '0.0.1': await openReader(bank, { version: '0.0.1' }), '1.0.0': await openReader(bank) }
  accountId = bank.tenant.bank.psus[0]?.accountIds[0] as string
})
afterAll(() => bank.close())

type Sent = Omit<InjectOptions, 'headers' | 'url'> & { readonly headers?: Readonly<Record<string, string>> }

/** A read of one account or of all, by the token of a consent that has every permission. */
async function read(version: Version, id: OperationId, sent: Sent = {}, query = ''): Promise<LightMyRequestResponse> {
  const { authorization } = readers[version]
  const url = pathOf(version, readPath(id, accountId)) + query
  const own = { authorization, [headers.interactionId]: uuid, ...sent.headers }
  return bank.send({ ...sent, url, headers: own } as InjectOptions)
}

const json = { 'content-type': 'application/json' }

/** What clients send with a read that changes nothing about it. */
const harmless: readonly (readonly [report: string, sent: Sent])[] = [
  ...['application/json; charset=utf-8', 'application/json;charset=UTF-8', 'application/json; charset="utf-8"'].map(
    (type) =>
      [`OpenBankingUK/read-write-api-specs #50: the type ${type}`, { headers: { 'content-type': type } }] as const,
  ),
  ...['*/*', 'application/*;q=0.5', 'application/json;q=0.1, text/html', ''].map(
    (accept) => [`adorsys/xs2a-adapter #511: Accept: ${accept}`, { headers: { accept } }] as const,
  ),
  ['fastify/fastify #894: JSON by its type, and no body', { headers: { ...json, 'content-length': '0' } }],
  ['fastify/fastify-compress #105: compressed answers are admitted', { headers: { 'accept-encoding': 'gzip, br' } }],
  ['openbankingspace/tpp-issues #95: 9 KB of header', { headers: { 'x-customer-user-agent': 'x'.repeat(9000) } }],
  [
    'middleapi/orpc #2046: a body of an odd type',
    { headers: { 'content-type': 'x/odd' }, payload: 'x'.repeat(200_000) },
  ],
]

/** Members a path can name an account by, none of which is one. */
const oddIds = ['%', '%zz', '%00', '%ff', '..%2f..%2f', 'a'.repeat(3000), '%D9%A3', "'%20or%201=1", '%7B%7B7*7%7D%7D']

function expectError(response: LightMyRequestResponse, status: 400 | 403): void {
  expect(response.statusCode).toBe(status)
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(findProblems(ErrorResponse, response.json())).toEqual([])
}

describe.each(versions)('in version %s', (version) => {
  describe.each(accountReads(version))('%s', (id) => {
    test.each(harmless)('answers as ever: %s', async (_report, sent) => {
      const [plain, response] = [await read(version, id), await read(version, id, sent)]

      expect([response.statusCode, response.body]).toEqual([200, plain.body])
      expect(response.headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'content-length': String(Buffer.byteLength(plain.body)),
        [headers.interactionId]: uuid,
      })
      expect(response.headers).not.toHaveProperty('content-encoding')
    })

    test('fastify/fastify #2619, nestjs/nest #14016: HEAD has every header of GET, and no body', async () => {
      const { date: _, ...ofGet } = (await read(version, id)).headers
      const head = await read(version, id, { method: 'HEAD' })
      const { date: __, ...ofHead } = head.headers

      expect([head.statusCode, head.body]).toEqual([200, ''])
      expect(ofHead).toEqual(ofGet)
    })

    test('ConsumerDataRight/mock-data-holder #24, wso2/financial-services-accelerator #708: refusals have the interaction id of the request', async () => {
      const limited = await bank.token({
        clientId: 'tpp-limited',
        consent: await bank.consent({ tppId: 'tpp-limited', version }),
      })
      const wrongPermission = await bank.token({ consent: await bank.consent({ version, permissions: ['ReadPAN'] }) })
      const refused: readonly (readonly [number, Sent])[] = [
        [401, { headers: { authorization: 'Bearer nobody' } }],
        [403, { headers: { authorization: `Bearer ${wrongPermission}` } }],
        [400, { headers: { [headers.authDate]: 'yesterday' } }],
        [405, { method: 'DELETE' }],
        [406, { headers: { accept: 'text/html' } }],
        [429, { headers: { authorization: `Bearer ${limited}` } }],
      ]
      for (let count = 0; count < 10; count += 1) await read(version, id, refused[5]?.[1])

      for (const [status, sent] of refused) {
        const response = await read(version, id, sent)
        expect([response.statusCode, response.headers[headers.interactionId]]).toEqual([status, uuid])
        if (status === 400 || status === 403) expectError(response, status)
        else expect([status, response.body, response.headers['content-type']]).toEqual([status, '', undefined])
      }
      await bank.advance(60_000)
    })
  })

  test.each(accountReads(version).filter((id) => id.endsWith('Transactions')))(
    'openbankingspace/tpp-issues #89: %s says everything that is wrong with a query at once',
    async (id) => {
      const wrong = { fromBookingDateTime: '11-Dec-17', toBookingDateTime: 'now', page: '0', pageSize: 'all' }
      const response = await read(version, id, {}, `?${new URLSearchParams(wrong)}`)

      expect(errorsOf(response)).toEqual([
        ['Field.InvalidDate', 'fromBookingDateTime'],
        ['Field.InvalidDate', 'toBookingDateTime'],
        ['Field.Invalid', 'page'],
        ['Field.Invalid', 'pageSize'],
      ])
    },
  )

  describe.each(accountReads(version).filter((id) => readPath(id, 'x').includes('/x')))('%s', (id) => {
    test.each(oddIds)('openbankingspace/tpp-issues #124: refuses the id %s in the shape of an error', async (odd) => {
      const { authorization } = readers[version]
      const own = { authorization, [headers.interactionId]: uuid }
      const response = await bank.send({ url: pathOf(version, readPath(id, odd)), headers: own })

      expectError(response, 400)
      expect(response.headers[headers.interactionId]).toBe(uuid)
    })
  })
})

describe('bodies', () => {
  const valid = JSON.stringify({ Data: { Permissions: ['ReadAccountsBasic'] }, Risk: {} })

  /** The operations that take a body. */
  const writes: readonly (readonly [string, Version, 'POST' | 'PATCH', string])[] = [
    ['POST', '0.0.1', 'POST', valid],
    ['POST', '1.0.0', 'POST', valid],
    ['PATCH', '1.0.0', 'PATCH', '{"Data":{"Status":"Revoked"}}'],
  ]

  async function write(version: Version, method: 'POST' | 'PATCH', sent: Sent) {
    const { consentId } = await bank.consent({ version })
    return bank.send({
      method,
      url: pathOf(version, `/account-access-consents${method === 'PATCH' ? `/${consentId}` : ''}`),
      ...sent,
      headers: { authorization: `Bearer ${await bank.token()}`, [headers.interactionId]: uuid, ...sent.headers },
    } as InjectOptions)
  }

  describe.each(writes)('of %s in %s', (_name, version, method, body) => {
    test.each([
      'application/json; charset=utf-8',
      'application/json;charset=UTF-8',
      'Application/JSON; charset="utf-8"',
    ])('OpenBankingUK/read-write-api-specs #50, stoplightio/prism #943: are taken as %s', async (type) => {
      const response = await write(version, method, { headers: { 'content-type': type }, payload: body })

      expect(response.statusCode).toBe(method === 'POST' ? 201 : 200)
    })

    test.each([
      ['stoplightio/prism #1813: as XML', { 'content-type': 'application/xml' }, body],
      ['fastify/fastify #1986: compressed', { ...json, 'content-encoding': 'gzip' }, gzipSync(body)],
      ['postmanlabs/httpbin #577: in an encoding that is not read', { ...json, 'content-encoding': 'br' }, body],
    ])('%s: are 415 and nothing else', async (_report, own, payload) => {
      const response = await write(version, method, { headers: own, payload })

      expect([response.statusCode, response.body]).toEqual([415, ''])
      expect(response.headers[headers.interactionId]).toBe(uuid)
    })

    test.each([
      ['fastify/fastify #894: JSON by its type that never comes', { ...json, 'content-length': '0' }, undefined],
      ['fastify/fastify #936: nothing, not even a type', {}, undefined],
      ['openbankingspace/tpp-issues #52: JSON that is none', json, '{bad json'],
      ['openbankingspace/tpp-issues #52: a page', json, '<html></html>'],
    ])('%s: are refused in the shape of an error', async (_report, own, payload) => {
      const response = await write(version, method, { headers: own, ...(payload !== undefined && { payload }) })

      expectError(response, 400)
      expect(errorsOf(response)).toEqual([['Resource.InvalidFormat', undefined]])
    })

    test('openbankingspace/tpp-issues #89: are refused for everything that is wrong at once', async () => {
      const data = method === 'POST' ? { Permissions: ['Nope'] } : { Status: 'Nope' }
      const response = await write(version, method, {
        headers: json,
        payload: JSON.stringify({ Data: { ...data, X: 1 }, Risk: { Y: 1 } }),
      })

      expect(
        errorsOf(response)
          .map(([, path]) => path)
          .toSorted(),
      ).toEqual(method === 'POST' ? ['Data.Permissions[0]', 'Data.X', 'Risk.Y'] : ['Data.Status', 'Data.X', 'Risk'])
    })

    test('fastify/fastify #497: are not made to fit: a list for an object, a text for a list, a number for a text', async () => {
      const odd: unknown[] =
        method === 'POST'
          ? [
              { Data: [], Risk: {} },
              { Data: { Permissions: 'ReadAccountsBasic' }, Risk: {} },
            ]
          : [{ Data: [] }, { Data: { Status: ['Revoked'] } }, { Data: { Status: 1 } }]
      for (const each of odd) {
        const response = await write(version, method, { headers: json, payload: JSON.stringify(each) })
        expect(errorsOf(response).map(([code]) => code)).toEqual(['Field.Invalid'])
      }
    })
  })

  test('fastify/fastify #5148, remult/remult #177: DELETE that names JSON and has no body is 204', async () => {
    for (const own of [
      json,
      { ...json, 'content-length': '0' },
      { 'content-type': 'application/json; charset=utf-8' },
    ]) {
      const { consentId } = await bank.consent({ version: '0.0.1' })
      const response = await bank.send({
        method: 'DELETE',
        url: pathOf('0.0.1', `/account-access-consents/${consentId}/`),
        headers: { authorization: `Bearer ${await bank.token()}`, ...own },
      })

      expect([response.statusCode, response.body]).toEqual([204, ''])
    }
  })
})
