/**
 * What went wrong at real sandboxes, sent to this one: each row names the public report it comes from.
 *
 * Reports about the page and about OAuth are in page.test.ts and openid-client.test.ts.
 */
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '#sandbox/index.js'

let bank: Sandbox
let publicToken: string
let otherToken: string

beforeAll(async () => {
  bank = await startSandbox({ anonymousPerMinute: 50 })
  publicToken = await tokenOf(0)
  otherToken = await tokenOf(1)
})

afterAll(() => bank.close())

async function tokenOf(index: number, of: Sandbox = bank): Promise<string> {
  const tpp = of.tpps[index]
  const answer = await fetch(`${of.url}/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${tpp?.clientId}:${tpp?.clientSecret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'accounts' }),
  })
  return ((await answer.json()) as { access_token: string }).access_token
}

interface Sent {
  readonly method?: string
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
  readonly token?: string
  readonly version?: '0.0.1' | '1.0.0'
}

const valid = JSON.stringify({ Data: { Permissions: ['ReadAccountsDetail'] }, Risk: {} })

const consentWith = (data: Record<string, unknown>, rest: Record<string, unknown> = {}) =>
  JSON.stringify({ Data: { Permissions: ['ReadAccountsDetail'], ...data }, Risk: {}, ...rest })

async function send({
  method = 'POST',
  path = '/account-access-consents',
  headers,
  body,
  token,
  version = '1.0.0',
}: Sent) {
  const answer = await fetch(bank.bases[version] + path, {
    method,
    headers: { authorization: `Bearer ${token ?? publicToken}`, 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body }),
  })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, text, json: text ? JSON.parse(text) : undefined }
}

/** Whatever the answer is: never a 500, never HTML, always an interaction id, and a body only where one is due. */
function expectShape({ status, headers, text, json }: Awaited<ReturnType<typeof send>>): void {
  expect(status).not.toBe(500)
  expect(headers.get('content-type') ?? 'application/json').toContain('application/json')
  expect(headers.get('x-fapi-interaction-id')).toMatch(/^[0-9a-f-]{36}$/)
  if ([401, 404, 405, 406, 413, 415, 429].includes(status)) expect(text).toBe('')
  if ([400, 403].includes(status)) expect(json.Errors.length).toBeGreaterThan(0)
}

const codes = (answer: { json?: { Errors: { ErrorCode: string; Path?: string }[] } }) =>
  answer.json?.Errors.map(({ ErrorCode, Path }) => (Path === undefined ? ErrorCode : `${ErrorCode} ${Path}`))

const second = (millis: number) => new Date(Date.now() + millis).toISOString()

type Row = readonly [report: string, sent: () => Sent, status: number, errors?: readonly string[]]

const refused: readonly Row[] = [
  [
    'wso2/product-is #28413: an expiry of a second ago',
    () => ({ body: consentWith({ ExpirationDateTime: second(-1000) }) }),
    400,
    ['Field.InvalidDate Data.ExpirationDateTime'],
  ],
  [
    'stoplightio/prism #1813: XML on a JSON path',
    () => ({ body: valid, headers: { 'content-type': 'application/xml' } }),
    415,
  ],
  [
    'wso2/financial-services-accelerator #680: an Accept nobody offers',
    () => ({ body: valid, headers: { accept: 'application/jwt' } }),
    406,
  ],
  [
    'fastify/fastify #1986: a compressed body',
    () => ({ body: gzipSync(valid), headers: { 'content-encoding': 'gzip' } }),
    415,
  ],
  [
    'postmanlabs/httpbin #577: an encoding that is not read',
    () => ({ body: valid, headers: { 'content-encoding': 'br' } }),
    415,
  ],
  [
    'openbankingspace/tpp-issues #52: JSON that is none',
    () => ({ body: '{bad json' }),
    400,
    ['Resource.InvalidFormat'],
  ],
  [
    'openbankingspace/tpp-issues #124: an address that cannot be read',
    () => ({ method: 'GET', path: '/accounts/%' }),
    400,
    ['Resource.InvalidFormat'],
  ],
  [
    'openbankingspace/tpp-issues #95: 9 KB of header',
    () => ({ body: valid, headers: { 'x-customer-user-agent': 'x'.repeat(9000) } }),
    201,
  ],
  [
    'openbankingspace/tpp-issues #89: three faults in one body',
    () => ({ body: consentWith({ Permissions: ['Nope'], Extra: 1 }, { Risk: { Score: 1 } }) }),
    400,
    ['Field.Unexpected Data.Extra', 'Field.Invalid Data.Permissions[0]', 'Field.Unexpected Risk.Score'],
  ],
  [
    'fastify/fastify #497: an array where an object is due',
    () => ({ body: '{"Data":[],"Risk":{}}' }),
    400,
    ['Field.Invalid Data'],
  ],
  [
    'fastify/fastify #497: a string where an array is due',
    () => ({ body: consentWith({ Permissions: 'ReadAccountsBasic' }) }),
    400,
    ['Field.Invalid Data.Permissions'],
  ],
  [
    'OpenBankProject/OBP-API #2881: the consent of another TPP',
    () => ({ method: 'GET', token: otherToken, path: `/account-access-consents/${consentId}` }),
    403,
    ['Resource.ConsentMismatch'],
  ],
  ['ConsumerDataRight/mock-register #44: no token', () => ({ method: 'GET', path: '/accounts/any', token: '' }), 401],
  [
    'wso2/financial-services-accelerator #391: a token that is none',
    () => ({ method: 'GET', path: `/account-access-consents/${consentId}`, token: 'x' }),
    401,
  ],
  ['middleapi/orpc #2046: a body over the limit', () => ({ body: ' '.repeat(100_000) }), 413],
  ...[
    '2026-01-01T00:00:00+0300',
    '2026-02-30T00:00:00Z',
    '2026-01-01T24:00:00Z',
    '2026-01-01T00:00:60Z',
    '2026-01-01T00:00:00',
  ].map(
    (date) =>
      [
        `ajv-validators/ajv-formats #117: the date ${date}`,
        () => ({ body: consentWith({ TransactionFromDateTime: date }) }),
        400,
        ['Field.InvalidDate Data.TransactionFromDateTime'],
      ] as const,
  ),
]

let consentId: string

beforeAll(async () => {
  consentId = (await send({ body: valid })).json.Data.ConsentId
})

test.each(refused.map(([report, ...rest]) => ({ report, row: rest })))(
  '$report',
  async ({ row: [sent, status, errors] }) => {
    const answer = await send(sent())

    expectShape(answer)
    expect(answer.status).toBe(status)
    if (errors) expect(codes(answer)?.sort()).toEqual([...errors].sort())
  },
)

describe('is taken', () => {
  test.each(['application/json; charset=utf-8', 'application/json;charset=UTF-8', 'APPLICATION/JSON; charset="utf-8"'])(
    'OpenBankingUK/read-write-api-specs #50: a body of type %s',
    async (type) => {
      expect((await send({ body: valid, headers: { 'content-type': type } })).status).toBe(201)
    },
  )

  test.each(['*/*', 'application/*;q=0.5', 'text/html, application/json;q=0.1'])(
    'adorsys/xs2a-adapter #511: Accept: %s',
    async (accept) => {
      expect((await send({ body: valid, headers: { accept } })).status).toBe(201)
    },
  )

  test('fastify/fastify #894: DELETE that names JSON and has no body', async () => {
    const made = await send({ body: valid, version: '0.0.1' })

    const gone = await send({
      method: 'DELETE',
      path: `/account-access-consents/${made.json.Data.ConsentId}`,
      version: '0.0.1',
    })

    expect([made.status, gone.status, gone.text]).toEqual([201, 204, ''])
  })

  test('fastify/fastify #2619: HEAD, as GET without the body', async () => {
    const [head, get] = [
      await send({ method: 'HEAD', path: `/account-access-consents/${consentId}` }),
      await send({ method: 'GET', path: `/account-access-consents/${consentId}` }),
    ]

    expect([head.status, head.text, head.headers.get('content-type')]).toEqual([
      200,
      '',
      get.headers.get('content-type'),
    ])
  })

  test('OpenBankProject/OBP-API #2619: two consents of one TPP', async () => {
    const [first, next] = [await send({ body: valid }), await send({ body: valid })]

    expect(first.json.Data.ConsentId).not.toBe(next.json.Data.ConsentId)
  })
})

test('wso2/financial-services-accelerator #286: an expired consent is read, with its status', async () => {
  const own = await startSandbox()
  try {
    const expiry = second(3_600_000)
    const made = await fetch(`${own.bases['1.0.0']}/account-access-consents`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await tokenOf(0, own)}`, 'content-type': 'application/json' },
      body: consentWith({ ExpirationDateTime: expiry }),
    })
    const id = ((await made.json()) as { Data: { ConsentId: string } }).Data.ConsentId
    const { accessToken } = await own.authorise(id)
    await own.clock.advance('PT2H')
    const [data, resource] = await Promise.all([
      fetch(`${own.bases['1.0.0']}/accounts`, { headers: { authorization: `Bearer ${accessToken}` } }),
      fetch(`${own.bases['1.0.0']}/account-access-consents/${id}`, {
        headers: { authorization: `Bearer ${await tokenOf(0, own)}` },
      }),
    ])

    expect(data.status).toBe(401)
    expect((await resource.json()) as unknown).toMatchObject({
      Data: { Status: 'Authorised', ExpirationDateTime: expiry },
    })
  } finally {
    await own.close()
  }
})

test('wso2/financial-services-accelerator #271: StatusUpdateDateTime is the moment of the change', async () => {
  const made = await send({ body: valid })
  await new Promise((resolve) => setTimeout(resolve, 20))

  const patched = await send({
    method: 'PATCH',
    path: `/account-access-consents/${made.json.Data.ConsentId}`,
    body: '{"Data":{"Status":"Revoked"}}',
  })

  const moment = (json: { Data: { StatusUpdateDateTime: string } }) => Date.parse(json.Data.StatusUpdateDateTime)
  expect(moment(patched.json) - moment(made.json)).toBeGreaterThanOrEqual(20)
})

test('fastify/fastify-rate-limit #59: paths that do not exist are counted too, and 429 has no HTML', async () => {
  const statuses: number[] = []
  for (let each = 0; each < 70; each += 1) {
    const answer = await send({ method: 'GET', path: '/nope' })
    expectShape(answer)
    statuses.push(answer.status)
    if (answer.status === 429) expect(answer.headers.get('retry-after')).toMatch(/^\d+$/)
  }

  expect(statuses.at(0)).toBe(404)
  expect(statuses.at(-1)).toBe(429)
})
