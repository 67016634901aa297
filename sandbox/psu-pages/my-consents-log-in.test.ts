import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Psu } from '#fixtures/types.js'
import { consentRecords } from '../consents/consent.js'
import { expectOurPage } from '../testing/our-page.js'
import { csrfOf, type Fields, headingOf, list, openPsuBank, psuVisit, revokeOf } from '../testing/psu-visit.js'
import { openTestBank, type TestBank } from '../testing/test-bank.js'
import { psuSessionRecords, psuSessionSeconds } from './psu-session.js'

let bank: TestBank
let layla: Psu
let omar: Psu
let visit: ReturnType<typeof psuVisit>
beforeEach(async () => {
  ;({ bank, layla, omar, visit } = await openPsuBank())
})
afterEach(() => bank.close())

const stored = (consentId: string) => bank.tenant.store.get(consentRecords, consentId)

describe('logging in', () => {
  test('takes password and code, gives the session an id of its own, and shows the list', async () => {
    const asked = await visit.get()
    const before = visit.cookies.get('psu_visit')
    const in_ = await visit.logIn(layla)

    expect([asked, in_].map(headingOf)).toEqual(['Log in to your consents', 'Your consents'])
    expect([...visit.cookies.keys()]).toEqual(['psu_session'])
    expect(visit.cookies.get('psu_session')).not.toBe(before)
    expect((await visit.get()).body).toContain('Logged in as <bdi>Layla Haddad</bdi>')
    expect(bank.log).toEqual([])
  })

  test('keeps its cookies from scripts, other sites and other pages', async () => {
    const first = await visit.get()
    await visit.post(list, { decision: 'login', username: layla.username, password: layla.password })
    const csrf = csrfOf(await visit.get())
    const second = await visit.submit(list, { csrf, decision: 'confirm', otp: layla.otp })

    expect(first.headers['set-cookie']).toMatch(/^psu_visit=[\w-]{43}; Path=\/my-consents; HttpOnly; SameSite=Strict$/)
    expect(second.headers['set-cookie']).toEqual([
      expect.stringMatching(/^psu_session=[\w-]{43}; Path=\/my-consents; HttpOnly; SameSite=Strict$/),
      'psu_visit=; Max-Age=0; Path=/my-consents; HttpOnly; SameSite=Strict',
    ])
  })

  test('keeps them to https and below the path of a bank behind a proxy', async () => {
    const other = await openTestBank({ publicUrl: 'https://bank.test/sandbox' })
    const { headers } = await psuVisit(other).get()
    await other.close()

    expect(headers['set-cookie']).toMatch(/; Path=\/sandbox\/my-consents; HttpOnly; Secure; SameSite=Strict$/)
  })

  test.each([
    ['a wrong password', { decision: 'login', username: 'layla', password: 'x' }, 'not right'],
    ['no username', { decision: 'login', username: '', password: 'x' }, 'Enter your username'],
    ['two usernames', { decision: 'login', username: ['layla', 'omar'], password: 'x' }, 'Enter your username'],
  ])('stays with %s: 422 and words about it', async (_name, fields, words) => {
    const response = await visit.post(list, fields)

    expect(response.statusCode).toBe(422)
    expect(response.body).toContain(words)
    expectOurPage(response)
  })

  test('counts wrong codes, and after the third takes nothing until the visit has expired', async () => {
    await visit.post(list, { decision: 'login', username: layla.username, password: layla.password })
    const wrong = () => visit.post(list, { decision: 'confirm', otp: '000000' })
    expect((await wrong()).body).toContain('You have 2 tries left.')
    expect((await wrong()).body).toContain('You have one try left.')
    const csrf = csrfOf(await visit.get())
    const send = async (fields: Fields) => visit.landed(await visit.submit(list, { csrf, ...fields }))

    expect((await send({ decision: 'confirm', otp: '000000' })).body).toContain('Too many wrong')
    expect((await send({ decision: 'cancel' })).body).toContain('Too many wrong')
    expect((await send({ decision: 'confirm', otp: layla.otp })).body).toContain('Too many wrong')
    expect(visit.cookies.has('psu_session')).toBe(false)
    await bank.advance(psuSessionSeconds * 1000)
    expect(headingOf(await visit.logIn(layla))).toBe('Your consents')
  })

  test('goes back to the password when cancelled at the code', async () => {
    await visit.post(list, { decision: 'login', username: layla.username, password: layla.password })
    await visit.post(list, { decision: 'cancel' })

    expect(headingOf(await visit.get())).toBe('Log in to your consents')
  })

  test('needs the form of this browser', async () => {
    const csrf = csrfOf(await psuVisit(bank).get())
    await visit.get()
    const fields = { decision: 'login', username: layla.username, password: layla.password }

    for (const sent of [{ ...fields }, { ...fields, csrf }, { ...fields, csrf: [csrf, csrf] }]) {
      const response = await visit.landed(await visit.submit(list, sent))
      expect([response.statusCode, headingOf(response)]).toEqual([400, 'This form can no longer be used'])
    }
    const stranger = psuVisit(bank)
    expect((await stranger.landed(await stranger.submit(list, { ...fields, csrf }))).statusCode).toBe(400)
  })
})

describe('a session', () => {
  beforeEach(() => visit.logIn(layla))

  test('ends on the bank’s clock, and nothing is done in it any more', async () => {
    const { consentId } = await bank.consent()
    const csrf = csrfOf(await visit.get(revokeOf(consentId)))
    await bank.advance(psuSessionSeconds * 1000 - 1)
    expect((await visit.get()).body).toContain('Logged in as')
    await bank.advance(1)

    const response = await visit.landed(await visit.submit(revokeOf(consentId), { csrf, decision: 'revoke' }))

    expect(response.statusCode).toBe(200)
    expect(response.body).toContain('You have been logged out, and nothing has been changed')
    expect((await stored(consentId))?.status).toBe('Authorised')
    expect(visit.cookies.has('psu_session')).toBe(false)
    expect((await visit.get()).body).not.toContain('You have been logged out')
  })

  test('ends when its PSU logs out, also for a copy of the cookie', async () => {
    const kept = new Map(visit.cookies)
    await visit.post(list, { decision: 'log-out' })
    expect(visit.cookies.has('psu_session')).toBe(false)

    for (const [name, value] of kept) visit.cookies.set(name, value)

    expect(headingOf(await visit.get())).toBe('Log in to your consents')
  })

  test('is left by another who logs in at the same browser', async () => {
    const before = visit.cookies.get('psu_session') as string
    visit.cookies.delete('psu_session')
    await visit.get()
    visit.cookies.set('psu_session', before)
    const visitId = visit.cookies.get('psu_visit') as string
    const elsewhere = psuVisit(bank)
    elsewhere.cookies.set('psu_visit', visitId)
    const csrf = csrfOf(await elsewhere.get())
    await visit.submit(list, { csrf, decision: 'login', username: omar.username, password: omar.password })
    elsewhere.cookies.set('psu_visit', visit.cookies.get('psu_visit') as string)
    const asked = csrfOf(await elsewhere.get())
    await visit.submit(list, { csrf: asked, decision: 'confirm', otp: omar.otp })

    expect((await visit.get()).body).toContain('Omar Nasser')
    expect(await bank.tenant.store.get(psuSessionRecords, before)).toBeUndefined()
  })

  test('is not ended by a form from elsewhere, which brings no cookie along', async () => {
    const response = await psuVisit(bank).submit(list, { decision: 'log-out' })

    expect(response.headers['set-cookie']).toBeUndefined()
    expect((await visit.get()).body).toContain('Logged in as')
  })

  test('takes no id of a visit for one of a session, nor one for the other', async () => {
    const other = psuVisit(bank)
    await other.post(list, { decision: 'login', username: layla.username, password: layla.password })
    other.cookies.set('psu_session', other.cookies.get('psu_visit') as string)
    expect((await other.get()).body).not.toContain('Logged in as')

    const third = psuVisit(bank)
    third.cookies.set('psu_visit', visit.cookies.get('psu_session') as string)
    expect(headingOf(await third.get())).toBe('Log in to your consents')
  })
})
