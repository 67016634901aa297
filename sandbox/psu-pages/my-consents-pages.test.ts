import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Psu } from '#fixtures/types.js'
import { expectOurPage } from '../testing/our-page.js'
import { accountsOf, list, openPsuBank, psuVisit, revokeOf } from '../testing/psu-visit.js'
import { openTestBank, type TestBank, testNow } from '../testing/test-bank.js'
import { consentsPerPage } from './my-consents-views.js'

let bank: TestBank
let layla: Psu
let omar: Psu
let visit: ReturnType<typeof psuVisit>
beforeEach(async () => {
  ;({ bank, layla, omar, visit } = await openPsuBank())
})
afterEach(() => bank.close())

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

    expect(body).toContain('You have not let any company see your accounts')
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

  test('stays in the language that was chosen, from the log-in on, whatever the PSU’s own is', async () => {
    const { consentId } = await bank.consent()
    await visit.get(`${list}?lang=ar`)
    await visit.logIn(layla)

    for (const url of [list, accountsOf(consentId), revokeOf(consentId), revokeOf('none')]) {
      expect((await visit.get(url)).body).toContain('<html lang="ar" dir="rtl">')
    }
    expect((await visit.get(`${list}?lang=en`)).body).toContain('<html lang="en" dir="ltr">')
    expect((await visit.get(list)).body).toContain('<html lang="en" dir="ltr">')
  })

  test('works by whatever name the bank is reached, and below the path it has behind a proxy', async () => {
    const addresses = ({ body }: { body: string }) =>
      [...body.matchAll(/(?:href|action)="([^"]*)"/g)]
        .map(([, href = '']) => href)
        .filter((href) => href !== 'data:,' && !href.startsWith('?'))
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
    await visit.logIn(bank.tenant.psus.byUsername.get('abdulla') as Psu)

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
