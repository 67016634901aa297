import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Psu } from '#fixtures/types.js'
import { consentRecords } from '../consents/consent.js'
import { payee, payerAt } from '../payments/testing/payer.js'
import { beginAuthorisation } from '../testing/authorise-visit.js'
import { locationOf, oauthRequests } from '../testing/oauth-requests.js'
import { openPsuBank, psuVisit } from '../testing/psu-visit.js'
import type { TestBank } from '../testing/test-bank.js'
import { tppVisit } from '../testing/tpp-visit.js'

let bank: TestBank
let layla: Psu
let omar: Psu
beforeEach(async () => {
  ;({ bank, layla, omar } = await openPsuBank())
})
afterEach(() => bank.close())

const read = ({ body }: { body: string }) => body.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
const items = Array.from({ length: 120 }, (_, index) => ({ creditor: payee, amount: '0.100', reference: `R-${index}` }))

/** The account that pays is named by an IBAN, or not at all. */
async function uploaded(change: (file: string) => string = (file) => file): Promise<string> {
  const tpp = payerAt(bank)
  const file = change(tpp.fileOf({ batches: [{ items }] }))
  const { fileHash } = await import('#fixtures/requests/payment-file.js')
  const Initiation = { FileContextFormat: 'BH.OBF.pain.001.001.08', FileHash: fileHash(file) }
  const asked = await tpp.createConsent({ Data: { Initiation } }, { family: 'file-payment' })
  const { ConsentId } = asked.json().Data
  const answer = await tpp.upload(ConsentId, file)
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return ConsentId
}

const withoutDebtor = (file: string) =>
  file.replace(/<DbtrAcct><Id>.*?<\/Id><\/DbtrAcct>/, '<DbtrAcct><Id><Othr><Id>NOTPROVIDED</Id></Othr></Id></DbtrAcct>')

const begin = (consentId: string, psu = layla) =>
  beginAuthorisation(bank, psu, { consent_id: consentId, scope: 'openid payments' })
const stored = (consentId: string) => bank.tenant.store.get(consentRecords, consentId)

test('a PSU sees how many payments a file has, what they come to, the first of them, and all of them, and approves', async () => {
  const consentId = await uploaded()
  const page = await begin(consentId)
  const shown = await page.logIn()
  for (const words of [
    'Payments in the file 120',
    'Amount BHD 12.000',
    'Fee BHD 12.000',
    'Total BHD 24.000',
    'and 117 more',
  ]) {
    expect(read(shown)).toContain(words)
  }
  const href = /href="([^"]+)">Show all payments/.exec(shown.body)?.[1] ?? ''
  const [first, last, beyond] = await Promise.all(
    ['', '?page=3', '?page=99'].map((query) => page.get(new URL(href).pathname + query)),
  )

  expect(read(first as never)).toContain('Payments 1 to 50 of 120')
  expect(read(first as never)).toContain('R-0')
  expect(read(last as never)).toContain('Payments 101 to 120 of 120')
  expect(read(beyond as never)).toContain('Payments 101 to 120 of 120')
  expect(first?.headers['content-security-policy']).toContain("default-src 'none'")
  await page.pick()
  expect((await page.goBack(await page.approve())).searchParams.get('code')).toMatch(/^\S{20,}$/)
  expect(await stored(consentId)).toMatchObject({ status: 'Authorised', debtorAccountId: layla.accountIds[0] })
})

describe('the payments of a file', () => {
  test('are shown to nobody who has not logged in, and in no other browser', async () => {
    const page = await begin(await uploaded())
    const path = `${page.url}/payments`
    const before = await page.visit.get(path)
    await page.logIn()

    expect(read(before)).not.toContain('PEER DEMO')
    expect(read(await page.get(path))).toContain('PEER DEMO')
    expect(read(await psuVisit(bank).get(path))).not.toContain('PEER DEMO')
  })

  test('are paid from an account that the PSU chooses where the file names none', async () => {
    const consentId = await uploaded(withoutDebtor)
    const page = await begin(consentId, omar)
    const { body } = await page.logIn()
    const ids = [...body.matchAll(/type="radio"[^>]* value="([^"]+)"/g)].map(([, id]) => id as string)
    await page.pick(ids.slice(0, 1))
    await page.goBack(await page.approve())

    expect(ids.length).toBeGreaterThan(0)
    expect(await stored(consentId)).toMatchObject({ status: 'Authorised', debtorAccountId: ids[0] })
  })

  test('are refused when the account that the file names is of somebody else', async () => {
    const consentId = await uploaded()
    await (await begin(consentId, omar)).logIn(omar)

    expect((await stored(consentId))?.status).toBe('Rejected')
  })

  test('are approved without a browser, and listed with what became of them', async () => {
    const consentId = await uploaded((file) => file.replace('<Dt>2030-01-15', '<Dt>2030-01-16'))
    const tpp = tppVisit(bank)
    const url = `http://bank.test/oauth2/authorize?${await oauthRequests(bank).parameters({ consent_id: consentId, scope: 'openid payments' })}`
    const { code } = await tpp.decide(layla.username, url)
    expect(code).toBeDefined()
    const payer = payerAt(bank)
    const consent = (await stored(consentId)) as Parameters<typeof payer.submit>[0]
    expect((await payer.submit(consent)).statusCode).toBe(201)
    const visit = psuVisit(bank)
    await visit.logIn(layla)

    expect(read(await visit.get())).toContain('Demo Money App Waits for its day')
    await bank.advance(86_400_000)
    await visit.logIn(layla)
    expect(read(await visit.get())).toContain('Demo Money App Paid')
  })
})

test('before its upload a consent cannot be authorised', async () => {
  const payer = payerAt(bank)
  const asked = await payer.createConsent(payer.fileRequest(), { family: 'file-payment' })
  const sent = await oauthRequests(bank).parameters({
    consent_id: asked.json().Data.ConsentId,
    scope: 'openid payments',
  })
  const back = locationOf(await psuVisit(bank).get(`/oauth2/authorize?${sent}`))

  expect(back.href).toContain('error=invalid_request')
  expect(back.href).toContain('AwaitingUpload')
})
