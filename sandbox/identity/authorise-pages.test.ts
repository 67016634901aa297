import type { LightMyRequestResponse } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Psu } from '#fixtures/types.js'
import { MemoryStore } from '../store/memory-store.js'
import type { Store } from '../store/store.js'
import { browser, locationOf, oauthRequests } from '../testing/oauth-requests.js'
import { expectOurPage } from '../testing/our-page.js'
import { openTestBank, type TestBank } from '../testing/test-bank.js'
import { authorisationSeconds } from './authorisation.js'

let bank: TestBank
let psu: Psu
beforeEach(async () => {
  bank = await openTestBank()
  psu = bank.tenant.bank.psus[0] as Psu
})
afterEach(() => bank.close())

/** A PSU's browser at the page of an authorisation that has just begun. */
async function begin() {
  const oauth = oauthRequests(bank)
  const sent = await oauth.parameters()
  const consentId = String(sent.get('consent_id'))
  const begun = await bank.send({ url: `/oauth2/authorize?${sent}`, headers: browser })
  const url = locationOf(begun).pathname
  const cookie = begun.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const get = (headers: Record<string, string> = { cookie }) => bank.send({ url, headers: { ...browser, ...headers } })
  const csrf = /name="csrf" value="([^"]+)"/.exec((await get()).body)?.[1] ?? ''
  const post = (fields: Record<string, string | readonly string[]>, headers: Record<string, string> = { cookie }) =>
    bank.send({
      method: 'POST',
      url,
      headers: { ...browser, ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(
        Object.entries({ csrf, ...fields }).flatMap(([name, value]) =>
          [value].flat().map((each): [string, string] => [name, each]),
        ),
      ).toString(),
    })
  const logIn = () => post({ decision: 'login', username: psu.username, password: psu.password })
  const pick = (accounts: readonly string[] = psu.accountIds) => post({ decision: 'continue', accounts })
  const approve = (otp = psu.otp) => post({ decision: 'approve', otp })
  const toCode = async () => {
    await logIn()
    await pick()
  }
  /** Follows the way back as far as the TPP. */
  const goBack = async (response: LightMyRequestResponse) => {
    const { pathname } = locationOf(response)
    return locationOf(await bank.send({ url: pathname, headers: { ...browser, cookie } }))
  }
  return { url, cookie, csrf, consentId, get, post, logIn, pick, approve, toCode, goBack }
}

const consent = (consentId: string) => bank.tenant.store.get('consents', consentId)

describe('the way through', () => {
  test('ends with a code, the accounts that were picked and an Authorised consent', async () => {
    const page = await begin()
    await page.logIn()
    await page.pick(psu.accountIds.slice(1, 2))
    const back = await page.goBack(await page.approve())

    expect(back.searchParams.get('code')).toMatch(/^\S{20,}$/)
    expect(back.searchParams.get('state')).toBe('a state')
    expect(await consent(page.consentId)).toMatchObject({
      status: 'Authorised',
      psuId: psu.psuId,
      accountIds: psu.accountIds.slice(1, 2),
    })
  })

  test.each([
    ['login', 'cancel'],
    ['consent', 'cancel'],
    ['consent', 'reject'],
    ['code', 'cancel'],
    ['code', 'reject'],
  ])('ends at the step %s with %s: access_denied, state, and a Rejected consent', async (step, decision) => {
    const page = await begin()
    if (step !== 'login') await page.logIn()
    if (step === 'code') await page.pick()
    const back = await page.goBack(await page.post({ decision }))

    expect(Object.fromEntries(back.searchParams)).toMatchObject({ error: 'access_denied', state: 'a state' })
    expect((await consent(page.consentId))?.status).toBe('Rejected')
  })

  test.each([
    ['a wrong password', { decision: 'login', username: 'layla', password: 'x' }, 'not right'],
    ['no username', { decision: 'login', username: '', password: 'x' }, 'Enter your username'],
    ['repeated fields', { decision: 'login', username: ['layla', 'omar'], password: 'x' }, 'Enter your username'],
  ])('stays with %s: 422 and words about it', async (_name, fields, words) => {
    const response = await (await begin()).post(fields)

    expect(response.statusCode).toBe(422)
    expect(response.body).toContain(words)
    expectOurPage(response)
  })

  test('keeps the username that was typed, never the password', async () => {
    const response = await (await begin()).post({ decision: 'login', username: 'laila', password: 'my-password' })

    expect(response.body).toContain('value="laila"')
    expect(response.body).not.toContain('my-password')
  })

  test('says how many codes are left after a wrong one', async () => {
    const page = await begin()
    await page.toCode()

    expect((await page.approve('000000')).body).toContain('You have 2 tries left.')
    expect((await page.approve('000000')).body).toContain('You have one try left.')
  })

  test.each([['login'], ['code']])('ends after three wrong attempts at the step %s', async (step) => {
    const page = await begin()
    if (step === 'code') await page.toCode()
    const fail = () =>
      step === 'code' ? page.approve('000000') : page.post({ decision: 'login', username: 'layla', password: 'x' })
    expect([(await fail()).statusCode, (await fail()).statusCode]).toEqual([422, 422])
    const back = await page.goBack(await fail())

    expect(back.searchParams.get('error')).toBe('access_denied')
    expect((await consent(page.consentId))?.status).toBe('Rejected')
  })

  test('shows the step again, in the state it is, when the page is asked for again', async () => {
    const page = await begin()
    await page.logIn()

    expect((await page.get()).body).toContain('Choose the accounts to share')
  })

  test.each([
    ['an unknown decision', { decision: 'shrug' }],
    ['no decision', {}],
    ['the decision of another step', { decision: 'approve', otp: '246801' }],
  ])('stays where it is with %s', async (_name, fields) => {
    const response = await (await begin()).post(fields)

    expect([response.statusCode, response.body.includes('Username')]).toEqual([200, true])
  })
})

describe('a page is not for', () => {
  test.each(['', 'wrong'])('a form with the csrf token %j', async (csrf) => {
    const page = await begin()
    const response = await page.post({ csrf, decision: 'cancel' })

    expect(response.statusCode).toBe(400)
    expectOurPage(response)
    expect((await consent(page.consentId))?.status).toBe('AwaitingAuthorisation')
  })

  test('a browser that did not begin it', async () => {
    const page = await begin()
    for (const response of [await page.get({}), await page.post({ decision: 'cancel' }, {})]) {
      expect(response.statusCode).toBe(400)
      expect(response.body).toContain('We do not know this request')
      expectOurPage(response)
    }
    expect((await consent(page.consentId))?.status).toBe('AwaitingAuthorisation')
  })

  test('a browser that began another one', async () => {
    const [one, other] = [await begin(), await begin()]

    expect((await one.get({ cookie: other.cookie })).body).toContain('We do not know this request')
  })

  test('a cookie somebody wrote', async () => {
    const page = await begin()
    const forged = page.cookie.replace(/(\.sig=).{5}/, '$1AAAAA')

    expect((await page.get({ cookie: forged })).statusCode).toBe(400)
  })

  test.each(['PUT', 'PATCH', 'DELETE'] as const)('%s', async (method) => {
    const { url, cookie } = await begin()

    expect((await bank.send({ method, url, headers: { cookie } })).statusCode).toBe(405)
  })

  test('a form of another type', async () => {
    const { url, cookie, csrf } = await begin()
    const response = await bank.send({
      method: 'POST',
      url,
      headers: { cookie, 'content-type': 'application/json' },
      payload: JSON.stringify({ csrf, decision: 'cancel' }),
    })

    expect(response.statusCode).toBe(400)
    expectOurPage(response)
  })
})

describe('once decided', () => {
  test('the page leads back to the TPP until the PSU has got there', async () => {
    const page = await begin()
    await page.toCode()
    const approved = await page.approve()

    for (const again of [await page.get(), await page.approve(), await page.post({ decision: 'reject' })]) {
      expect([again.statusCode, again.headers.location]).toEqual([303, approved.headers.location])
    }
    expect((await consent(page.consentId))?.status).toBe('Authorised')
    expect((await page.goBack(approved)).searchParams.has('code')).toBe(true)
  })

  test('it says so, to the back button and to a second window', async () => {
    const page = await begin()
    await page.toCode()
    await page.goBack(await page.approve())

    for (const again of [await page.get(), await page.approve(), await page.post({ decision: 'reject' })]) {
      expect(again.statusCode).toBe(400)
      expect(again.body).toContain('This request has already been decided')
    }
    expect((await consent(page.consentId))?.status).toBe('Authorised')
  })

  test('the way back leads there once', async () => {
    const page = await begin()
    const { headers } = await page.post({ decision: 'cancel' })
    const { pathname } = new URL(String(headers.location))
    const resume = () => bank.send({ url: pathname, headers: { ...browser, cookie: page.cookie } })
    await resume()

    const again = await resume()

    expect(again.statusCode).toBe(400)
    expectOurPage(again)
    expect(again.body).toContain('already been decided')
  })
})

/** A store whose answers take a moment, in which others are at work. */
function unhurriedStore(): Store {
  const store = new MemoryStore()
  return {
    isShared: store.isShared,
    close: () => store.close(),
    tenant: (id) => {
      const part = store.tenant(id)
      return {
        ...part,
        get: async (collection, key) => {
          const document = await part.get(collection, key)
          await new Promise((resolve) => setTimeout(resolve, 5))
          return document
        },
      }
    },
  }
}

describe('two at the same time', () => {
  beforeEach(async () => {
    await bank.close()
    bank = await openTestBank({ store: unhurriedStore() })
  })

  test('wrong codes are all counted', async () => {
    const page = await begin()
    await page.toCode()

    const responses = await Promise.all(Array.from({ length: 5 }, () => page.approve('000000')))

    expect(responses.filter(({ statusCode }) => statusCode === 422)).toHaveLength(2)
    expect((await page.approve()).statusCode).not.toBe(422)
    expect((await consent(page.consentId))?.status).toBe('Rejected')
  })

  test('approvals give one grant', async () => {
    const page = await begin()
    await page.toCode()

    const responses = await Promise.all([page.approve(), page.approve(), page.approve()])

    const back = responses.filter(({ statusCode }) => statusCode === 303)
    expect(back.length).toBeGreaterThanOrEqual(1)
    expect((await page.goBack(back[0] as LightMyRequestResponse)).searchParams.has('code')).toBe(true)
    expect((await consent(page.consentId))?.status).toBe('Authorised')
  })

  test('approval and rejection: one of them counts, and the PSU is sent back with it', async () => {
    const page = await begin()
    await page.toCode()

    const [approved, rejected] = await Promise.all([page.approve(), page.post({ decision: 'reject' })])

    const first = [approved, rejected].find(({ statusCode }) => statusCode === 303) as LightMyRequestResponse
    const back = await page.goBack(first)
    expect((await consent(page.consentId))?.status).toBe(back.searchParams.has('code') ? 'Authorised' : 'Rejected')
  })
})

describe('a PSU who comes late', () => {
  test.each(['login', 'consent', 'code'])('at the step %s is sent back, and the consent waits on', async (step) => {
    const page = await begin()
    if (step !== 'login') await page.logIn()
    if (step === 'code') await page.pick()
    await bank.advance(authorisationSeconds * 1000)

    const response = step === 'code' ? await page.approve() : await page.get()

    const back = await page.goBack(response)
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      error: 'access_denied',
      error_description: 'the PSU did not decide in time',
      state: 'a state',
    })
    expect((await consent(page.consentId))?.status).toBe('AwaitingAuthorisation')
  })

  test('by a day is told so', async () => {
    const page = await begin()
    await bank.advance(24 * 3_600_000)

    const response = await page.get()

    expect([response.statusCode, response.body.includes('This request has expired')]).toEqual([400, true])
  })

  test('in time is not', async () => {
    const page = await begin()
    await page.toCode()
    await bank.advance(authorisationSeconds * 1000 - 1)

    expect((await page.goBack(await page.approve())).searchParams.has('code')).toBe(true)
  })
})

test('a consent its TPP withdraws in the meantime is not decided on any more', async () => {
  const page = await begin()
  await page.toCode()
  const token = await bank.token()
  await bank.send({
    method: 'PATCH',
    url: `/api/bobf/release1.0.0/account-access-consents/${page.consentId}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    payload: { Data: { Status: 'Revoked' } },
  })

  const back = await page.goBack(await page.approve())

  expect(Object.fromEntries(back.searchParams)).toMatchObject({
    error: 'access_denied',
    error_description: 'the consent is Revoked',
  })
  expect((await consent(page.consentId))?.status).toBe('Revoked')
})

test('every answer of the pages is ours and not kept', async () => {
  const page = await begin()

  expectOurPage(await page.get())
  expectOurPage(await page.logIn())
  expectOurPage(await page.pick())
  expect((await page.approve()).headers['cache-control']).toBe('no-store')
})

test('an account without a nickname is shown by its kind and number, without a placeholder', async () => {
  psu = bank.tenant.psu('mona') as Psu
  const page = await begin()

  const { body } = await page.logIn()

  expect(body).toMatch(/Current account <bdi class="number" dir="ltr">•••• \w{4}<\/bdi>/)
  expect(body).not.toMatch(/undefined|null|NO ACCOUNT|\[/i)
})

test('dates a TPP may send are shown without failing', async () => {
  const oauth = oauthRequests(bank)
  const { consentId } = await bank.consent({
    status: 'AwaitingAuthorisation',
    permissions: ['ReadAccountsDetail', 'ReadTransactionsDetail', 'ReadTransactionsCredits'],
    expirationDateTime: '9999-12-31t23:59:59z',
    transactionFromDateTime: '0001-01-01T00:00:00+14:00',
    transactionToDateTime: '2030-06-30T23:59:60Z',
  })
  const begun = await oauth.authorise({ consent_id: consentId })
  const cookie = begun.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const csrf = /name="csrf" value="([^"]+)"/.exec((await oauth.follow(begun)).body)?.[1] ?? ''

  const response = await bank.send({
    method: 'POST',
    url: locationOf(begun).pathname,
    headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({
      csrf,
      decision: 'login',
      username: psu.username,
      password: psu.password,
    }).toString(),
  })

  expect(response.statusCode).toBe(200)
  expect(response.body).not.toMatch(/Invalid Date|NaN/)
})
