/**
 * Writes the pictures of the pages that docs/pages.md shows: sample pages, as a phone shows them.
 *
 * @module
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Locale } from '#authorize-ui/pages.js'
import { findBrowser, launchBrowser, openPage } from '#authorize-ui/testing/browser.js'
import { samplePages } from '#authorize-ui/testing/sample-pages.js'

/** The name of a picture, the sample page, and its language. */
const pictures: readonly (readonly [name: string, sample: string, locale: Locale])[] = [
  ['payment', 'payment', 'en'],
  ['payment-arabic', 'payment', 'ar'],
  ['payment-code', 'payment code, account given', 'en'],
  ['payment-abroad', 'payment, abroad, quoted', 'en'],
  ['payment-abroad-arabic', 'payment, abroad, quoted', 'ar'],
  ['payment-file', 'payment, a file', 'en'],
  ['payment-file-items', 'payments of a file, plain', 'en'],
  ['payment-standing-order', 'payment, a standing order', 'en'],
  ['cancellation', 'cancellation', 'en'],
  ['debtor-account', 'error, debtor-account', 'en'],
]

/** Of a page that is as long as a file only the top is shown. */
const tops = ['payment-file-items']

/** `--desktop FOLDER` shows the same pages as a wide screen does, to look at. */
const { values } = parseArgs({ options: { desktop: { type: 'string' } } })
const width = values.desktop === undefined ? 360 : 1280
const folder = values.desktop ?? fileURLToPath(new URL('../../docs/images/', import.meta.url))

const browserPath = findBrowser(process.env.OB_BROWSER)
if (browserPath === undefined) throw new Error('there is no browser: name one in OB_BROWSER')
await mkdir(folder, { recursive: true })
const browser = await launchBrowser(browserPath)
const { page, show } = await openPage(browser, '', { viewport: { width, height: width === 360 ? 640 : 800 } })
for (const [name, sample, locale] of pictures) {
  const html = samplePages(locale)[sample]
  if (html === undefined) throw new Error(`there is no sample page ${sample}`)
  await show(html)
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: !tops.includes(name) })
}
await browser.close()
