import type { LightMyRequestResponse } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Psu } from '#fixtures/types.js'
import { consentRecords } from '../consents/consent.js'
import { beginAuthorisation, returnTo } from '../testing/authorise-visit.js'
import {
  accountsOf,
  csrfOf,
  type Fields,
  headingOf,
  list,
  openPsuBank,
  psuVisit,
  revokeOf,
} from '../testing/psu-visit.js'
import type { TestBank } from '../testing/test-bank.js'

let bank: TestBank
let layla: Psu
beforeEach(async () => {
  ;({ bank, layla } = await openPsuBank())
})
afterEach(() => bank.close())

const begin = () => beginAuthorisation(bank, layla)
const ticked = ({ body }: LightMyRequestResponse) =>
  [...body.matchAll(/name="accounts" value="([^"]+)"[^>]* checked/gs)].map(([, id]) => id)

describe('a form is answered with a redirect, so that neither Back nor a reload sends it again', () => {
  const fields: readonly Fields[] = [
    { decision: 'login', username: 'layla', password: 'wrong' },
    { decision: 'language' },
    { decision: 'shrug' },
    {},
    { csrf: 'wrong', decision: 'login' },
    { decision: 'login', username: 'layla', password: 'layla-demo' },
    { decision: 'enter' },
    { decision: 'select-all' },
    { decision: 'enter', accounts: 'none of the bank' },
    { decision: 'enter', otp: '000000' },
    { decision: 'cancel' },
  ]

  test.each(['', '/accounts', '/approve'])('of an authorisation, sent to its address%s', async (path) => {
    const page = await begin()
    for (const each of fields) {
      const csrf = csrfOf(await page.get())
      const answer = await page.visit.submit(page.url + path, { csrf, ...each })
      expect([answer.statusCode, answer.body], JSON.stringify(each)).toEqual([303, ''])
      await page.visit.landed(answer)
    }
  })

  test('of the consents of a PSU', async () => {
    const { consentId } = await bank.consent()
    for (const [url, from] of [
      [list, list],
      [`${list}/code`, list],
      [accountsOf(consentId), accountsOf(consentId)],
      [revokeOf(consentId), revokeOf(consentId)],
    ] as const) {
      for (const each of [...fields, { decision: 'log-out' }, { decision: 'save' }]) {
        const visit = psuVisit(bank)
        if (url !== list) await visit.logIn(layla)
        const answer = await visit.submit(url, { csrf: csrfOf(await visit.get(from)), ...each })
        expect([answer.statusCode, answer.body], JSON.stringify([url, each])).toEqual([303, ''])
      }
      await bank.advance(600_000)
    }
  })
})

describe('the steps of an authorisation', () => {
  test('are not skipped by an address', async () => {
    const page = await begin()
    expect([page.accounts, page.code].map((path) => path.slice(page.url.length))).toEqual(['/accounts', '/approve'])
    for (const path of [page.accounts, page.code]) expect(headingOf(await page.get(path))).toBe('Log in')
    await page.logIn()

    expect(headingOf(await page.get(page.code))).toBe('Share your account information?')
    await page.approve()
    expect((await bank.tenant.store.get(consentRecords, page.consentId))?.status).toBe('AwaitingAuthorisation')
  })

  test('lead back from the last one to other accounts, which are then the ones that count', async () => {
    const [first = '', second = ''] = layla.accountIds
    const page = await begin()
    await page.logIn()
    const last = await page.pick([first])
    const changeHref = /<a href="([^"]+)">Change accounts/.exec(last.body)?.[1]
    expect(changeHref).toBe(`http://bank.test${page.accounts}`)

    expect(ticked(await page.get(page.accounts))).toEqual([first])
    expect(headingOf(await page.get(page.code))).toBe('Approve with your one-time code')
    await page.pick([second])
    await page.approve()

    expect(await bank.tenant.store.get(consentRecords, page.consentId)).toMatchObject({ accountIds: [second] })
  })

  test('say at the last one what is shared, of which accounts, how long and of which time', async () => {
    const { consentId } = await bank.consent({
      status: 'AwaitingAuthorisation',
      permissions: ['ReadAccountsDetail', 'ReadBalances', 'ReadTransactionsDetail', 'ReadTransactionsCredits'],
      expirationDateTime: '2031-03-01T00:00:00+03:00',
      transactionFromDateTime: '2029-02-01T00:00:00+03:00',
      transactionToDateTime: '2030-04-01T00:00:00+03:00',
    })
    const page = await beginAuthorisation(bank, layla, { consent_id: consentId })
    await page.logIn()
    const { body } = await page.pick(layla.accountIds.slice(0, 1))

    for (const words of [
      'Balances',
      'How much is in each account',
      '1 March 2031 at 00:00',
      '1 February 2029 at 00:00',
      '1 April 2030 at 00:00',
      'Of one account',
      'Household',
      'Logged in as <bdi>Layla Haddad</bdi>',
    ]) {
      expect(body).toContain(words)
    }
    expect(body).not.toContain('Rainy days')
  })

  test('tick all accounts, or none, on request', async () => {
    const page = await begin()
    await page.logIn()

    expect(ticked(await page.post({ decision: 'select-all' }, page.accounts))).toEqual(layla.accountIds)
    expect(ticked(await page.post({ decision: 'select-none' }, page.accounts))).toEqual([])
    expect((await bank.tenant.store.get(consentRecords, page.consentId))?.status).toBe('AwaitingAuthorisation')
  })

  test('are gone on with after a form of another visit', async () => {
    const page = await begin()
    const response = await page.post({ csrf: 'wrong', decision: 'cancel' })

    expect([response.statusCode, headingOf(response)]).toEqual([400, 'This form can no longer be used'])
    expect(response.body).toContain(`href="http://bank.test${page.url}">Open the page again`)
  })
})

test('the accounts of a consent are ticked all at once, and another language keeps the ticks', async () => {
  const [first = ''] = layla.accountIds
  const { consentId } = await bank.consent({ accountIds: [first] })
  const visit = psuVisit(bank)
  await visit.logIn(layla)

  expect(ticked(await visit.post(accountsOf(consentId), { decision: 'select-all' }))).toEqual(layla.accountIds)
  expect(ticked(await visit.post(accountsOf(consentId), { decision: 'select-none' }))).toEqual([])
  const chosen = layla.accountIds.slice(1, 2)
  const csrf = csrfOf(await visit.get(accountsOf(consentId)))
  const sent = await visit.submit(`${accountsOf(consentId)}?lang=ar`, { csrf, decision: 'language', accounts: chosen })
  const page = await visit.landed(sent)
  expect([ticked(page), page.body.includes('<html lang="ar"')]).toEqual([chosen, true])
})

describe('a request with a wrong redirect address', () => {
  test('shows what was sent and what is registered, and leads back to the TPP', async () => {
    const response = await bank.send({
      url: `/oauth2/authorize?${new URLSearchParams({
        client_id: 'tpp-demo',
        response_type: 'code',
        scope: 'openid accounts',
        redirect_uri: 'https://tpp.example/elsewhere',
      })}`,
      headers: { accept: 'text/html' },
    })
    const tpp = bank.tpps.find(({ clientId }) => clientId === 'tpp-demo')

    expect([response.statusCode, headingOf(response)]).toEqual([400, 'The company gave an address we do not know'])
    expect(response.body).toContain('https://tpp.example/elsewhere')
    for (const uri of tpp?.redirectUris ?? []) expect(response.body).toContain(uri)
    expect(returnTo(response)).toBeTruthy()
  })
})
