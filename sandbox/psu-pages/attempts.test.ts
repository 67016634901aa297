import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Psu } from '#fixtures/types.js'
import { beginAuthorisation } from '../testing/authorise-visit.js'
import { csrfOf, headingOf, list, openPsuBank, psuVisit } from '../testing/psu-visit.js'
import { openTestBank, type TestBank } from '../testing/test-bank.js'
import { lockSeconds } from './attempts.js'
import { visitCookie } from './visit-cookie.js'

let bank: TestBank
let layla: Psu
let omar: Psu
beforeEach(async () => {
  ;({ bank, layla, omar } = await openPsuBank())
})
afterEach(() => bank.close())

/** A page in a new browser: what it says after this password, or this code. */
const pages = {
  'my consents': {
    password: (who: Pick<Psu, 'username' | 'password'>) =>
      psuVisit(bank).post(list, { decision: 'login', username: who.username, password: who.password }),
    code: async (otp: string, who = layla) => {
      const visit = psuVisit(bank)
      await visit.post(list, { decision: 'login', username: who.username, password: who.password })
      return visit.post(list, { decision: 'confirm', otp })
    },
  },
  'an authorisation': {
    password: async (who: Pick<Psu, 'username' | 'password'>) =>
      (await beginAuthorisation(bank, layla)).post({ decision: 'login', ...{ ...who } }),
    code: async (otp: string, who = layla) => {
      const page = await beginAuthorisation(bank, who)
      await page.toCode()
      return page.approve(otp)
    },
  },
} as const
const kinds = Object.keys(pages) as (keyof typeof pages)[]
const pairs = kinds.flatMap((first) => kinds.map((second) => [first, second] as const))

const wrong = { username: 'Layla ', password: 'guess' }
const minutes = (body: string) => /Wait (\d+|one) minutes?/.exec(body)?.[1]

describe.each(pairs)('after three wrong ones at %s, each in a new browser, %s takes no', (first, second) => {
  test('password, not even the right one, says how long, and takes it then', async () => {
    for (let count = 0; count < 3; count += 1) await pages[first].password(wrong)
    const locked = await pages[second].password(layla)
    await bank.advance(90_000)
    const later = await pages[second].password(layla)
    await bank.advance(lockSeconds * 1000 - 90_000)
    const after = await pages[second].password(layla)

    expect([locked, later].map(({ statusCode, body }) => [statusCode, minutes(body)])).toEqual([
      [422, '10'],
      [422, '9'],
    ])
    expect(after.body).not.toContain('Too many')
    expect((await pages[second].password(omar)).body).not.toContain('Too many')
  })

  test('code, not even the right one, says how long, and takes it then', async () => {
    for (let count = 0; count < 3; count += 1) await pages[first].code('000000')
    const locked = await pages[second].code(layla.otp)
    await bank.advance(lockSeconds * 1000)
    const after = await pages[second].code(layla.otp)

    expect([locked.statusCode, minutes(locked.body)]).toEqual([422, '10'])
    expect([after.statusCode < 400, after.body.includes('Too many')]).toEqual([true, false])
  })
})

test('a right password does not make the bank forget wrong codes; the right code does', async () => {
  const { code } = pages['my consents']
  expect((await code('000000')).body).toContain('You have 2 tries left.')
  expect((await code('000000')).body).toContain('You have one try left.')
  expect(headingOf(await code(layla.otp))).toBe('Your consents')

  expect((await code('000000')).body).toContain('You have 2 tries left.')
})

test.each(kinds)('a lock does not tell which usernames there are: %s', async (kind) => {
  const anonymous = (body: string, username: string) =>
    body
      // a sandbox lists everybody to anybody
      .replace(/<details class="test-people">.*?<\/details>/s, '')
      .replaceAll(username, 'somebody')
      .replaceAll(/csrf" value="[^"]+"/g, '')
      .replaceAll(/authorise\/[\w-]+/g, '')
  const bodies = async (username: string) => {
    const said: string[] = []
    for (let count = 0; count < 5; count += 1) {
      const { statusCode, body } = await pages[kind].password({ username, password: 'guess' })
      said.push(statusCode + anonymous(body, username))
    }
    return said
  }

  expect(await bodies('layla')).toEqual(await bodies('nobody-of-that-name'))
})

test('is counted in the store: another process, or the next one, knows', async () => {
  for (let count = 0; count < 3; count += 1) await pages['my consents'].password(wrong)
  const other = await openTestBank({ store: bank.store })
  const visit = psuVisit(other)

  const page = await visit.post(list, { decision: 'login', username: layla.username, password: layla.password })

  expect(page.body).toContain('Too many wrong tries')
})

test('attempts at the same time are all counted', async () => {
  const visits = Array.from({ length: 8 }, () => psuVisit(bank))
  const csrfs = await Promise.all(visits.map(async (visit) => csrfOf(await visit.get())))
  const fields = { decision: 'login', ...wrong }
  await Promise.all(visits.map((visit, index) => visit.submit(list, { csrf: csrfs[index] as string, ...fields })))

  expect((await pages['my consents'].password(layla)).body).toContain('Too many')
})

describe('an id from before the log-in is worth nothing after it', () => {
  test('at an authorisation: after the password, and after the code', async () => {
    const page = await beginAuthorisation(bank, layla)
    const planted = psuVisit(bank)
    for (const [name, value] of page.visit.cookies) planted.cookies.set(name, value)
    await page.logIn()
    const afterPassword = page.visit.cookies.get(visitCookie)

    for (const path of [page.url, page.accounts]) {
      expect(headingOf(await planted.get(path))).toBe('This request was opened in another browser')
    }
    expect(headingOf(await planted.post(page.accounts, { decision: 'cancel' }))).toBe(
      'This request was opened in another browser',
    )

    await page.pick()
    const approved = await page.approve()
    expect(afterPassword).toMatch(/^[\w-]{43}$/)
    expect(page.visit.cookies.get(visitCookie)).not.toBe(afterPassword)
    for (const old of [undefined, afterPassword]) {
      if (old !== undefined) planted.cookies.set(visitCookie, old)
      const { pathname } = new URL(String(approved.headers.location))
      expect(String((await planted.get(pathname)).headers.location)).not.toContain('code=')
    }
    expect((await page.goBack(approved)).searchParams.get('code')).toBeTruthy()
  })

  test('at the consents: after the password, and after the code', async () => {
    const visit = psuVisit(bank)
    await visit.get()
    const ids = [visit.cookies.get('psu_visit')]
    await visit.post(list, { decision: 'login', username: layla.username, password: layla.password })
    ids.push(visit.cookies.get('psu_visit'))
    const planted = psuVisit(bank)
    planted.cookies.set('psu_visit', ids[0] as string)
    expect(headingOf(await planted.get())).toBe('Log in to your consents')

    await visit.post(list, { decision: 'confirm', otp: layla.otp })
    planted.cookies.set('psu_visit', ids[1] as string)

    expect(headingOf(await planted.get())).toBe('Log in to your consents')
    expect(new Set([...ids, visit.cookies.get('psu_session')]).size).toBe(3)
  })
})
