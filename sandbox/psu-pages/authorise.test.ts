import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Psu } from '#fixtures/types.js'
import { consentRecords } from '../consents/consent.js'
import { MemoryStore } from '../store/memory-store.js'
import { alteredStore } from '../testing/altered-store.js'
import { beginAuthorisation, returnTo } from '../testing/authorise-visit.js'
import { type Change, locationOf } from '../testing/oauth-requests.js'
import { expectOurPage } from '../testing/our-page.js'
import { csrfOf, headingOf, psuVisit } from '../testing/psu-visit.js'
import { openTestBank, type TestBank } from '../testing/test-bank.js'
import { authorisationSeconds } from './authorisation.js'

let bank: TestBank
let psu: Psu
beforeEach(async () => {
  bank = await openTestBank()
  psu = bank.tenant.bank.psus[0] as Psu
})
afterEach(() => bank.close())

const begin = (change: Change = {}) => beginAuthorisation(bank, psu, change)

const consent = (consentId: string) => bank.tenant.store.get(consentRecords, consentId)

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
    const told = await fail()
    const back = locationOf(await page.get(new URL(returnTo(told) ?? '').pathname))

    expect([told.statusCode, headingOf(told)]).toEqual([403, 'Too many wrong tries'])
    expect(told.body).toContain('You can log in again in 10 minutes.')
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

  test('a browser that did not begin it: it is told so, with a way back to the TPP', async () => {
    const page = await begin()
    for (const path of [page.url, page.accounts, page.code]) {
      const stranger = psuVisit(bank)
      for (const response of [await stranger.get(path), await stranger.post(path, { decision: 'cancel' })]) {
        expect([response.statusCode, headingOf(response)]).toEqual([400, 'This request was opened in another browser'])
        expect(returnTo(response)).toBe('https://tpp.example/')
        expectOurPage(response)
      }
    }
    expect((await consent(page.consentId))?.status).toBe('AwaitingAuthorisation')
  })

  test('a browser that began another one', async () => {
    const [one, other] = [await begin(), await begin()]

    expect(headingOf(await other.visit.get(one.url))).toBe('This request was opened in another browser')
  })

  test('a forged cookie', async () => {
    const page = await begin()
    const name = [...page.visit.cookies.keys()].find((each) => each.endsWith('.sig')) ?? ''
    page.visit.cookies.set(name, 'AAAAA')

    expect((await page.get()).statusCode).toBe(400)
  })

  test.each(['PUT', 'PATCH', 'DELETE'] as const)('%s', async (method) => {
    const { url } = await begin()

    expect((await bank.send({ method, url })).statusCode).toBe(405)
  })

  test('a form of another type', async () => {
    const { url, visit, consentId } = await begin()
    const csrf = csrfOf(await visit.get(url))
    const response = await visit.landed(await visit.submit(url, { csrf, decision: 'cancel' }, 'application/json'))

    expect(response.statusCode).toBe(400)
    expectOurPage(response)
    expect((await consent(consentId))?.status).toBe('AwaitingAuthorisation')
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

  test.each([
    ['approve', 'You approved it'],
    ['reject', 'You rejected it'],
    ['cancel', 'You cancelled it'],
  ])(
    'it says what was decided (%s), to the back button and to a second window, with a way back',
    async (how, words) => {
      const page = await begin()
      await page.toCode()
      await page.goBack(await (how === 'approve' ? page.approve() : page.post({ decision: how }, page.code)))
      const before = await consent(page.consentId)

      for (const again of [await page.get(), await page.approve(), await page.post({ decision: 'reject' })]) {
        expect([again.statusCode, headingOf(again)]).toEqual([400, 'This request has already been decided'])
        expect(again.body).toContain(words)
        expect(returnTo(again)).toBe('https://tpp.example/')
      }
      expect(await consent(page.consentId)).toEqual(before)
    },
  )

  test('the way back leads there once', async () => {
    const page = await begin()
    const { headers } = await page.post({ decision: 'cancel' })
    const { pathname } = new URL(String(headers.location))
    await page.get(pathname)

    const again = await page.get(pathname)

    expect(again.statusCode).toBe(400)
    expectOurPage(again)
    expect(again.body).toContain('already been decided')
  })
})

/** A store whose answers take a moment, in which others are at work. */
const unhurriedStore = () =>
  alteredStore(new MemoryStore(), (part) => ({
    get: async (collection, key) => {
      const document = await part.get(collection, key)
      await new Promise((resolve) => setTimeout(resolve, 5))
      return document
    },
  }))

describe('two at the same time', () => {
  beforeEach(async () => {
    await bank.close()
    bank = await openTestBank({ store: unhurriedStore() })
  })

  test('wrong codes are all counted', async () => {
    const page = await begin()
    await page.toCode()

    const csrf = csrfOf(await page.get(page.code))
    const wrong = () => page.visit.submit(page.code, { csrf, decision: 'approve', otp: '000000' })
    await Promise.all(Array.from({ length: 5 }, wrong))

    expect(headingOf(await page.approve())).toBe('Too many wrong tries')
    expect((await consent(page.consentId))?.status).toBe('Rejected')
  })

  test('approvals give one grant', async () => {
    const page = await begin()
    await page.toCode()

    await Promise.all([page.approve(), page.approve(), page.approve()])

    expect((await page.goBack(await page.get())).searchParams.has('code')).toBe(true)
    expect((await consent(page.consentId))?.status).toBe('Authorised')
  })

  test('approval and rejection: one of them counts, and the PSU is sent back with it', async () => {
    const page = await begin()
    await page.toCode()

    await Promise.all([page.approve(), page.post({ decision: 'reject' }, page.code)])

    const back = await page.goBack(await page.get())
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

  test('by a day is shown that the consent has expired', async () => {
    const page = await begin()
    await bank.advance(24 * 3_600_000)

    const response = await page.get()

    expect([response.statusCode, response.body.includes('This request has expired')]).toEqual([400, true])
  })

  test('in time can still decide', async () => {
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

test('an account without a nickname is shown by its type and number, without a placeholder', async () => {
  psu = bank.tenant.psus.byUsername.get('mona') as Psu
  const page = await begin()

  const { body } = await page.logIn()

  expect(body).toMatch(/Current account <bdi class="number" dir="ltr">•••• \w{4}<\/bdi>/)
  expect(body).not.toMatch(/undefined|null|NO ACCOUNT|\[/i)
})

test('dates a TPP may send are shown without failing', async () => {
  const { consentId } = await bank.consent({
    status: 'AwaitingAuthorisation',
    permissions: ['ReadAccountsDetail', 'ReadTransactionsDetail', 'ReadTransactionsCredits'],
    expirationDateTime: '9999-12-31t23:59:59z',
    transactionFromDateTime: '0001-01-01T00:00:00+14:00',
    transactionToDateTime: '2030-06-30T23:59:60Z',
  })
  const page = await begin({ consent_id: consentId })

  const response = await page.logIn()

  expect(response.statusCode).toBe(200)
  expect(response.body).not.toMatch(/Invalid Date|NaN/)
})
