import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Psu } from '#fixtures/types.js'
import { expectOurPage } from '../testing/our-page.js'
import { csrfOf, psuVisit } from '../testing/psu-visit.js'
import { openTestBank, pathOf, type TestBank, testNow } from '../testing/test-bank.js'
import { consentsPerPage } from './my-consents-views.js'
import { psuSessionSeconds } from './psu-session.js'

let bank: TestBank
let layla: Psu
let omar: Psu
let visit: ReturnType<typeof psuVisit>
beforeEach(async () => {
  bank = await openTestBank()
  ;[layla, omar] = bank.tenant.bank.psus as [Psu, Psu, ...Psu[]]
  visit = psuVisit(bank)
})
afterEach(() => bank.close())

const list = '/my-consents'
const accountsOf = (consentId: string) => `${list}/${consentId}/accounts`
const revokeOf = (consentId: string) => `${list}/${consentId}/revoke`
const stored = (consentId: string) => bank.tenant.store.get('consents', consentId)
const headingOf = ({ body }: { body: string }) => /<h1>(.*)<\/h1>/.exec(body)?.[1]

describe('logging in', () => {
  test('takes password and code, gives the session an id of its own, and shows the list', async () => {
    const asked = await visit.get()
    const before = visit.cookies.get('psu_visit')
    const in_ = await visit.logIn(layla)

    expect(headingOf(asked)).toBe('Log in to your consents')
    expect([in_.statusCode, in_.headers.location]).toEqual([303, `${list}`])
    expect([...visit.cookies.keys()]).toEqual(['psu_session'])
    expect(visit.cookies.get('psu_session')).not.toBe(before)
    expect((await visit.get()).body).toContain('Logged in as <bdi>Layla Haddad</bdi>')
  })

  test('keeps its cookies from scripts, other sites and other pages', async () => {
    const first = await visit.get()
    const second = await visit.logIn(layla)

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

    expect(headers['set-cookie']).toMatch(/; Path=\/sandbox\/my-consents; HttpOnly; SameSite=Strict; Secure$/)
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

    expect((await visit.submit(list, { csrf, decision: 'confirm', otp: '000000' })).body).toContain('Too many wrong')
    expect((await visit.submit(list, { csrf, decision: 'cancel' })).statusCode).toBe(303)
    expect((await visit.submit(list, { csrf, decision: 'confirm', otp: layla.otp })).body).toContain('Too many wrong')
    expect(visit.cookies.has('psu_session')).toBe(false)
    await bank.advance(psuSessionSeconds * 1000)
    expect((await visit.logIn(layla)).statusCode).toBe(303)
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
      const response = await visit.submit(list, sent)
      expect([response.statusCode, headingOf(response)]).toEqual([400, 'This form can no longer be used'])
    }
    expect((await psuVisit(bank).submit(list, { ...fields, csrf })).statusCode).toBe(400)
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

    const response = await visit.submit(revokeOf(consentId), { csrf, decision: 'revoke' })

    expect(response.statusCode).toBe(422)
    expect(response.body).toContain('You have been logged out, and nothing has been changed')
    expect((await stored(consentId))?.status).toBe('Authorised')
    expect(visit.cookies.has('psu_session')).toBe(false)
    expect((await visit.get()).body).not.toContain('You have been logged out')
  })

  test('dies when its PSU logs out, for whoever still has the cookie', async () => {
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
    await visit.submit(list, { csrf, decision: 'confirm', otp: omar.otp })

    expect((await visit.get()).body).toContain('Omar Nasser')
    expect(await bank.tenant.store.get('psuSessions', before)).toBeUndefined()
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

describe('the list', () => {
  beforeEach(() => visit.logIn(layla))

  test('says who sees what of which accounts and since when, newest first', async () => {
    await bank.consent({ createdAt: testNow - 86_400_000, tppId: 'tpp-other', status: 'Revoked' })
    await bank.consent({
      permissions: ['ReadBalances'],
      accountIds: layla.accountIds.slice(0, 1),
      accountsChangedAt: testNow + 60_000,
      expirationDateTime: '2031-01-15T09:00:00+03:00',
    })
    const { body } = await visit.get()
    const [first = '', second = ''] = body.split('<li class="consent').slice(1)

    for (const words of [
      'Demo Money App',
      'Active',
      'How much is in each account',
      'Household',
      '15 January 2030 at 09:00',
      '15 January 2031 at 09:00',
      '15 January 2030 at 09:01',
      'Stop sharing',
    ]) {
      expect(first).toContain(words)
    }
    expect(first).not.toContain('Rainy days')
    for (const words of ['Other Money App', 'Stopped', '14 January 2030 at 09:00']) expect(second).toContain(words)
    expect(second).not.toContain('/revoke')
  })

  test('offers no change of what has expired', async () => {
    const { consentId } = await bank.consent({ expirationDateTime: '2030-01-15T09:00:01+03:00' })
    expect((await visit.get()).body).toContain(revokeOf(consentId))
    await bank.advance(1000)

    const { body } = await visit.get()

    expect(body).toContain('Expired')
    expect(body).not.toContain(consentId)
  })

  test('has pages, each with the next', async () => {
    for (let count = 0; count <= consentsPerPage; count += 1) await bank.consent({ createdAt: testNow + count })
    const count = ({ body }: { body: string }) => body.match(/<li class="consent/g)?.length

    const first = await visit.get()
    const last = await visit.get(`${list}?page=2`)

    expect([count(first), count(last)]).toEqual([consentsPerPage, 1])
    expect(first.body).toContain(`href="${list}?page=2"`)
    expect(last.body).toContain(`href="${list}"`)
    for (const page of ['99', '0', '-1', 'x', '1e9']) {
      expect(count(await visit.get(`${list}?page=${page}`))).toBeGreaterThan(0)
    }
  })

  test('shows a PSU nothing of another, and says so when there is nothing', async () => {
    const { consentId } = await bank.consent({ psuId: omar.psuId })
    const { body } = await visit.get(`${list}?changed=${consentId}`)

    expect(body).toContain('You have not let any company see your accounts.')
    expect(body).not.toContain(consentId)
    expect(body).not.toContain('Demo Money App')
  })

  test('says of a change only what is so', async () => {
    const { consentId } = await bank.consent({ status: 'Revoked' })

    expect((await visit.get(`${list}?changed=${consentId}`)).body).toContain('has stopped.')
    expect((await visit.get(`${list}?changed=none`)).body).not.toContain('role="status"')
  })

  test('shows a consent whose TPP or account the bank no longer has', async () => {
    await bank.consent({ tppId: 'tpp-gone', accountIds: ['account-gone', ...layla.accountIds] })

    const response = await visit.get()

    expect(response.statusCode).toBe(200)
    expect(response.body).toContain('tpp-gone')
  })
})

describe('changing a consent', () => {
  beforeEach(() => visit.logIn(layla))

  test('shows the accounts it covers ticked, and takes others', async () => {
    const [first, second] = layla.accountIds as [string, string]
    const { consentId } = await bank.consent({ accountIds: [first] })
    const ticked = [...(await visit.get(accountsOf(consentId))).body.matchAll(/value="([^"]+)"[^>]* checked/gs)]
    expect(ticked.map(([, id]) => id)).toEqual([first])

    const response = await visit.post(accountsOf(consentId), { decision: 'save', accounts: second })

    expect(response.headers.location).toBe(`${list}?changed=${consentId}`)
    expect((await stored(consentId))?.accountIds).toEqual([second])
    expect((await visit.get(`${list}?changed=${consentId}`)).body).toContain('now sees the accounts you have chosen')
  })

  test.each([
    ['none', () => ({})],
    ['another PSU’s', () => ({ accounts: omar.accountIds })],
  ])('asks for at least one account: %s', async (_name, fields) => {
    const consent = await bank.consent()

    const response = await visit.post(accountsOf(consent.consentId), { decision: 'save', ...fields() })

    expect(response.statusCode).toBe(422)
    expect(response.body).toContain('Choose at least one account. If you want to share nothing, stop sharing')
    expect(response.body).toContain(revokeOf(consent.consentId))
    expect(response.body).not.toContain(' checked')
    expect(await stored(consent.consentId)).toEqual(consent)
  })

  test('asks before it revokes, and then the token is worthless at the next request', async () => {
    const consent = await bank.consent()
    const headers = { authorization: `Bearer ${await bank.token({ consent })}` }
    const read = async () => (await bank.send({ url: pathOf('1.0.0', '/accounts'), headers })).statusCode
    expect(headingOf(await visit.get(revokeOf(consent.consentId)))).toBe('Stop sharing with this company?')
    expect(await read()).toBe(200)

    const response = await visit.post(revokeOf(consent.consentId), { decision: 'revoke' })

    expect(response.headers.location).toBe(`${list}?changed=${consent.consentId}`)
    expect(await read()).toBe(401)
  })

  test.each([
    ['no csrf', () => ({})],
    ['the csrf of another session', async () => ({ csrf: await csrfOfOther() })],
    ['half of it', () => ({ csrf: 'a' })],
  ])('does nothing with %s', async (_name, csrf) => {
    const consent = await bank.consent()
    for (const [url, decision] of [
      [revokeOf(consent.consentId), 'revoke'],
      [accountsOf(consent.consentId), 'save'],
      [list, 'log-out'],
    ] as const) {
      const accounts = layla.accountIds.slice(0, 1)
      const response = await visit.submit(url, { ...(await csrf()), decision, accounts })
      expect([response.statusCode, headingOf(response)]).toEqual([400, 'This form can no longer be used'])
    }
    expect(await stored(consent.consentId)).toEqual(consent)
    expect((await visit.get()).body).toContain('Logged in as')
  })

  async function csrfOfOther() {
    const other = psuVisit(bank)
    await other.logIn(layla)
    return csrfOf(await other.get())
  }

  test('does nothing with the button of another page', async () => {
    const consent = await bank.consent()

    for (const [url, decision] of [
      [revokeOf(consent.consentId), 'save'],
      [accountsOf(consent.consentId), 'revoke'],
    ] as const) {
      expect((await visit.post(url, { decision, accounts: layla.accountIds })).statusCode).toBe(400)
    }
    expect(await stored(consent.consentId)).toEqual(consent)
  })

  test('answers for another PSU’s consent as for one that is not there', async () => {
    const { consentId } = await bank.consent({ psuId: omar.psuId })
    const csrf = csrfOf(await visit.get())

    for (const pathFor of [accountsOf, revokeOf]) {
      const fields = { csrf, decision: pathFor === revokeOf ? 'revoke' : 'save', accounts: layla.accountIds }
      const [foreign, unknown] = [await visit.get(pathFor(consentId)), await visit.get(pathFor('none'))]
      expect([foreign.statusCode, headingOf(foreign)]).toEqual([404, 'We do not know this consent'])
      expect(unknown.body).toBe(foreign.body)
      expect((await visit.submit(pathFor(consentId), fields)).body).toBe(foreign.body)
    }
    expect((await stored(consentId))?.status).toBe('Authorised')
  })

  test.each([
    ['revoked', { status: 'Revoked' }, 'Sharing was already stopped'],
    ['expired', { expirationDateTime: '2030-01-15T09:00:00+03:00' }, 'This consent has expired'],
  ] as const)('says what has become of one that was %s in the meantime', async (_name, become, heading) => {
    const consent = await bank.consent()
    const csrf = csrfOf(await visit.get(revokeOf(consent.consentId)))
    await bank.consent({ ...consent, ...become })

    for (const response of [
      await visit.submit(revokeOf(consent.consentId), { csrf, decision: 'revoke' }),
      await visit.submit(accountsOf(consent.consentId), { csrf, decision: 'save', accounts: layla.accountIds }),
      await visit.submit(accountsOf(consent.consentId), { csrf, decision: 'save' }),
      await visit.get(accountsOf(consent.consentId)),
    ]) {
      expect([response.statusCode, headingOf(response)]).toEqual([409, heading])
      expect(response.body).toContain(`href="${list}">Back to your consents`)
    }
  })

  test('of two revocations at the same time one wins, and the other is told', async () => {
    const { consentId } = await bank.consent()
    const csrf = csrfOf(await visit.get(revokeOf(consentId)))
    const revoke = () => visit.submit(revokeOf(consentId), { csrf, decision: 'revoke' })

    const statuses = (await Promise.all([revoke(), revoke()])).map(({ statusCode }) => statusCode)

    expect(statuses.toSorted()).toEqual([303, 409])
  })

  test.each([accountsOf, revokeOf])('asks who is not logged in to log in: %o', async (pathFor) => {
    const { consentId } = await bank.consent()

    const response = await psuVisit(bank).get(pathFor(consentId))

    expect(headingOf(response)).toBe('Log in to your consents')
    expect(response.body).not.toContain(consentId)
  })
})

describe('every page', () => {
  test('is ours, is not kept, and posts to this bank alone', async () => {
    const { consentId } = await bank.consent()
    const before = await visit.get()
    await visit.logIn(layla)
    const pages = [await visit.get(), await visit.get(accountsOf(consentId)), await visit.get(revokeOf(consentId))]

    for (const response of [before, ...pages, await visit.get(revokeOf('none'))]) {
      expectOurPage(response)
      expect(response.headers['content-security-policy']).toContain("form-action 'self'")
    }
  })

  test('stays in the language that was asked for, from the log-in on', async () => {
    const { consentId } = await bank.consent()
    await visit.post(`${list}?lang=ar`, { decision: 'login', username: layla.username, password: layla.password })
    const in_ = await visit.post(`${list}?lang=ar`, { decision: 'confirm', otp: layla.otp })
    expect(in_.headers.location).toBe(`${list}?lang=ar`)

    for (const url of [`${list}?lang=ar`, `${accountsOf(consentId)}?lang=ar`, `${revokeOf(consentId)}?lang=ar`]) {
      const { body } = await visit.get(url)
      expect(body).toContain('<html lang="ar" dir="rtl">')
      const links = [...body.matchAll(/(?:href|action)="([^"]*my-consents[^"]*)"/g)].map(([, href]) => href)
      expect(links.filter((href) => !href?.endsWith('lang=ar'))).toEqual([expect.stringMatching(/\?lang=en$/)])
    }
    expect((await visit.get(list)).body).toContain('<html lang="en" dir="ltr">')
  })

  test('works by whatever name the bank is reached, and below the path it has behind a proxy', async () => {
    const addresses = ({ body }: { body: string }) =>
      [...body.matchAll(/(?:href|action)="([^"]*)"/g)].map(([, href = '']) => href).filter((href) => href !== 'data:,')
    const { consentId } = await bank.consent()
    await visit.logIn(layla)
    for (const url of [list, accountsOf(consentId), revokeOf(consentId), revokeOf('none')]) {
      for (const href of addresses(await visit.get(url))) expect(href).toMatch(/^\/(my-consents|authorise)[/?]?/)
    }

    const other = await openTestBank({ publicUrl: 'https://bank.test/sandbox' })
    for (const href of addresses(await psuVisit(other).get()))
      expect(href).toMatch(/^\/sandbox\/(my-consents|authorise)/)
    await other.close()
  })

  test('is in the language of its PSU when none is asked for', async () => {
    await visit.logIn(bank.tenant.psu('abdulla') as Psu)

    for (const url of [list, revokeOf('none')]) expect((await visit.get(url)).body).toContain('<html lang="ar"')
  })

  test.each(['', '%00', '__proto__', 'a/../b', 'x'.repeat(4000)])('takes any id without failing: %j', async (id) => {
    await visit.logIn(layla)

    expect((await visit.get(`${list}/${encodeURIComponent(id)}/revoke`)).statusCode).toBe(404)
  })

  test('a form that is too big or no form is refused on a page of ours', async () => {
    await visit.get()
    const send = (type: string, payload: string) =>
      bank.send({ method: 'POST', url: list, headers: { 'content-type': type }, payload })

    expectOurPage(await send('application/x-www-form-urlencoded', `a=${'x'.repeat(40_000)}`))
    expect((await send('application/json', '{"decision":"log-out"}')).statusCode).toBeLessThan(500)
  })
})
