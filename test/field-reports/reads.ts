/**
 * What went wrong with HTTP at real banks, sent to every read where it could go wrong. Statuses by themselves are in
 * `sandbox/http/statuses.test.ts`, the order of refusals in `sandbox/http/pipeline.test.ts`.
 *
 * @module
 */
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import { accountReads, openReader, readPath } from '#sandbox/testing/account-reads.js'
import { errorsOf, openTestBank, pathOf, type TestBank } from '#sandbox/testing/test-bank.js'
import { ErrorResponse, findProblems, headers, type OperationId, type Version, versions } from '#standard/index.js'
import type { Area, FieldReport, ReportContext } from './report.js'
import { json, sendInProcess, uuid } from './send.js'

type Request = Omit<InjectOptions, 'headers' | 'url'> & { readonly headers?: Readonly<Record<string, string>> }

type Read = (id: OperationId, request?: Request, query?: string) => Promise<LightMyRequestResponse>

/** Reads of one account or of all, by the token of a consent that has every permission. */
async function reading({ bank, version }: ReportContext<TestBank>): Promise<Read> {
  const { authorization } = await openReader(bank, { version })
  const accountId = bank.tenant.bank.psus[0]?.accountIds[0] as string
  return (id, request = {}, query = '') =>
    bank.send({
      ...request,
      url: pathOf(version, readPath(id, accountId)) + query,
      headers: { authorization, [headers.interactionId]: uuid, ...request.headers },
    } as InjectOptions)
}

/** What clients send with a read that changes nothing about it. */
const harmless: readonly (readonly [report: string, title: string, request: Request])[] = [
  ...['application/json; charset=utf-8', 'application/json;charset=UTF-8', 'application/json; charset="utf-8"'].map(
    (type) => ['OpenBankingUK/read-write-api-specs #50', `the type ${type}`, withHeader('content-type', type)] as const,
  ),
  ...['*/*', 'application/*;q=0.5', 'application/json;q=0.1, text/html', ''].map(
    (accept) => ['adorsys/xs2a-adapter #511', `Accept: ${accept}`, withHeader('accept', accept)] as const,
  ),
  ['fastify/fastify #894', 'JSON by its type, and no body', { headers: { ...json, 'content-length': '0' } }],
  ['fastify/fastify-compress #105', 'compressed answers are admitted', withHeader('accept-encoding', 'gzip, br')],
  ['openbankingspace/tpp-issues #95', '9 KB of header', withHeader('x-customer-user-agent', 'x'.repeat(9000))],
  [
    'middleapi/orpc #2046',
    'a body of an odd type',
    { ...withHeader('content-type', 'x/odd'), payload: 'x'.repeat(200_000) },
  ],
]

function withHeader(name: string, value: string): Request {
  return { headers: { [name]: value } }
}

const answersTheSame = (id: OperationId, request: Request) =>
  async function answersAsWithoutIt(context: ReportContext<TestBank>): Promise<void> {
    const read = await reading(context)
    const [plain, response] = [await read(id), await read(id, request)]

    expect([response.statusCode, response.body]).toEqual([200, plain.body])
    expect(response.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(plain.body)),
      [headers.interactionId]: uuid,
    })
    expect(response.headers).not.toHaveProperty('content-encoding')
  }

const headLikeGet = (id: OperationId) =>
  async function headHasTheHeadersOfGet(context: ReportContext<TestBank>): Promise<void> {
    const read = await reading(context)
    const { date: _, ...ofGet } = (await read(id)).headers
    const head = await read(id, { method: 'HEAD' })
    const { date: __, ...ofHead } = head.headers

    expect([head.statusCode, head.body]).toEqual([200, ''])
    expect(ofHead).toEqual(ofGet)
  }

function expectError(response: LightMyRequestResponse, status: number): void {
  expect(response.statusCode).toBe(status)
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(findProblems(ErrorResponse, response.json())).toEqual([])
}

const refusesWithTheId = (id: OperationId) =>
  async function refusalsHaveTheInteractionId(context: ReportContext<TestBank>): Promise<void> {
    const { bank, version } = context
    const read = await reading(context)
    const limited = await bank.token({
      clientId: 'tpp-limited',
      consent: await bank.consent({ tppId: 'tpp-limited', version }),
    })
    const wrongPermission = await bank.token({ consent: await bank.consent({ version, permissions: ['ReadPAN'] }) })
    const overQuota = withHeader('authorization', `Bearer ${limited}`)
    const refused: readonly (readonly [number, Request])[] = [
      [401, withHeader('authorization', 'Bearer nobody')],
      [403, withHeader('authorization', `Bearer ${wrongPermission}`)],
      [400, withHeader(headers.authDate, 'yesterday')],
      [405, { method: 'DELETE' }],
      [406, withHeader('accept', 'text/html')],
      [429, overQuota],
    ]
    for (let count = 0; count < 10; count += 1) await read(id, overQuota)

    for (const [status, request] of refused) {
      const response = await read(id, request)
      expect([response.statusCode, response.headers[headers.interactionId]]).toEqual([status, uuid])
      if (status === 400 || status === 403) expectError(response, status)
      else expect([status, response.body, response.headers['content-type']]).toEqual([status, '', undefined])
    }
    await bank.advance(60_000)
  }

const reportsAllAtOnce = (id: OperationId) =>
  async function reportsAllThatIsWrongWithAQuery(context: ReportContext<TestBank>): Promise<void> {
    const read = await reading(context)
    const wrong = { fromBookingDateTime: '11-Dec-17', toBookingDateTime: 'now', page: '0', pageSize: 'all' }
    const response = await read(id, {}, `?${new URLSearchParams(wrong)}`)

    expect(errorsOf(response)).toEqual([
      ['Field.InvalidDate', 'fromBookingDateTime'],
      ['Field.InvalidDate', 'toBookingDateTime'],
      ['Field.Invalid', 'page'],
      ['Field.Invalid', 'pageSize'],
    ])
  }

/** Account ids in a path, none of which exists. */
const oddIds = ['%', '%zz', '%00', '%ff', '..%2f..%2f', 'a'.repeat(3000), '%D9%A3', "'%20or%201=1", '%7B%7B7*7%7D%7D']

const refusesId = (id: OperationId, odd: string) =>
  async function refusesAnOddId({ bank, version }: ReportContext<TestBank>): Promise<void> {
    const { authorization } = await openReader(bank, { version })
    const own = { authorization, [headers.interactionId]: uuid }
    const response = await bank.send({ url: pathOf(version, readPath(id, odd)), headers: own })

    expectError(response, 400)
    expect(response.headers[headers.interactionId]).toBe(uuid)
  }

const withRead = (id: OperationId): readonly Version[] =>
  versions.filter((version) => accountReads(version).includes(id))

/** The reports that apply to every read. */
function reportsOf(id: OperationId): readonly FieldReport<TestBank>[] {
  const ofOne = readPath(id, 'x').includes('/x')
  const rows: readonly FieldReport<TestBank>[] = [
    ...harmless.map(([report, title, request]) => ({
      report,
      title: `${id} answers the same with ${title}`,
      shows: answersTheSame(id, request),
    })),
    {
      report: 'fastify/fastify #2619, nestjs/nest #14016',
      title: `HEAD of ${id} has every header of GET, and no body`,
      shows: headLikeGet(id),
    },
    {
      report: 'ConsumerDataRight/mock-data-holder #24, wso2/financial-services-accelerator #708',
      title: `refusals of ${id} have the interaction id of the request`,
      shows: refusesWithTheId(id),
    },
    ...(ofOne ? oddIds : []).map((odd) => ({
      report: 'openbankingspace/tpp-issues #124',
      title: `${id} refuses the id ${odd} in the shape of an error`,
      shows: refusesId(id, odd),
    })),
    ...(id.endsWith('Transactions') ? [id] : []).map((list) => ({
      report: 'openbankingspace/tpp-issues #89',
      title: `${list} reports everything that is wrong with a query at once`,
      shows: reportsAllAtOnce(list),
    })),
  ]
  return rows.map((row) => ({ ...row, versions: withRead(id) }))
}

export const reads: Area<TestBank> = {
  title: 'reads',
  open: () => openTestBank({ anonymousPerMinute: 1000 }),
  send: sendInProcess,
  reports: accountReads('1.0.0').flatMap(reportsOf),
}
