import { afterAll, beforeAll, expect, test } from 'vitest'
import { collections } from '#sandbox/collections.js'
import { openPostgresStore } from '#sandbox/store/postgres/postgres-store.js'
import { type DatabaseProxy, openProxy } from '#sandbox/store/postgres/testing/proxy.js'
import { describePostgres, openDatabase, type TestDatabase } from '#sandbox/testing/postgres-database.js'
import { openTestBank, pathOf, type TestBank } from '#sandbox/testing/test-bank.js'

describePostgres('a bank whose database is gone', () => {
  let database: TestDatabase
  let proxy: DatabaseProxy
  let bank: TestBank
  let token: string
  let consentToken: string

  beforeAll(async () => {
    database = await openDatabase()
    proxy = await openProxy(database.url)
    bank = await openTestBank({ store: await openPostgresStore(proxy.url, collections, { reconnectDelays: [5, 5] }) })
    token = await bank.token()
    consentToken = await bank.token({ consent: await bank.consent() })
    proxy.cut()
  })

  afterAll(async () => {
    proxy.restore()
    await bank.close()
    await proxy.close()
    await database.drop()
  })

  const requests = {
    read: () => ({ url: pathOf('1.0.0', '/accounts'), headers: { authorization: `Bearer ${consentToken}` } }),
    write: () => ({
      method: 'POST' as const,
      url: pathOf('1.0.0', '/account-access-consents'),
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      payload: JSON.stringify({ Data: { Permissions: ['ReadAccountsDetail'] }, Risk: {} }),
    }),
  }

  test.each(Object.entries(requests))('answers a %s with 500 in the shape of the standard', async (_, request) => {
    const answer = await bank.send(request())

    expect(answer.statusCode).toBe(500)
    expect(answer.headers['x-fapi-interaction-id']).toBeTruthy()
    expect(answer.json()).toMatchObject({ Errors: [{ ErrorCode: 'UnexpectedError' }] })
  })

  test('never says that a token, a TPP or an authorisation is unknown', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const basic = Buffer.from(`tpp-demo:${bank.tpps[0]?.clientSecret}`).toString('base64')
    const answers = await Promise.all([
      bank.send({
        method: 'POST',
        url: '/oauth2/token',
        headers: { ...form, authorization: `Basic ${basic}` },
        payload: 'grant_type=client_credentials&scope=accounts',
      }),
      bank.send({ url: '/oauth2/authorize?client_id=tpp-demo&response_type=code' }),
      bank.send({
        url: '/authorise/some-authorisation',
        headers: { accept: 'text/html', cookie: '_interaction=a; _interaction.sig=b' },
      }),
    ])

    expect(answers.map(({ statusCode }) => statusCode)).toEqual([500, 500, 500])
  })

  test('logs why, and no password', () => {
    const log = bank.log.join('\n')

    expect(log).toContain('the database cannot be reached')
    expect(log).not.toContain(new URL(proxy.url).password)
  })

  test('goes on when the database is back, with everything that was stored', async () => {
    proxy.restore()

    expect((await bank.send(requests.read())).statusCode).toBe(200)
    expect((await bank.send(requests.write())).statusCode).toBe(201)
  })
})
