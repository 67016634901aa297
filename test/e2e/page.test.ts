/** The PSU's way through the real pages of a running bank, in a real browser, without script and without a mouse. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchBrowser } from '#conformance/journeys/launch-browser.js'
import { type Sandbox, startSandbox } from '#sandbox/index.js'

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

interface Visit {
  readonly page: Page
  readonly context: BrowserContext
  readonly consentId: string
  /** Where the PSU was sent, once they are. */
  readonly back: Promise<URL>
}

async function visit(parameters: Readonly<Record<string, string>> = {}, withScript = false): Promise<Visit> {
  const consentId = await bank.createConsent()
  const context = await browser.newContext({ javaScriptEnabled: withScript, viewport: { width: 390, height: 800 } })
  const page = await context.newPage()
  page.setDefaultTimeout(8000)
  const tpp = createServer()
  const back = once(tpp, 'request').then((event) => {
    const [request, response] = event as [IncomingMessage, ServerResponse]
    response.end('back at the TPP')
    tpp.close()
    return new URL(request.url ?? '', 'http://127.0.0.1')
  })
  await once(tpp.listen(0, '127.0.0.1').unref(), 'listening')
  const redirectUri = `http://127.0.0.1:${(tpp.address() as AddressInfo).port}/callback`
  const query = new URLSearchParams({
    client_id: 'tpp-demo',
    response_type: 'code',
    scope: 'openid accounts',
    redirect_uri: redirectUri,
    consent_id: consentId,
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
    state: 'abc',
    ...parameters,
  })
  await page.goto(`${bank.url}/oauth2/authorize?${query}`)
  return { page, context, consentId, back }
}

async function logIn({ page }: Visit): Promise<void> {
  await page.getByLabel('Username').fill('layla')
  await page.getByLabel('Password').fill('layla-demo')
  await page.getByRole('button', { name: 'Log in' }).click()
}

async function pickAll({ page }: Visit): Promise<void> {
  for (const box of await page.getByRole('checkbox').all()) await box.press('Space')
  await page.getByRole('button', { name: 'Continue' }).click()
}

async function statusOf(consentId: string): Promise<string> {
  const again = await fetch(`${bank.url}/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`tpp-demo:${bank.tpps[0]?.clientSecret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'accounts' }),
  })
  const { access_token } = (await again.json()) as { access_token: string }
  const read = await fetch(`${bank.bases['1.0.0']}/account-access-consents/${consentId}`, {
    headers: { authorization: `Bearer ${access_token}` },
  })
  return ((await read.json()) as { Data: { Status: string } }).Data.Status
}

describe('the PSU', () => {
  test('approves with the keyboard alone', async () => {
    const seen = await visit()
    const { page } = seen
    const press = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key)
    }
    /** Tabs until the element with this role and name has the focus. */
    const tabTo = async (selector: string) => {
      for (let tabs = 0; tabs < 40; tabs += 1) {
        if (await page.locator(`${selector}:focus`).count()) return
        await press('Tab')
      }
      throw new Error(`no way to ${selector} by Tab`)
    }

    await tabTo('input[name=username]')
    await page.keyboard.type('layla')
    await tabTo('input[name=password]')
    await page.keyboard.type('layla-demo')
    await press('Enter')
    await page.getByRole('button', { name: 'Continue' }).waitFor()
    await tabTo('input[type=checkbox]')
    await press('Space')
    await tabTo('button[value=continue]')
    await press('Enter')
    await page.getByLabel('One-time code').waitFor()
    await tabTo('input[name=otp]')
    await page.keyboard.type('246801')
    await press('Enter')

    const back = await seen.back
    expect(back.searchParams.get('code')).toMatch(/^\S{20,}$/)
    expect(back.searchParams.get('state')).toBe('abc')
    expect(await statusOf(seen.consentId)).toBe('Authorised')
    await seen.context.close()
  })

  test.each([
    ['login', 'Cancel'],
    ['accounts', 'Cancel'],
    ['accounts', 'Reject'],
    ['code', 'Cancel'],
  ])('ends the authorisation at the step %s with %s, without a dead end', async (step, button) => {
    const seen = await visit()
    if (step !== 'login') await logIn(seen)
    if (step === 'code') await pickAll(seen)

    await seen.page.getByRole('button', { name: button, exact: true }).click()

    const back = await seen.back
    expect(Object.fromEntries(back.searchParams)).toMatchObject({ error: 'access_denied', state: 'abc' })
    expect(back.searchParams.has('code')).toBe(false)
    expect(await statusOf(seen.consentId)).toBe('Rejected')
    await seen.context.close()
  })

  test('is told how long to wait after the third wrong password, and goes back from there', async () => {
    const seen = await visit()
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await seen.page.getByLabel('Username').fill('khalid')
      await seen.page.getByLabel('Password').fill('guess')
      await seen.page.getByRole('button', { name: 'Log in' }).click()
    }
    await seen.page.getByText('You can log in again in 10 minutes.').waitFor()
    await seen.page.getByRole('link', { name: 'Go back to the company' }).click()

    expect((await seen.back).searchParams.get('error')).toBe('access_denied')
    await seen.context.close()
  })

  test('is shown what is missing or wrong, and can go on', async () => {
    const seen = await visit()
    await logIn(seen)
    await seen.page.getByRole('button', { name: 'Continue' }).click()
    expect(await seen.page.getByRole('alert').count()).toBe(1)
    await pickAll(seen)
    await seen.page.getByLabel('One-time code').fill('000000')
    await seen.page.getByRole('button', { name: 'Approve' }).click()
    expect(await seen.page.getByRole('alert').count()).toBe(1)
    await seen.page.getByLabel('One-time code').fill('246801')
    await seen.page.getByRole('button', { name: 'Approve' }).click()

    expect((await seen.back).searchParams.has('code')).toBe(true)
    await seen.context.close()
  })

  test('cannot decide twice, nor in another browser', async () => {
    const seen = await visit()
    const address = seen.page.url()
    await logIn(seen)
    await seen.page.getByRole('button', { name: 'Reject' }).click()
    await seen.back
    const again = await seen.page.goto(address)
    const otherPage = await (await browser.newContext()).newPage()
    const otherAnswer = await otherPage.goto(address)

    expect(again?.status()).not.toBe(200)
    expect(otherAnswer?.status()).toBe(400)
    expect(await otherPage.content()).not.toContain('Username')
    await otherPage.context().close()
    await seen.context.close()
  })
})

test.each([
  ['a plain one', 'abc'],
  ['2,000 characters', 'x'.repeat(2000)],
  ['base64', 'n+eBY2DPiNEk3xEe7rqmtg=='],
  ['separators', 'a#b&c%d'],
  ['a path', '/../'],
  ['an emoji', '🦊'],
])('the state comes back byte for byte: %s', async (_name, state) => {
  const seen = await visit({ state })
  await seen.page.getByRole('button', { name: 'Cancel' }).click()

  expect((await seen.back).searchParams.get('state')).toBe(state)
  await seen.context.close()
})

test('no state comes back when none was sent', async () => {
  const { back, page, context } = await visit({ state: '' })
  await page.getByRole('button', { name: 'Cancel' }).click()

  expect((await back).searchParams.get('state') ?? '').toBe('')
  await context.close()
})

test('every step has no serious accessibility problem and fits a phone', async () => {
  const seen = await visit({}, true)
  const checkPage = async () => {
    const { violations } = await new AxeBuilder({ page: seen.page as never }).analyze()
    const width = await seen.page.evaluate('document.documentElement.scrollWidth')
    return {
      serious: violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id }) => id),
      width,
    }
  }
  const steps = [await checkPage()]
  await logIn(seen)
  steps.push(await checkPage())
  await pickAll(seen)
  steps.push(await checkPage())

  expect(steps).toEqual(Array.from({ length: 3 }, () => ({ serious: [], width: 390 })))
  await seen.context.close()
})
