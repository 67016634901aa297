import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestBank, pathOf, type TestBank } from '../testing/test-bank.js'
import { prettyLine, type RequestLine } from './request-log.js'

const written: string[] = []
let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank({ requestLog: 'json', requestLines: { write: (line) => written.push(line) } })
})
beforeEach(() => {
  written.length = 0
})
afterAll(() => bank.close())

const lines = () => written.map((line) => JSON.parse(line) as RequestLine)
const transactions = pathOf('1.0.0', '/transactions')
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

test('a line says which operation was asked for, by whom, and how it ended', async () => {
  const token = await bank.token({ consent: await bank.consent() })

  await bank.send({ url: pathOf('1.0.0', '/accounts'), headers: bearer(token) })

  expect(lines()).toMatchObject([{ operation: 'getAccounts', version: '1.0.0', status: 200, tpp: 'tpp-demo' }])
})

test.each([
  ['no token', '/accounts', {}, 401, /no token came/],
  ['an unknown token', '/accounts', bearer('nobody'), 401, /token/],
  ['an unknown path', '/nothing', {}, 404, /no such path/],
  ['a media type', '/accounts', { accept: 'text/html', ...bearer('x') }, 401, /token/],
])('a line says in words why %s is refused', async (_what, path, headers, status, reason) => {
  await bank.send({ url: pathOf('1.0.0', path), headers })

  expect(lines()).toMatchObject([{ status, reason: expect.stringMatching(reason) }])
})

test('a line says why the token of a TPP is refused, and where a method is', async () => {
  await bank.send({ url: pathOf('1.0.0', '/accounts'), headers: bearer(await bank.token()) })
  await bank.send({ method: 'PUT', url: pathOf('1.0.0', '/accounts') })

  expect(lines()[0]).toMatchObject({ status: 403, reason: expect.stringContaining('consent') })
  expect(lines()[1]).toMatchObject({ status: 405, reason: 'the path has GET, HEAD' })
})

test('a line names what the authorisation server found wrong, and no secret', async () => {
  await bank.send({
    method: 'POST',
    url: '/oauth2/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'grant_type=client_credentials&client_id=tpp-demo&client_secret=a-wrong-secret',
  })

  expect(lines()).toMatchObject([{ status: 401, reason: expect.stringContaining('invalid_client') }])
  expect(written.join()).not.toContain('a-wrong-secret')
})

test('query parameters that nobody knows are named, their values are not', async () => {
  const consent = await bank.consent({
    permissions: ['ReadAccountsBasic', 'ReadTransactionsBasic', 'ReadTransactionsDebits'],
  })
  const token = await bank.token({ consent })

  await bank.send({ url: `${transactions}?pagesize=5&pageSize=5&code=secret-code`, headers: bearer(token) })

  expect(lines()).toMatchObject([{ status: 200, path: transactions, unknownQuery: ['pagesize', 'code'] }])
  expect(written.join()).not.toContain('secret-code')
})

test('what a caller sends cannot write on the terminal', async () => {
  await bank.send({ url: '/%1b[31mred?\u001b[31m=1' })

  expect(prettyLine(lines()[0] as RequestLine, false)).not.toMatch(/\p{Cc}/u)
})

test('a bank that is asked for no lines writes none', async () => {
  const silent = await openTestBank({ requestLines: { write: (line) => written.push(line) } })
  await silent.send({ url: '/nothing' })
  await silent.close()

  expect(written).toEqual([])
})
