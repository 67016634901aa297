import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '#sandbox/index.js'
import { describePostgres, openDatabase, type TestDatabase } from '#sandbox/testing/postgres-database.js'
import {
  accountsStatus,
  askForToken,
  authorisationOf,
  codeOf,
  consentStatus,
  tppToken,
  withdraw,
} from '../bank-calls.js'

const jsonOf = async (url: string, init?: RequestInit) => (await fetch(url, init)).json() as Promise<never>

const put = (body: unknown): RequestInit => ({
  method: 'PUT',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

describePostgres('several sandboxes on one PostgreSQL are one bank', () => {
  let database: TestDatabase
  let banks: Sandbox[]
  const bank = (index: number) => banks[index] as Sandbox

  beforeAll(async () => {
    database = await openDatabase()
    // All at once, on a database that has nothing in it.
    banks = await Promise.all(Array.from({ length: 3 }, () => startSandbox({ store: database.url })))
  })

  afterAll(async () => {
    await Promise.all(banks.map((each) => each.close()))
    await database.drop()
  })

  test('with the same people, TPPs and signing key, though they were started at the same moment', async () => {
    // the addresses of the bank's own pages, which sample TPPs may use too, are those of each process
    const credentials = (bank: Sandbox) => bank.tpps.map(({ clientId, clientSecret }) => ({ clientId, clientSecret }))
    const facts = banks.map((bank) => ({ seed: bank.seed, psus: bank.psus, tpps: credentials(bank) }))
    const keys = await Promise.all(banks.map(({ url }) => jsonOf(`${url}/oauth2/jwks`)))

    expect(facts).toEqual([facts[0], facts[0], facts[0]])
    expect(keys).toEqual([keys[0], keys[0], keys[0]])
    expect(await database.sql("select count(*)::int as count from ob_document where collection = 'openings'")).toEqual([
      { count: 1 },
    ])
  })

  test('and none of another seed', async () => {
    await expect(startSandbox({ store: database.url, seed: 9 })).rejects.toThrow(
      /made from seed 1 .*asked for now: seed 9/,
    )
    await startSandbox({ store: database.url, seed: 1 }).then((same) => same.close())
  })

  test('a consent made on one is authorised on the second and read on the third', async () => {
    const consentId = await bank(0).createConsent()
    expect(await consentStatus(bank(2), consentId)).toBe('AwaitingAuthorisation')
    const { accessToken = '', refreshToken = '' } = await bank(1).authorise(consentId)

    expect(await consentStatus(bank(2), consentId)).toBe('Authorised')
    expect(await accountsStatus(bank(2), accessToken)).toBe(200)
    const refreshed = await askForToken(bank(0), { grant_type: 'refresh_token', refresh_token: refreshToken })
    const { access_token } = (await refreshed.json()) as { access_token: string }
    expect(await accountsStatus(bank(1), access_token)).toBe(200)
  })

  test('a consent withdrawn on one ends its tokens on all at once', async () => {
    const consentId = await bank(0).createConsent()
    const { accessToken = '' } = await bank(0).authorise(consentId)
    expect(await accountsStatus(bank(1), accessToken)).toBe(200)

    expect((await withdraw(bank(2), consentId, await tppToken(bank(2)))).status).toBe(200)
    expect(await Promise.all(banks.map((each) => accountsStatus(each, accessToken)))).toEqual([401, 401, 401])
  })

  test('what a PSU does with a consent on one counts for its tokens on all at once, and is done once', async () => {
    const consentId = await bank(0).createConsent()
    const { accessToken = '' } = await bank(0).authorise(consentId)
    const { username = '' } = bank(0).psus[0] ?? {}
    const seen = (index: number) =>
      jsonOf(`${bank(index).bases['1.0.0']}/accounts`, { headers: { authorization: `Bearer ${accessToken}` } }).then(
        ({ Data }: { Data: { Account: { AccountId: string }[] } }) => Data.Account.map(({ AccountId }) => AccountId),
      )
    const change = (index: number, what: string, { body, ...init }: RequestInit) =>
      fetch(`${bank(index).control.url}/consents/${consentId}/${what}`, { ...init, body: body ?? null })
    const accounts = (await seen(1)).slice(1, 2)

    expect((await change(2, 'accounts', put({ psu: username, accounts }))).status).toBe(200)
    expect(await Promise.all([seen(0), seen(1), seen(2)])).toEqual([accounts, accounts, accounts])
    const revoke = { ...put({ psu: username }), method: 'POST' }
    const answers = await Promise.all([0, 1, 2].map((index) => change(index, 'revoke', revoke)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
    expect(await Promise.all(banks.map((each) => accountsStatus(each, accessToken)))).toEqual([401, 401, 401])
  })

  test('a code issued by one is exchanged at another, once', async () => {
    const form = await codeOf(bank(0))

    expect((await askForToken(bank(1), form)).status).toBe(200)
    expect((await askForToken(bank(2), form)).status).toBe(400)
  })

  test('a PSU whose every request is answered by another process gets through', async () => {
    // As behind a load balancer: one public address, and each bank listens somewhere of its own.
    const publicUrl = 'http://bank.example'
    const options = { store: database.url, publicUrl, controlToken: 'a-control-token-for-this-test' }
    const ports = await Promise.all(Array.from({ length: 3 }, freePort))
    const behind = await Promise.all(ports.map((port) => startSandbox({ ...options, port })))
    let turn = 0
    const cookies = new Map<string, string>()
    const send = async (url: string, form?: Record<string, string>) => {
      turn += 1
      const answer = await fetch(url.replace(publicUrl, `http://127.0.0.1:${ports[turn % 3]}`), {
        redirect: 'manual',
        headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
        ...(form && { method: 'POST', body: new URLSearchParams(form) }),
      })
      for (const cookie of answer.headers.getSetCookie()) {
        const [name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie)?.slice(1) ?? []
        cookies.set(name, value)
      }
      return { location: answer.headers.get('location') ?? '', status: answer.status, html: await answer.text() }
    }
    const first = behind[0] as Sandbox
    const [psu] = first.psus
    const consentId = await first.createConsent()
    const { url } = authorisationOf(first, consentId)

    const page = (await send(url)).location
    const inputs = (html: string) => ({
      csrf: /name="csrf" value="([^"]+)"/.exec(html)?.[1] ?? '',
      accounts: /name="accounts" value="([^"]+)"/.exec(html)?.[1] ?? '',
    })
    const login = inputs((await send(page)).html)
    const sendForm = async (fields: Record<string, string>) => send((await send(page, fields)).location)
    const asked = await sendForm({
      ...login,
      decision: 'login',
      username: psu?.username ?? '',
      password: psu?.password ?? '',
    })
    const chosen = await sendForm({ ...inputs(asked.html), decision: 'continue' })
    const approved = await send(page, { ...inputs(chosen.html), decision: 'approve', otp: psu?.otp ?? '' })
    const { location } = await send(approved.location)

    expect(location).toMatch(/^http:\/\/127\.0\.0\.1\/callback\?code=/)
    await Promise.all(behind.map((each) => each.close()))
  })

  describe('the clock', () => {
    const now = async (index: number) =>
      Date.parse(((await jsonOf(`${bank(index).control.url}/clock`)) as { now: string }).now)

    test('moved on one, is moved on all', async () => {
      const { accessToken = '' } = await bank(0).authorise(await bank(0).createConsent())
      const before = await now(2)
      await bank(1).clock.advance('PT31M')

      expect((await now(2)) - before).toBeGreaterThanOrEqual(31 * 60_000)
      expect(await accountsStatus(bank(2), accessToken)).toBe(401)
    })

    test('moved on all at once, is moved by the sum', async () => {
      await bank(0).clock.freeze()
      const before = await now(0)
      await Promise.all(Array.from({ length: 12 }, (_, index) => bank(index % 3).clock.advance('PT1M')))

      expect((await now(0)) - before).toBe(12 * 60_000)
      await bank(1).clock.resume()
    })
  })

  test('a fault switched on at one is a fault of all', async () => {
    await jsonOf(`${bank(0).control.url}/faults`, put([{ id: 'interaction-id-missing-on-errors' }]))
    const withFault = await fetch(`${bank(2).bases['1.0.0']}/accounts`)
    await jsonOf(`${bank(1).control.url}/faults`, put([]))
    const without = await fetch(`${bank(2).bases['1.0.0']}/accounts`)

    expect(withFault.headers.has('x-fapi-interaction-id')).toBe(false)
    expect(without.headers.has('x-fapi-interaction-id')).toBe(true)
  })

  test('one that starts later, and says no seed, is the same bank', async () => {
    const consentId = await bank(0).createConsent()
    const { accessToken = '' } = await bank(0).authorise(consentId)
    const later = await startSandbox({ store: database.url })

    expect(later.seed).toBe(bank(0).seed)
    expect(later.psus).toEqual(bank(0).psus)
    expect(await accountsStatus(later, accessToken)).toBe(200)
    await later.close()
  })
})

describePostgres('two sandboxes of different seeds that begin one database at the same moment', () => {
  test('are not one bank: one of them is refused', async () => {
    const database = await openDatabase()
    const starts = await Promise.allSettled([7, 9].map((seed) => startSandbox({ store: database.url, seed })))
    const banks = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []))
    const refusals = starts.flatMap((start) => (start.status === 'rejected' ? [String(start.reason)] : []))
    await Promise.all(banks.map((bank) => bank.close()))
    await database.drop()

    expect(banks).toHaveLength(1)
    expect(refusals).toEqual([expect.stringMatching(/made from seed [79] .*asked for now: seed [79]/)])
  })
})
