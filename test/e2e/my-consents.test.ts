/** A PSU's own pages of a running bank, in a real browser, without script. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
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

async function logIn(lang: string, javaScriptEnabled = false): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled, viewport: { width: 390, height: 800 } })
  const page = await context.newPage()
  page.setDefaultTimeout(8000)
  await page.goto(`${bank.url}/my-consents?lang=${lang}`)
  await page.locator('input[name=username]').fill('layla')
  await page.locator('input[name=password]').fill('layla-demo')
  await page.keyboard.press('Enter')
  await page.locator('input[name=otp]').fill('246801')
  await page.keyboard.press('Enter')
  await page.locator('.consents').waitFor()
  return page
}

const accountsSeen = async (accessToken: string | undefined) => {
  const response = await fetch(`${bank.bases['1.0.0']}/accounts`, {
    headers: { authorization: `Bearer ${accessToken}` },
  })
  if (response.status !== 200) return response.status
  return ((await response.json()) as { Data: { Account: unknown[] } }).Data.Account.length
}

test('the PSU takes an account away, gives it back, and stops sharing; the TPP’s token follows', async () => {
  const consentId = await bank.createConsent()
  const { accessToken } = await bank.authorise(consentId)
  const page = await logIn('en')
  const save = async () => {
    await page.getByRole('link', { name: 'Change accounts' }).click()
    await page.getByRole('checkbox', { name: 'Rainy days' }).press('Space')
    await page.keyboard.press('Enter')
    await page.getByRole('status').waitFor()
  }
  expect(await accountsSeen(accessToken)).toBe(3)

  await save()
  expect(await accountsSeen(accessToken)).toBe(2)
  await save()
  expect(await accountsSeen(accessToken)).toBe(3)
  await page.getByRole('link', { name: 'Stop sharing' }).click()
  await page.getByRole('button', { name: 'Stop sharing' }).press('Enter')
  await page.getByText('Sharing with Demo Money App has stopped.').waitFor()
  expect(await accountsSeen(accessToken)).toBe(401)

  await page.goBack()
  await page.getByRole('heading', { name: 'Sharing was already stopped' }).waitFor()
  await page.getByRole('link', { name: 'Back to your consents' }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('heading', { name: 'Log in to your consents' }).waitFor()
  await page.context().close()
})

test.each(['en', 'ar'])('every page breaks no rule of accessibility, in %s', async (lang) => {
  await bank.authorise(await bank.createConsent())
  const page = await logIn(lang, true)
  const hrefs = await page.locator('.consent .buttons a').evaluateAll((links) => links.map((link) => String(link)))

  for (const href of [page.url(), ...hrefs, `${bank.url}/my-consents/none/revoke?lang=${lang}`]) {
    await page.goto(href)
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])
    expect(await page.locator('html').getAttribute('lang')).toBe(lang)
  }
  await page.context().close()
})

test('the pages work by another name of the bank', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  page.setDefaultTimeout(8000)

  await page.goto(`${bank.url.replace('127.0.0.1', 'localhost')}/my-consents`)
  await page.locator('input[name=username]').fill('omar')
  await page.locator('input[name=password]').fill('omar-demo')
  await page.keyboard.press('Enter')
  await page.locator('input[name=otp]').fill('135790')
  await page.keyboard.press('Enter')

  await page.getByText('Logged in as').waitFor()
  expect(await page.evaluate('getComputedStyle(document.body).margin')).toBe('0px')
  await context.close()
})

test('a link from another site shows the log-in and leaves the PSU logged in', async () => {
  await bank.authorise(await bank.createConsent())
  const page = await logIn('en')
  await page.route('http://elsewhere.test/', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<a href="${bank.url}/my-consents">to the bank</a>` }),
  )

  await page.goto('http://elsewhere.test/')
  await page.getByRole('link').click()
  await page.getByRole('heading', { name: 'Log in to your consents' }).waitFor()
  await page.goto(`${bank.url}/my-consents`)

  await page.getByRole('heading', { name: 'Your consents' }).waitFor()
  await page.context().close()
})
