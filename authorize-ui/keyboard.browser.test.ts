import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  renderChangeAccountsPage,
  renderCodePage,
  renderConsentPage,
  renderLoginPage,
  renderMyConsentsPage,
  renderPaymentPage,
  renderRevokePage,
} from './pages.js'
import { findBrowser, launchBrowser, type OpenedPage, openPage, unless } from './testing/browser.js'
import {
  changeAccountsView,
  codeView,
  consentView,
  loginView,
  myConsentsView,
  paymentView,
  revokeView,
} from './testing/sample-views.js'

const browserPath = findBrowser(process.env.OB_BROWSER)

describe.skipIf(!browserPath)(
  `with the keyboard alone and no script${unless(browserPath)}`,
  { timeout: 60_000 },
  () => {
    let browser: Browser
    let opened: OpenedPage
    beforeAll(async () => {
      browser = await launchBrowser(browserPath as string)
    })
    afterEach(() => opened.page.context().close())
    afterAll(() => browser.close())

    async function open(html: string): Promise<Page> {
      opened = await openPage(browser, html, { javaScriptEnabled: false })
      return opened.page
    }

    /** Presses Tab until the element with this role and name has the focus. */
    async function tabTo(page: Page, role: 'textbox' | 'button' | 'checkbox' | 'radio', name: string): Promise<void> {
      const target = page.getByRole(role, { name, exact: true })
      for (let presses = 0; presses < 20; presses += 1) {
        await page.keyboard.press('Tab')
        if ((await target.and(page.locator(':focus')).count()) === 1) return
      }
      throw new Error(`Tab does not reach the ${role} "${name}"`)
    }

    /** What was posted last, after the answer arrived. */
    async function sent(page: Page): Promise<Record<string, string[]>> {
      await expect.poll(() => opened.posted.length).toBe(1)
      await page.waitForLoadState()
      const fields = opened.posted[0] as URLSearchParams
      return Object.fromEntries([...new Set(fields.keys())].map((key) => [key, fields.getAll(key)]))
    }

    const csrf = ['token-of-this-form']

    test('logs in by typing and Enter', async () => {
      const page = await open(renderLoginPage(loginView('en')))

      await tabTo(page, 'textbox', 'Username')
      await page.keyboard.type('maryam')
      await page.keyboard.press('Tab')
      await page.keyboard.type('secret')
      await page.keyboard.press('Enter')

      expect(await sent(page)).toEqual({ csrf, username: ['maryam'], password: ['secret'], decision: ['enter'] })
    })

    test('does not log in with an empty field', async () => {
      const page = await open(renderLoginPage(loginView('en')))

      await tabTo(page, 'textbox', 'Username')
      await page.keyboard.press('Enter')
      await tabTo(page, 'button', 'Cancel')

      expect(opened.posted).toEqual([])
    })

    test.each([
      ['log-in', 'Cancel', renderLoginPage(loginView('en'))],
      ['consent', 'Cancel', renderConsentPage(consentView('en'))],
      ['consent', 'Reject', renderConsentPage(consentView('en'))],
      ['code', 'Cancel', renderCodePage(codeView('en'))],
      ['code', 'Reject', renderCodePage(codeView('en'))],
    ])('leaves the %s page with nothing filled in: %s', async (_name, button, html) => {
      const page = await open(html)

      await tabTo(page, 'button', button)
      await page.keyboard.press('Enter')

      expect(await sent(page)).toMatchObject({ csrf, decision: [button.toLowerCase()] })
    })

    test('chooses the account that pays with the arrow keys', async () => {
      const page = await open(renderPaymentPage(paymentView('en')))

      await tabTo(page, 'radio', 'Household')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')

      expect(await sent(page)).toEqual({ csrf, accounts: ['acc-2'], decision: ['enter'] })
    })

    test('chooses accounts with the space bar', async () => {
      const page = await open(renderConsentPage(consentView('en')))

      await tabTo(page, 'checkbox', 'Household')
      await page.keyboard.press('Space')
      await tabTo(page, 'checkbox', 'ادخار العائلة')
      await page.keyboard.press('Space')
      await tabTo(page, 'checkbox', 'Credit card •••• •••• •••• 9012')
      await page.keyboard.press('Space')
      await page.keyboard.press('Enter')

      expect(await sent(page)).toEqual({ csrf, accounts: ['acc-2', 'acc-3'], decision: ['enter'] })
    })

    test('approves by typing the code and Enter, straight after a wrong one', async () => {
      const page = await open(renderCodePage({ ...codeView('en'), problem: 'wrong-code', attemptsLeft: 2 }))

      await page.locator('#otp:focus').waitFor()
      await page.keyboard.type('123456')
      await page.keyboard.press('Enter')

      expect(await sent(page)).toEqual({ csrf, otp: ['123456'], decision: ['enter'] })
    })

    test('changes accounts with the space bar and Enter', async () => {
      const page = await open(renderChangeAccountsPage(changeAccountsView('en')))

      await tabTo(page, 'checkbox', 'Household')
      await page.keyboard.press('Space')
      await tabTo(page, 'checkbox', 'ادخار العائلة')
      await page.keyboard.press('Space')
      await page.keyboard.press('Enter')

      expect(await sent(page)).toEqual({ csrf, accounts: ['acc-2'], decision: ['enter'] })
    })

    test('stops sharing from its own button, and not by Enter elsewhere', async () => {
      const page = await open(renderRevokePage(revokeView('en')))

      await page.keyboard.press('Enter')
      expect(opened.posted).toEqual([])
      await tabTo(page, 'button', 'Stop sharing')
      await page.keyboard.press('Enter')

      expect(await sent(page)).toEqual({ csrf, decision: ['revoke'] })
    })

    test('moves through the consents in the order they are read, and opens what was agreed', async () => {
      const page = await open(renderMyConsentsPage(myConsentsView('en')))
      const visited: string[] = []

      for (let stop = 0; stop < 7; stop += 1) {
        await page.keyboard.press('Tab')
        visited.push(((await page.locator(':focus').textContent()) ?? '').trim())
      }
      await page.keyboard.press('Enter')

      const seen = 'What you agreed to show'
      expect(visited).toEqual(['العربية', 'Log out', seen, 'Change accounts', 'Stop sharing', seen, seen])
      expect(await page.locator('details[open]').count()).toBe(1)
    })

    test('logs out with Enter', async () => {
      const page = await open(renderMyConsentsPage(myConsentsView('en')))

      await tabTo(page, 'button', 'Log out')
      await page.keyboard.press('Enter')

      expect(await sent(page)).toEqual({ csrf, decision: ['log-out'] })
    })

    test('moves through a page in the order it is read, and shows where it is', async () => {
      const page = await open(renderConsentPage(consentView('en')))
      const visited: string[] = []

      for (let stop = 0; stop < 9; stop += 1) {
        await page.keyboard.press('Tab')
        const focus = page.locator(':focus')
        visited.push((await focus.getAttribute('value')) ?? (await focus.textContent()) ?? '')
        const outlines = await page.evaluate<string[]>(
          '[document.activeElement, document.activeElement.parentElement].map((each) => getComputedStyle(each).outline)',
        )
        expect(
          outlines.filter((outline) => outline.endsWith('solid 3px')),
          visited.at(-1),
        ).toHaveLength(1)
      }

      expect(visited).toEqual([
        'language',
        'Show it in full',
        'select-all',
        'acc-1',
        'acc-2',
        'acc-3',
        'continue',
        'reject',
        'cancel',
      ])
    })

    test('ticks an account by its label, as a script of a test does', async () => {
      const page = await open(renderConsentPage(consentView('en')))

      await page.getByLabel('Household').uncheck({ timeout: 5000 })
      await page.getByLabel('ادخار العائلة').check({ timeout: 5000 })
      await page.getByRole('button', { name: 'Continue' }).click()

      expect(await sent(page)).toEqual({ csrf, accounts: ['acc-2'], decision: ['continue'] })
    })

    test.each([
      ['another language', 'العربية', 'language'],
      ['all accounts', 'Select all 3 accounts', 'select-all'],
    ])('sends what is ticked along to ask for %s', async (_name, button, decision) => {
      const page = await open(renderConsentPage(consentView('en')))

      await page.getByLabel('ادخار العائلة').check()
      await page.getByRole('button', { name: button }).click()

      expect(await sent(page)).toEqual({ csrf, accounts: ['acc-1', 'acc-2'], decision: [decision] })
    })

    test('sends the username along to ask for another language, and needs no password for that', async () => {
      const page = await open(renderLoginPage(loginView('en')))

      await page.getByLabel('Username').fill('maryam')
      await page.getByRole('button', { name: 'العربية' }).click()

      expect(await sent(page)).toEqual({ csrf, username: ['maryam'], password: [''], decision: ['language'] })
    })

    test('ticks an account by a click anywhere in its box', async () => {
      const page = await open(renderConsentPage(consentView('en')))

      await page
        .locator('.choice')
        .nth(1)
        .click({ position: { x: 200, y: 10 } })

      expect(await page.getByRole('checkbox', { name: 'ادخار العائلة' }).isChecked()).toBe(true)
    })
  },
)
