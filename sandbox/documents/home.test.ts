import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseBankData } from '#fixtures/data-file.js'
import { controlOperationIds } from '../control/operations.js'
import { openTestBank, type TestBank } from '../testing/test-bank.js'
import type { HomeView } from './home.js'

const own = { username: 'ada', password: 'secret-1', otp: '123456' }
const data = parseBankData(JSON.stringify({ psus: [{ ...own, name: 'Ada' }] }), 'people.json', 1)
const host = '127.0.0.1'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank({ publicUrl: 'http://127.0.0.1:8080' })
})
afterAll(() => bank.close())

const get = (url: string, accept: string, headers = {}) => bank.send({ url, headers: { host, accept, ...headers } })

test('the index has every person with password and code, every TPP and every lever with a line to paste', async () => {
  const answer = await get('/_sandbox', 'application/json')
  const view = answer.json() as Extract<HomeView, { psus: unknown }>

  expect(view.psus.map(({ username }) => username)).toEqual(bank.tenant.bank.psus.map(({ username }) => username))
  expect(view.psus.every(({ password, otp }) => password !== '' && /^\d{6}$/.test(otp))).toBe(true)
  expect(view.tpps.map(({ clientId }) => clientId)).toEqual(['tpp-demo', 'tpp-other', 'tpp-limited'])
  expect(view.levers.map(({ id }) => id)).toEqual([...controlOperationIds])
  expect(view.levers.every((lever) => lever.try.startsWith('curl -s '))).toBe(true)
  expect(view.clock.now).toMatch(/^2030-01-15T09:00/)
})

test('the pages at / and /_sandbox show the same people', async () => {
  const pages = await Promise.all([get('/', 'text/html'), get('/_sandbox', 'text/html,*/*')])

  for (const { body, headers } of pages) {
    expect(headers['content-type']).toContain('text/html')
    for (const { username, otp } of bank.tenant.bank.psus)
      expect(body).toContain(username) ?? expect(body).toContain(otp)
  }
})

test('a token and what it reads are one line to paste', async () => {
  const { body } = await get('/', 'text/html')

  expect(body).toMatch(/<code>TOKEN=[^\n]*--psu layla\) &amp;&amp; curl -s [^\n]*\$TOKEN/)
})

test('a name that is no loopback address sees no credentials', async () => {
  const { body } = await bank.send({ url: '/', headers: { host: 'evil.example', accept: 'text/html' } })

  expect(body).toContain('Addresses')
  expect(body).not.toContain(bank.tpps[0]?.clientSecret)
  expect(body).not.toContain(bank.tenant.bank.psus[0]?.password)
})

test('with a control token the public page has none either, and the index asks for it', async () => {
  const guarded = await openTestBank({ controlToken: 'a-token-of-the-control-api' })
  const page = await guarded.send({ url: '/', headers: { host, accept: 'text/html' } })
  const refused = await guarded.send({ url: '/_sandbox', headers: { host } })
  const headers = { host, authorization: 'Bearer a-token-of-the-control-api' }
  const whole = await guarded.send({ url: '/_sandbox', headers })
  await guarded.close()

  expect(page.body).not.toContain(guarded.tenant.bank.psus[0]?.password)
  expect(refused.statusCode).toBe(401)
  expect(whole.json()).toHaveProperty('psus')
})

test('people of a configuration are listed with the others', async () => {
  if (!('data' in data)) throw new Error(data.mistakes.join())
  const theirs = await openTestBank({ data: data.data })
  const { psus } = (await theirs.send({ url: '/_sandbox', headers: { host } })).json() as { psus: (typeof own)[] }
  await theirs.close()

  expect(psus.find(({ username }) => username === 'ada')).toMatchObject({ password: own.password, otp: own.otp })
})
