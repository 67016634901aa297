/**
 * What went wrong at real sandboxes between a client and the bank's port: sent to a bank that listens on one.
 *
 * @module
 */
import { gzipSync } from 'node:zlib'
import { expect } from 'vitest'
import { type Sandbox, startSandbox } from '#sandbox/index.js'
import type { Version } from '#standard/index.js'
import type { Answer, Answered, Area, FieldReport, ReportContext, Sent } from './report.js'
import { expectShape } from './run-reports.js'
import { bodyOf, present } from './send.js'

/** A bank that listens, and a token for each sender. */
interface ListeningBank {
  readonly sandbox: Sandbox
  readonly tokens: Readonly<Record<NonNullable<Sent['as']>, string>>
  close(): Promise<void>
}

async function openListeningBank(): Promise<ListeningBank> {
  const sandbox = await startSandbox({ anonymousPerMinute: 50 })
  const tokens = { TPP: await tokenOf(sandbox, 0), 'other TPP': await tokenOf(sandbox, 1), nobody: 'x' }
  return { sandbox, tokens, close: () => sandbox.close() }
}

async function tokenOf({ url, tpps }: Sandbox, index: number): Promise<string> {
  const { clientId, clientSecret } = tpps[index] ?? {}
  const answer = await fetch(`${url}/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'accounts' }),
  })
  return ((await answer.json()) as { access_token: string }).access_token
}

/** Sends JSON by its type, and a valid consent unless `sent` has something else. */
async function send({ bank, version }: ReportContext<ListeningBank>, sent: Sent): Promise<Answered> {
  const { sandbox, tokens } = bank
  const { method = 'POST', path = '/account-access-consents', as = 'TPP' } = sent
  const body = sent.body ?? (method === 'POST' ? valid : undefined)
  const consentId = path.includes('{ConsentId}') ? await sandbox.createConsent({ version }) : ''
  const answer = await fetch(sandbox.bases[version] + path.replace('{ConsentId}', consentId), {
    method,
    headers: present({ authorization: `Bearer ${tokens[as]}`, 'content-type': 'application/json', ...sent.headers }),
    ...(body !== undefined && { body: bodyOf(body) as string }),
  })
  return { status: answer.status, headers: Object.fromEntries(answer.headers), text: await answer.text() }
}

const valid = JSON.stringify({ Data: { Permissions: ['ReadAccountsDetail'] }, Risk: {} })

const consentWith = (data: Record<string, unknown>, rest: Record<string, unknown> = {}) => ({
  Data: { Permissions: ['ReadAccountsDetail'], ...data },
  Risk: {},
  ...rest,
})

const moment = (millis: number) => new Date(Date.now() + millis).toISOString()

/** A row about requests of 1.0.0. */
const row = (report: string, title: string, sent: Sent, status: number, ...errors: readonly string[]) => ({
  report,
  title,
  versions: ['1.0.0'] as readonly Version[],
  send: sent,
  answer: { status, ...(errors.length > 0 && { errors }) } satisfies Answer,
})

const consent = { method: 'GET', path: '/account-access-consents/{ConsentId}' } as const

const refused: readonly FieldReport<ListeningBank>[] = [
  row('stoplightio/prism #1813', 'XML on a JSON path', { headers: { 'content-type': 'application/xml' } }, 415),
  row(
    'wso2/financial-services-accelerator #680',
    'an Accept that the bank does not offer',
    { headers: { accept: 'application/jwt' } },
    406,
  ),
  row(
    'fastify/fastify #1986',
    'a compressed body',
    { body: gzipSync(valid), headers: { 'content-encoding': 'gzip' } },
    415,
  ),
  row('postmanlabs/httpbin #577', 'an encoding that is not read', { headers: { 'content-encoding': 'br' } }, 415),
  row(
    'openbankingspace/tpp-issues #52',
    'a body that is not valid JSON',
    { body: '{bad json' },
    400,
    'Resource.InvalidFormat',
  ),
  row(
    'openbankingspace/tpp-issues #124',
    'an address that cannot be read',
    { method: 'GET', path: '/accounts/%' },
    400,
    'Resource.InvalidFormat',
  ),
  row(
    'openbankingspace/tpp-issues #89',
    'three faults in one body',
    { body: consentWith({ Permissions: ['Nope'], Extra: 1 }, { Risk: { Score: 1 } }) },
    400,
    'Field.Unexpected Data.Extra',
    'Field.Invalid Data.Permissions[0]',
    'Field.Unexpected Risk.Score',
  ),
  row('fastify/fastify #497', 'an array for an object', { body: '{"Data":[],"Risk":{}}' }, 400, 'Field.Invalid Data'),
  row(
    'fastify/fastify #497',
    'a string for an array',
    { body: consentWith({ Permissions: 'ReadAccountsBasic' }) },
    400,
    'Field.Invalid Data.Permissions',
  ),
  row(
    'OpenBankProject/OBP-API #2881',
    'the consent of another TPP',
    { ...consent, as: 'other TPP' },
    403,
    'Resource.ConsentMismatch',
  ),
  row(
    'ConsumerDataRight/mock-register #44',
    'no token',
    { method: 'GET', path: '/accounts/any', headers: { authorization: 'Bearer ' } },
    401,
  ),
  row('wso2/financial-services-accelerator #391', 'a token that was never issued', { ...consent, as: 'nobody' }, 401),
  row('middleapi/orpc #2046', 'a body over the limit', { body: ' '.repeat(100_000) }, 413),
  ...[
    '2026-01-01T00:00:00+0300',
    '2026-02-30T00:00:00Z',
    '2026-01-01T24:00:00Z',
    '2026-01-01T00:00:60Z',
    '2026-01-01T00:00:00',
  ].map((date) =>
    row(
      'ajv-validators/ajv-formats #117',
      `the date ${date}`,
      { body: consentWith({ TransactionFromDateTime: date }) },
      400,
      'Field.InvalidDate Data.TransactionFromDateTime',
    ),
  ),
]

const taken: readonly FieldReport<ListeningBank>[] = [
  row(
    'openbankingspace/tpp-issues #95',
    '9 KB of header',
    { headers: { 'x-customer-user-agent': 'x'.repeat(9000) } },
    201,
  ),
  ...['application/json; charset=utf-8', 'application/json;charset=UTF-8', 'APPLICATION/JSON; charset="utf-8"'].map(
    (type) =>
      row(
        'OpenBankingUK/read-write-api-specs #50',
        `a body of type ${type}`,
        { headers: { 'content-type': type } },
        201,
      ),
  ),
  ...['*/*', 'application/*;q=0.5', 'text/html, application/json;q=0.1'].map((accept) =>
    row('adorsys/xs2a-adapter #511', `Accept: ${accept}`, { headers: { accept } }, 201),
  ),
  {
    ...row('fastify/fastify #894', 'DELETE that names JSON and has no body', { ...consent, method: 'DELETE' }, 204),
    versions: ['0.0.1'],
  },
]

async function expiryOfASecondAgo(context: ReportContext<ListeningBank>): Promise<void> {
  const answered = await send(context, { body: consentWith({ ExpirationDateTime: moment(-1000) }) })

  expectShape(answered)
  expect([answered.status, JSON.parse(answered.text).Errors]).toMatchObject([
    400,
    [{ ErrorCode: 'Field.InvalidDate', Path: 'Data.ExpirationDateTime' }],
  ])
}

async function headLikeGet(context: ReportContext<ListeningBank>): Promise<void> {
  const [head, get] = [await send(context, { ...consent, method: 'HEAD' }), await send(context, consent)]

  expect([head.status, head.text, head.headers['content-type']]).toEqual([200, '', get.headers['content-type']])
}

async function twoConsents(context: ReportContext<ListeningBank>): Promise<void> {
  const [first, next] = [await send(context, {}), await send(context, {})]

  expect(JSON.parse(first.text).Data.ConsentId).not.toBe(JSON.parse(next.text).Data.ConsentId)
}

async function expiredIsRead({ version }: ReportContext<ListeningBank>): Promise<void> {
  const own = await openListeningBank()
  try {
    const context = { bank: own, version }
    const expiry = moment(3_600_000)
    const made = await send(context, { body: consentWith({ ExpirationDateTime: expiry }) })
    const id = JSON.parse(made.text).Data.ConsentId as string
    const { accessToken } = await own.sandbox.authorise(id)
    await own.sandbox.clock.advance('PT2H')
    const authorization = { authorization: `Bearer ${accessToken}` }
    const data = await send(context, { method: 'GET', path: '/accounts', headers: authorization })
    const renewed = { headers: { authorization: `Bearer ${await tokenOf(own.sandbox, 0)}` } }
    const resource = await send(context, { method: 'GET', path: `/account-access-consents/${id}`, ...renewed })

    expect(data.status).toBe(401)
    expect(JSON.parse(resource.text)).toMatchObject({ Data: { Status: 'Authorised', ExpirationDateTime: expiry } })
  } finally {
    await own.close()
  }
}

async function momentOfTheChange(context: ReportContext<ListeningBank>): Promise<void> {
  const made = JSON.parse((await send(context, {})).text)
  await context.bank.sandbox.clock.advance('PT1S')
  const patched = await send(context, {
    method: 'PATCH',
    path: `/account-access-consents/${made.Data.ConsentId}`,
    body: '{"Data":{"Status":"Revoked"}}',
  })

  const changedAt = (json: { Data: { StatusUpdateDateTime: string } }) => Date.parse(json.Data.StatusUpdateDateTime)
  expect(changedAt(JSON.parse(patched.text)) - changedAt(made)).toBeGreaterThanOrEqual(1000)
}

async function countsUnknownPaths(context: ReportContext<ListeningBank>): Promise<void> {
  const statuses: number[] = []
  for (let each = 0; each < 70; each += 1) {
    const answer = await send(context, { method: 'GET', path: '/nope' })
    expectShape(answer)
    statuses.push(answer.status)
    if (answer.status === 429) expect(answer.headers['retry-after']).toMatch(/^\d+$/)
  }

  expect(statuses.at(0)).toBe(404)
  expect(statuses.at(-1)).toBe(429)
}

const only = { versions: ['1.0.0'] as readonly Version[] }

export const overAPort: Area<ListeningBank> = {
  title: 'over a port',
  open: openListeningBank,
  send,
  reports: [
    ...refused,
    ...taken,
    { report: 'wso2/product-is #28413', title: 'an expiry of a second ago', ...only, shows: expiryOfASecondAgo },
    { report: 'fastify/fastify #2619', title: 'HEAD, as GET without the body', ...only, shows: headLikeGet },
    { report: 'OpenBankProject/OBP-API #2619', title: 'two consents of one TPP', ...only, shows: twoConsents },
    {
      report: 'wso2/financial-services-accelerator #286',
      title: 'an expired consent is read, with its status',
      ...only,
      shows: expiredIsRead,
    },
    {
      report: 'wso2/financial-services-accelerator #271',
      title: 'StatusUpdateDateTime is the moment of the change',
      ...only,
      shows: momentOfTheChange,
    },
    {
      report: 'fastify/fastify-rate-limit #59',
      title: 'paths that do not exist are counted too, and 429 has no HTML',
      ...only,
      shows: countsUnknownPaths,
    },
  ],
}
