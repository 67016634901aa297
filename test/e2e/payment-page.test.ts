/** A PSU decides on payments on the real pages of a running bank, in a real browser without script. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchBrowser } from '#conformance/journeys/launch-browser.js'
import { buildBank } from '#fixtures/bank.js'
import { type PaymentOptions, type Sandbox, startSandbox } from '#sandbox/index.js'

let bank: Sandbox
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser(process.env)
  bank = await startSandbox()
})
afterAll(async () => {
  await browser?.close()
  await bank?.close()
})

/** The first account of the first PSU. */
function household() {
  const { psus, accounts } = buildBank({ seed: 1, now: 0 })
  const iban = accounts.get(psus[0]?.accountIds[0] ?? '')?.identifiers.find(({ scheme }) => scheme === 'IBAN')
  return { iban: iban?.identification ?? '', name: 'LAYLA' }
}

/** Opens the page of a new payment consent. `back` is where the PSU is sent. */
async function visit(of: PaymentOptions = {}) {
  const { consentId } = await bank.createPaymentConsent(of)
  const tpp = createServer()
  const back = once(tpp, 'request').then((event) => {
    const [request, response] = event as [IncomingMessage, ServerResponse]
    response.end('back at the TPP')
    tpp.close()
    return new URL(request.url ?? '', 'http://127.0.0.1').searchParams
  })
  await once(tpp.listen(0, '127.0.0.1').unref(), 'listening')
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 800 } })
  const page = await context.newPage()
  page.setDefaultTimeout(8000)
  const query = new URLSearchParams({
    client_id: 'tpp-demo',
    response_type: 'code',
    scope: 'openid payments',
    redirect_uri: `http://127.0.0.1:${(tpp.address() as AddressInfo).port}/callback`,
    consent_id: consentId,
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
    state: 'abc',
  })
  await page.goto(`${bank.url}/oauth2/authorize?${query}`)
  return { page, back, consentId }
}

async function logIn(page: Page, username = 'layla'): Promise<void> {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill(`${username}-demo`)
  await page.getByRole('button', { name: 'Log in' }).click()
}

async function enterCode(page: Page, button = 'Approve'): Promise<void> {
  await page.locator('input[name=otp]').fill(bank.psus[0]?.otp ?? '')
  await page.getByRole('button', { name: button, exact: true }).click()
}

describe('the PSU', () => {
  test('sees payee and amount, chooses an account, goes back to choose another, and approves', async () => {
    const { page, back } = await visit({ amount: '12.345' })
    await logIn(page)
    await page.getByRole('heading', { name: 'Make this payment?' }).waitFor()
    expect(await page.locator('dl.payment').textContent()).toContain('BHD 12.345')
    const radios = page.getByRole('radio')
    expect(await radios.count()).toBeGreaterThan(1)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('link', { name: 'Choose another account' }).click()
    await radios.nth(1).check()
    const name = await page.locator('label[for=account-1]').textContent()
    await page.getByRole('button', { name: 'Continue' }).click()

    expect(await page.locator('.chosen').textContent()).toContain(name)
    await enterCode(page)
    expect((await back).get('code')).toMatch(/^\S{20,}$/)
  })

  test('cannot choose where the company named the account', async () => {
    const { page, back } = await visit({ debtor: household() })
    await logIn(page)

    expect(await page.getByRole('radio').count()).toBe(0)
    expect(await page.getByText('The company named this account').count()).toBe(1)
    await page.getByRole('button', { name: 'Continue' }).click()
    await enterCode(page)
    expect((await back).has('code')).toBe(true)
  })

  test('is told that the account the company named is not theirs, and goes back', async () => {
    const { page, back } = await visit({ debtor: household() })
    await logIn(page, 'omar')
    await page.getByRole('heading', { name: 'You cannot pay from this account' }).waitFor()
    await page.getByRole('link', { name: 'Go back to the company' }).click()

    expect(Object.fromEntries(await back)).toMatchObject({ error: 'access_denied', state: 'abc' })
  })

  test('changes the language on the way, keeps what was chosen, and cancels in Arabic', async () => {
    const { page, back } = await visit()
    await logIn(page)
    await page.getByRole('radio').nth(1).check()
    await page.getByRole('button', { name: 'العربية' }).click()

    expect(await page.locator('html').getAttribute('dir')).toBe('rtl')
    expect(await page.getByRole('radio').nth(1).isChecked()).toBe(true)
    await page.getByRole('button', { name: 'متابعة' }).click()
    expect(await page.locator('html').getAttribute('lang')).toBe('ar')
    await page.getByRole('button', { name: 'إلغاء' }).click()
    expect(Object.fromEntries(await back)).toMatchObject({ error: 'access_denied', state: 'abc' })
  })
})
