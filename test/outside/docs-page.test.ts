/** The page of the documentation in a real browser: authorise in every way, and execute every operation as it is filled in. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from '#conformance/journeys/launch-browser.js'
import { type Sandbox, startSandbox } from '#sandbox/index.js'
import { type Version, versions } from '#standard/index.js'

const controlToken = 'control-token-of-a-bank-that-demands-one'

let bank: Sandbox
let browser: Browser

beforeAll(async () => {
  const [launched, started] = await Promise.all([launchBrowser(process.env), startSandbox()])
  browser = launched
  bank = started
})

afterAll(async () => {
  await browser?.close()
  await bank?.close()
})

interface Opened {
  readonly context: BrowserContext
  readonly page: Page
  /** What the console of the page said was wrong. */
  readonly errors: readonly string[]
}

async function open(document: Version | 'control', at: Sandbox = bank): Promise<Opened> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 1000 } })
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(String(error)))
  await page.goto(`${at.url}/docs?document=${encodeURIComponent(`/openapi/${document}.json`)}`)
  await page.locator('body[data-ready]').waitFor()
  await page.locator('.opblock').first().waitFor()
  return { context, page, errors }
}

/** The part of the dialog about one security scheme. */
const scheme = (page: Page, name: string) => page.locator('.auth-container', { hasText: `${name} (` })

async function authoriseByCode({ page, context }: Opened, name: string): Promise<void> {
  const part = scheme(page, name)
  const popup = context.waitForEvent('page')
  await part.getByRole('button', { name: 'Apply given OAuth2 credentials' }).click()
  const window = await popup
  await window.getByLabel('Username').fill('layla')
  const psu = bank.psus.find(({ username }) => username === 'layla')
  await window.getByLabel('Password').fill(psu?.password ?? '')
  await window.getByRole('button', { name: 'Log in', exact: true }).click()
  await window.getByRole('button', { name: 'Continue', exact: true }).waitFor()
  const accounts = window.locator('input[type=checkbox], input[type=radio]')
  if ((await accounts.count()) > 0) await accounts.first().check()
  await window.getByRole('button', { name: 'Continue', exact: true }).click()
  await window.getByLabel('One-time code').fill(psu?.otp ?? '')
  await window.getByRole('button', { name: 'Approve', exact: true }).click()
  await part.getByRole('button', { name: 'Remove authorization' }).waitFor()
}

/** Executes an operation as it is filled in. */
async function execute(block: ReturnType<Page['locator']>): Promise<string> {
  await block.locator('.opblock-summary-control').click()
  await block.getByRole('button', { name: 'Execute' }).click()
  const status = block.locator('.live-responses-table .response-col_status').last()
  await status.waitFor()
  const answered = (await status.textContent())?.trim().slice(0, 3) ?? ''
  const id = await block.locator('.opblock-summary-operation-id').textContent()
  const said = answered.startsWith('2') ? '' : await block.locator('.live-responses-table').textContent()
  await block.locator('.opblock-summary-control').click()
  return `${id?.replace(/\u200b/g, '')} ${answered} ${said}`.trim()
}

/** `npm run test:e2e:all` executes every operation of both versions, instead of the first below each heading. */
const [which, blocksOf] =
  process.env.OB_E2E === 'all' ? ['every operation', '.opblock'] : ['the first of each kind', '.opblock-tag-section']

test.each(versions)(
  `${which} of %s is executed as it is filled in, once it is authorised`,
  async (version) => {
    const opened = await open(version)
    const { page, errors } = opened
    await page.getByRole('button', { name: 'Authorize', exact: true }).first().click()
    const tpp = scheme(page, 'tppToken')
    await tpp.getByRole('button', { name: 'Apply given OAuth2 credentials' }).click()
    await tpp.getByRole('button', { name: 'Remove authorization' }).waitFor()
    for (const container of await page.locator('.auth-container h4').allTextContents()) {
      const [, name = ''] = /^(\w+ConsentToken)/.exec(container) ?? []
      if (name) await authoriseByCode(opened, name)
    }
    await page.locator('.close-modal').click()

    const blocks = page.locator(blocksOf)
    const results: string[] = []
    for (let index = 0; index < (await blocks.count()); index += 1) {
      const block = blocks.nth(index)
      results.push(await execute(blocksOf === '.opblock' ? block : block.locator('.opblock').first()))
    }
    await opened.context.close()

    expect(results.length).toBeGreaterThan(5)
    expect(results.filter((result) => !/ 2\d\d$/.test(result))).toEqual([])
    expect(errors).toEqual([])
  },
  400_000,
)

test('a token that is pasted works, and the page has nothing that keeps somebody out', async () => {
  const { page, errors, context } = await open('1.0.0')
  const { accessToken = '' } = await bank.authorise(await bank.createConsent())
  await page.getByRole('button', { name: 'Authorize', exact: true }).first().click()
  await scheme(page, 'pastedToken').getByRole('textbox').fill(accessToken)
  await scheme(page, 'pastedToken').getByRole('button', { name: 'Apply credentials' }).click()
  await page.locator('.close-modal').click()

  const result = await execute(page.locator('#operations-Accounts-getAccounts'))
  const { violations } = await new AxeBuilder({ page }).include('.bank').analyze()
  await context.close()

  expect(result).toBe('getAccounts 200')
  expect(errors).toEqual([])
  expect(violations).toEqual([])
})

test('at a bank that demands a control token and signatures, the page asks for the one and fills in the others', async () => {
  const demanding = await startSandbox({ controlToken, signatures: { mode: 'demanded' } })
  const { page, context } = await open('1.0.0', demanding)
  const fillIn = async (token: string) => {
    await page.getByLabel('Control token').fill(token)
    await page.getByRole('button', { name: 'Fill in' }).click()
  }

  await fillIn('wrong')
  await page.getByRole('alert').getByText('This is not the control token').waitFor()
  await fillIn(controlToken)
  await page.locator('#note form').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Authorize', exact: true }).first().click()
  await scheme(page, 'tppToken').getByRole('button', { name: 'Apply given OAuth2 credentials' }).click()
  await scheme(page, 'tppToken').getByRole('button', { name: 'Remove authorization' }).waitFor()
  await page.locator('.close-modal').click()
  const results: string[] = []
  for (const name of ['createDomesticPaymentConsent', 'createFilePaymentConsent', 'uploadFilePaymentFile']) {
    results.push(await execute(page.locator(`[id$="-${name}"].opblock`)))
  }
  await context.close()
  await demanding.close()

  expect(results.map((result) => result.slice(0, result.indexOf(' ') + 4))).toEqual([
    'createDomesticPaymentConsent 201',
    'createFilePaymentConsent 201',
    'uploadFilePaymentFile 200',
  ])
}, 120_000)

test('the levers of the control API that need no id are executed as they are filled in', async () => {
  const { page, errors, context } = await open('control')

  const results = []
  for (const name of [
    'getBank',
    'makeSamples',
    'getProfile',
    'getClock',
    'setClock',
    'advanceClock',
    'getFaults',
    'setFaults',
    'listConsents',
  ]) {
    results.push(await execute(page.locator(`[id$="-${name}"].opblock`)))
  }
  await context.close()

  expect(results.filter((result) => !/ 2\d\d$/.test(result))).toEqual([])
  expect(errors).toEqual([])
})
