import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { FixtureAccount, Psu } from '#fixtures/types.js'
import { consentRecords, type PaymentConsent } from '../consents/consent.js'
import { availableMinorAt } from '../ledger/entries.js'
import { payerAt } from '../payments/testing/payer.js'
import { beginAuthorisation, returnTo } from '../testing/authorise-visit.js'
import { oauthRequests } from '../testing/oauth-requests.js'
import { headingOf, openPsuBank } from '../testing/psu-visit.js'
import { type TestBank, testPayment } from '../testing/test-bank.js'
import { parametersOf, tppVisit } from '../testing/tpp-visit.js'
import { authorisationSeconds } from './authorisation.js'

let bank: TestBank
let layla: Psu
let omar: Psu
beforeEach(async () => {
  ;({ bank, layla, omar } = await openPsuBank())
})
afterEach(() => bank.close())

const awaiting = (facts: Partial<PaymentConsent> = {}) =>
  bank.paymentConsent({ status: 'AwaitingAuthorisation', ...facts })

async function begin({ consentId }: { consentId: string }, psu = layla) {
  return beginAuthorisation(bank, psu, { consent_id: consentId, scope: 'openid payments' })
}

const stored = ({ consentId }: { consentId: string }) => bank.tenant.store.get(consentRecords, consentId)
const accountOf = (id: string | undefined) => bank.tenant.bank.accounts.get(id ?? '') as FixtureAccount
const payingOf = ({ accountIds }: Psu) =>
  accountIds.filter((id) => accountOf(id).currency === 'BHD' && accountOf(id).status === 'Enabled')

/** A request that names the account of a PSU as the one that pays. */
function withDebtor(account: FixtureAccount, amount = '25.500'): Pick<PaymentConsent, 'request'> {
  const [identifier] = account.identifiers
  const { Initiation } = testPayment.Data
  return {
    request: {
      Data: {
        Initiation: {
          ...Initiation,
          InstructedAmount: { Amount: amount, Currency: 'BHD' },
          DebtorAccount: {
            SchemeName: `BH.OBF.${identifier?.scheme}`,
            Identification: identifier?.identification ?? '',
          },
        },
      },
      Risk: {},
    },
  }
}

const read = ({ body }: { body: string }) => body.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')

test('a payment is shown whole, an account is chosen, and the code makes the consent Authorised', async () => {
  const consent = await awaiting({
    charges: [{ chargeBearer: 'BorneByDebtor', type: 'BH.OBF.NRT', minor: 100, currency: 'BHD' }],
    expectedExecutionAt: Date.parse('2030-01-16T08:00:00+03:00'),
  })
  const page = await begin(consent)
  const shown = read(await page.logIn())
  for (const words of [
    'To PEER DEMO BH06 PEER 7700 0000 4122 68',
    'Amount BHD 25.500',
    'Fee BHD 0.100',
    'Total BHD 25.600',
    'Payment date Wednesday, 16 January 2030',
    'Reference INV-77',
    'Message Shared dinner',
  ]) {
    expect(shown).toContain(words)
  }
  const [chosen] = payingOf(layla)
  expect(read(await page.pick([chosen as string]))).toContain('What you are about to pay')
  const back = await page.goBack(await page.approve())

  expect(back.searchParams.get('code')).toMatch(/^\S{20,}$/)
  expect(await stored(consent)).toMatchObject({ status: 'Authorised', psuId: layla.psuId, debtorAccountId: chosen })
})

describe('the accounts to pay from', () => {
  test('are those that can pay, each with its available balance', async () => {
    const page = await begin(await awaiting())
    const { body } = await page.logIn()

    expect([...body.matchAll(/type="radio"[^>]* value="([^"]+)"/g)].map(([, id]) => id)).toEqual(payingOf(layla))
    const [first] = payingOf(layla)
    const { bank: fixtures, store, clock } = bank.tenant
    const minor = await availableMinorAt({ bank: fixtures, store }, accountOf(first), clock.now())
    const written = (minor / 1000).toLocaleString('en-GB', { minimumFractionDigits: 3 })
    expect(read({ body })).toContain(`Available: BHD ${written}`)
  })

  test.each([
    ['none', () => []],
    ['two', () => payingOf(layla).slice(0, 2)],
    ['one of another PSU', () => payingOf(omar).slice(0, 1)],
    ['one in another currency', () => layla.accountIds.filter((id) => !payingOf(layla).includes(id)).slice(0, 1)],
  ])('with %s chosen the page says so and goes on nowhere', async (_, picked) => {
    const consent = await awaiting()
    const page = await begin(consent)
    await page.logIn()
    const answer = await page.pick(picked())

    expect([answer.statusCode, headingOf(answer)]).toEqual([422, 'Make this payment?'])
    expect(answer.body).toContain('Choose the account to pay from, or reject the request.')
    expect((await stored(consent))?.status).toBe('AwaitingAuthorisation')
  })

  test('a balance that is too small is a warning, and the consent can be approved', async () => {
    const [first] = payingOf(layla)
    const consent = await awaiting(withDebtor(accountOf(first), '99999999.000'))
    const page = await begin(consent)

    expect((await page.logIn()).body).toContain('Not enough for this payment now.')
    await page.pick([])
    await page.approve()
    expect((await stored(consent))?.status).toBe('Authorised')
  })
})

describe('an account that the TPP named', () => {
  test('is shown and cannot be replaced by another', async () => {
    const [given, other = ''] = payingOf(layla)
    const consent = await awaiting(withDebtor(accountOf(given)))
    const page = await begin(consent)
    const { body } = await page.logIn()

    expect(body).not.toContain('type="radio"')
    expect(body).toContain('The company named this account')
    await page.pick([other])
    await page.approve()
    expect(await stored(consent)).toMatchObject({ status: 'Authorised', debtorAccountId: given })
  })

  test('and that is another PSU’s ends it after the log-in: told, Rejected, access_denied', async () => {
    const consent = await awaiting(withDebtor(accountOf(payingOf(omar)[0])))
    const page = await begin(consent)
    await page.post({ decision: 'login', username: layla.username, password: 'wrong' })
    expect((await stored(consent))?.status).toBe('AwaitingAuthorisation')

    const answer = await page.logIn()

    expect([answer.statusCode, headingOf(answer)]).toEqual([403, 'You cannot pay from this account'])
    expect((await stored(consent))?.status).toBe('Rejected')
    const back = await page.visit.get(new URL(returnTo(answer) ?? '').pathname)
    expect(parametersOf(back)).toMatchObject({ error: 'access_denied', state: 'a state' })
  })
})

test.each([
  ['login', 'cancel'],
  ['consent', 'cancel'],
  ['consent', 'reject'],
  ['code', 'cancel'],
  ['code', 'reject'],
])('at the step %s the decision %s rejects the consent', async (step, decision) => {
  const consent = await awaiting()
  const page = await begin(consent)
  if (step !== 'login') await page.logIn()
  if (step === 'code') await page.pick(payingOf(layla).slice(0, 1))
  const back = await page.goBack(await page.post({ decision }))

  expect(back.searchParams.get('error')).toBe('access_denied')
  expect((await stored(consent))?.status).toBe('Rejected')
})

test('a PSU who waits too long is sent back, and the consent waits on', async () => {
  const consent = await awaiting()
  const page = await begin(consent)
  await page.logIn()
  await bank.advance(authorisationSeconds * 1000)

  expect((await page.goBack(await page.get())).searchParams.get('error')).toBe('access_denied')
  expect((await stored(consent))?.status).toBe('AwaitingAuthorisation')
})

test('another language keeps the chosen account and the step', async () => {
  const page = await begin(await awaiting())
  await page.logIn()
  const [first] = payingOf(layla)
  const answer = await page.visit.post(`${page.accounts}?lang=ar`, { decision: 'language', accounts: first as string })

  expect(headingOf(answer)).toBe('هل تريد إجراء هذه الدفعة؟')
  expect(answer.body).toMatch(new RegExp(`value="${first}"[^>]* checked`))
})

describe('the scope of an authorisation request', () => {
  const scopes = ['openid payments', 'payments', 'openid accounts payments', 'openid accounts', 'accounts', 'openid']

  test.each(scopes)('%s is taken for consents of its kind alone, pushed or not', async (scope) => {
    const oauth = oauthRequests(bank)
    for (const kind of ['accounts', 'payments']) {
      const made = kind === 'accounts' ? await bank.consent({ status: 'AwaitingAuthorisation' }) : await awaiting()
      const change = { consent_id: made.consentId, scope }
      const opened = await oauth.authorise(change)
      const pushed = await bank.send(oauth.form('/oauth2/par', Object.fromEntries(await oauth.parameters(change))))
      const fits = scope.split(' ').includes(kind)

      expect(String(opened.headers.location), kind).toMatch(fits ? /\/authorise\// : /error=invalid_scope/)
      expect(pushed.json(), kind).toMatchObject(fits ? { expires_in: 60 } : { error: 'invalid_scope' })
      expect((await stored(made))?.status).toBe('AwaitingAuthorisation')
    }
  })

  test('the tokens of a payment consent have its scope alone, and are renewed', async () => {
    const { consentId } = await awaiting()
    const tpp = tppVisit(bank)
    const address = `http://bank.test/oauth2/authorize?${await oauthRequests(bank).parameters({
      consent_id: consentId,
      scope: 'openid accounts payments',
    })}`
    const { code } = await tpp.decide(layla.username, address)
    const tokens = (await tpp.exchange(code ?? '')).json<Record<string, string>>()

    expect(tokens.scope).toBe('openid payments')
    expect((await tpp.read(tokens.access_token ?? '')).statusCode).toBe(403)
    expect((await tpp.refresh(tokens.refresh_token ?? '')).json()).toMatchObject({ scope: 'openid payments' })
  })

  test('an Authorised payment consent is not authorised again', async () => {
    const { consentId } = await bank.paymentConsent()
    const answer = await oauthRequests(bank).authorise({ consent_id: consentId, scope: 'openid payments' })

    expect(parametersOf(answer)).toMatchObject({ error: 'invalid_request' })
  })
})

describe('stopping a payment', () => {
  test('the page shows which one; its PSU approves, and another PSU ends the request', async () => {
    const payer = payerAt(bank)
    const payment = await payer.pay({}, { family: 'domestic-future-dated-payment' })
    const open = async () => (await payer.askToCancel(payment)).json<{ Data: { ConsentId: string } }>().Data.ConsentId
    const consentId = await open()
    const page = await begin({ consentId })
    const shown = await page.logIn()

    expect(headingOf(shown)).toBe('Stop this payment?')
    expect(read(shown)).toContain('To PEER DEMO')
    await page.pick([])
    await page.approve()
    expect(await stored({ consentId })).toMatchObject({ status: 'Authorised', psuId: layla.psuId })

    const other = await open()
    const answer = await (await begin({ consentId: other }, omar)).logIn()
    expect([answer.statusCode, (await stored({ consentId: other }))?.status]).toEqual([403, 'Rejected'])
  })
})
