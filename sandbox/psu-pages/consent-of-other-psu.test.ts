import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Psu } from '#fixtures/types.js'
import { consentRecords } from '../consents/consent.js'
import { locationOf, oauthRequests } from '../testing/oauth-requests.js'
import { expectOurPage } from '../testing/our-page.js'
import { openPsuBank, psuVisit, revokeOf } from '../testing/psu-visit.js'
import type { TestBank } from '../testing/test-bank.js'
import { alive, everywhere, parametersOf, type Tokens, type TppVisit, tppVisit } from '../testing/tpp-visit.js'

let bank: TestBank
let layla: Psu
let omar: Psu
let tpp: TppVisit
beforeEach(async () => {
  ;({ bank, layla, omar } = await openPsuBank())
  tpp = tppVisit(bank)
})
afterEach(() => bank.close())

const stored = (consentId: string) => bank.tenant.store.get(consentRecords, consentId)

const pathOfUrl = (url: string | URL) => {
  const { pathname, search } = new URL(url)
  return pathname + search
}

/** A PSU's browser that has opened an authorisation. */
async function open(address: string) {
  const visit = psuVisit(bank)
  const url = locationOf(await visit.get(pathOfUrl(address))).pathname
  const logIn = ({ username, password }: Psu) => visit.post(url, { decision: 'login', username, password })
  const pick = ({ accountIds }: Psu) => visit.post(url, { decision: 'continue', accounts: accountIds })
  const approve = ({ otp }: Psu) => visit.post(url, { decision: 'approve', otp })
  return { visit, url, logIn, pick, approve }
}

/** The way back to the TPP that a page shows. */
const wayBack = ({ body }: { body: string }) =>
  /<a class="primary" href="([^"]+)"/.exec(body)?.[1]?.replaceAll('&amp;', '&') ?? ''

interface Approved {
  readonly consentId: string
  readonly address: string
  readonly tokens: Tokens
}

/** A consent that layla has approved, and the address that she was sent to. */
async function approvedByLayla(): Promise<Approved> {
  const consentId = await tpp.consent()
  const address = await tpp.address(consentId)
  const { code } = await tpp.decide('layla', address)
  const { access_token: access, refresh_token: refresh } = (await tpp.exchange(code ?? '')).json()
  return { consentId, address, tokens: { access, refresh } }
}

/** Nothing of layla's has changed. */
async function expectUntouched({ consentId, tokens }: Approved, before: unknown): Promise<void> {
  expect(await stored(consentId)).toEqual(before)
  expect(await everywhere(tpp, tokens)).toEqual(alive)
  const accounts = (await tpp.read(tokens.access)).json<{ Data: { Account: { AccountId: string }[] } }>().Data.Account
  expect(accounts.map(({ AccountId }) => AccountId)).toEqual(layla.accountIds)
}

async function pushed(consentId: string): Promise<string> {
  const fields = Object.fromEntries(await oauthRequests(bank).parameters({ consent_id: consentId }))
  const { request_uri } = (await tpp.form('/oauth2/par', fields)).json<{ request_uri: string }>()
  return `http://bank.test/oauth2/authorize?${new URLSearchParams({ client_id: 'tpp-demo', request_uri })}`
}

const addresses = {
  'the same address': ({ address }: Approved) => address,
  'a new address': ({ consentId }: Approved) => tpp.address(consentId, 'another state'),
  'a pushed request': ({ consentId }: Approved) => pushed(consentId),
}

describe.each(Object.keys(addresses) as (keyof typeof addresses)[])(
  'a consent that another PSU has approved, at %s',
  (kind) => {
    test('is told about on a page with a way back to the TPP, which gets access_denied; nothing is changed', async () => {
      const approved = await approvedByLayla()
      const before = await stored(approved.consentId)
      const page = await open(await addresses[kind](approved))
      const told = await page.logIn(omar)

      expect([told.statusCode, /<h1>(.*)<\/h1>/.exec(told.body)?.[1]]).toEqual([
        403,
        'This consent belongs to another customer',
      ])
      expectOurPage(told)
      for (const secret of [layla.name, layla.username, ...layla.accountIds]) expect(told.body).not.toContain(secret)
      const back = await page.visit.get(pathOfUrl(wayBack(told)))
      expect(parametersOf(back)).toMatchObject({
        error: 'access_denied',
        error_description: expect.stringContaining('another PSU'),
        state: kind === 'a new address' ? 'another state' : 'a state',
      })
      await expectUntouched(approved, before)
    })

    test.each(['approve', 'reject', 'cancel'])(
      'leads back with access_denied when they %s without a browser',
      async (decision) => {
        const approved = await approvedByLayla()
        const before = await stored(approved.consentId)

        const { redirect, code } = await tpp.decide('omar', await addresses[kind](approved), decision)

        expect([redirect.searchParams.get('error'), code]).toEqual(['access_denied', undefined])
        await expectUntouched(approved, before)
      },
    )

    test('can be approved again by the PSU it belongs to, whose tokens go on', async () => {
      const approved = await approvedByLayla()
      const page = await open(await addresses[kind](approved))
      await page.logIn(layla)
      await page.pick(layla)
      await page.approve(layla)

      expect(await stored(approved.consentId)).toMatchObject({ status: 'Authorised', psuId: layla.psuId })
      expect(await everywhere(tpp, approved.tokens)).toEqual(alive)
    })
  },
)

test.each([
  ['the password', []],
  ['the accounts', ['pick']],
] as const)('a PSU who is past %s when another approves is told so at the next step', async (_name, steps) => {
  const consentId = await tpp.consent()
  const page = await open(await tpp.address(consentId))
  await page.logIn(omar)
  for (const step of steps) await page[step](omar)
  const approved = { consentId, address: '', tokens: await tpp.authorised('layla', consentId) }
  const before = await stored(consentId)

  // the page that is still open sends its form: the accounts, the code, a refusal
  for (const fields of [
    { decision: 'continue', accounts: omar.accountIds },
    { decision: 'approve', otp: omar.otp },
    { decision: 'reject' },
  ]) {
    await page.visit.submit(page.url, { csrf: 'any', ...fields })
  }
  const shown = await page.visit.get(page.url)
  const back = await page.visit.get(pathOfUrl(wayBack(shown)))

  expect(shown.statusCode).toBe(403)
  expect(parametersOf(back).error).toBe('access_denied')
  await expectUntouched(approved, before)
})

test('two PSUs who approve at the same moment: it belongs to one, and the other goes back with access_denied', async () => {
  const consentId = await tpp.consent()
  const [one, other] = [await tpp.address(consentId), await tpp.address(consentId)]
  const decided = await Promise.all([tpp.decide('layla', one), tpp.decide('omar', other)])

  expect(decided.filter(({ code }) => code !== undefined)).toHaveLength(1)
  const winner = decided.findIndex(({ code }) => code !== undefined)
  expect((await stored(consentId))?.psuId).toBe([layla, omar][winner]?.psuId)
})

test.each([['Revoked'], ['Rejected']] as const)('a consent that is %s opens for nobody', async (status) => {
  const consentId = await tpp.consent({ status, psuId: layla.psuId })
  for (const psu of ['layla', 'omar']) {
    const { redirect } = await tpp.decide(psu, await tpp.address(consentId))
    expect(redirect.searchParams.get('error')).toBe('invalid_request')
  }
})

test('another PSU cannot stop it or change its accounts at the bank', async () => {
  const approved = await approvedByLayla()
  const before = await stored(approved.consentId)
  const visit = psuVisit(bank)
  await visit.logIn(omar)

  expect((await visit.get()).body).not.toContain(approved.consentId)
  expect((await visit.get(revokeOf(approved.consentId))).statusCode).toBe(404)
  await expectUntouched(approved, before)
})

test('a TPP that a faulty bank lets have the consent of another authorised gets no grant of the other', async () => {
  const approved = await approvedByLayla()
  await bank.faults({ id: 'consent-of-other-tpp-readable' })
  const other = tppVisit(bank, 'tpp-other')

  const { redirect, code } = await other.decide('layla', await other.address(approved.consentId))

  expect(redirect.searchParams.get('error')).toBeNull()
  expect((await other.exchange(code ?? '')).statusCode).toBe(200)
})

test('a pushed request that was approved in one window asks nobody in another', async () => {
  const consentId = await tpp.consent()
  const address = await pushed(consentId)
  const [one, other] = [await open(address), await open(address)]
  await other.logIn(layla)
  await one.logIn(layla)
  await one.pick(layla)
  const approved = await one.approve(layla)
  await one.visit.get(pathOfUrl(locationOf(approved)))
  const before = await stored(consentId)
  await bank.advance(1000)

  const sent = await other.visit.get(other.url)
  const back = await other.visit.get(pathOfUrl(locationOf(sent)))

  expect(parametersOf(back)).toMatchObject({ error: 'invalid_request_uri', state: 'a state' })
  expect(await stored(consentId)).toEqual(before)
})
