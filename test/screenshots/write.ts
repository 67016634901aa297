/**
 * Writes the pictures of the pages that docs/pages.md shows: sample pages, as a phone shows them.
 *
 * @module
 */
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
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
  ['cancellation', 'cancellation', 'en'],
  ['debtor-account', 'error, debtor-account', 'en'],
]

const folder = fileURLToPath(new URL('../../docs/images/', import.meta.url))

const browserPath = findBrowser(process.env.OB_BROWSER)
if (browserPath === undefined) throw new Error('there is no browser: name one in OB_BROWSER')
await mkdir(folder, { recursive: true })
const browser = await launchBrowser(browserPath)
const { page, show } = await openPage(browser, '', { viewport: { width: 360, height: 640 } })
for (const [name, sample, locale] of pictures) {
  const html = samplePages(locale)[sample]
  if (html === undefined) throw new Error(`there is no sample page ${sample}`)
  await show(html)
  await page.screenshot({ path: `${folder}${name}.png`, fullPage: true })
}
await browser.close()
