/**
 * The pictures of the pages that docs/pages.md shows: sample pages, as a phone or a wide screen shows them.
 *
 * @module
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locale } from '#authorize-ui/pages.js'
import { launchBrowser, openPage } from '#authorize-ui/testing/browser.js'
import { samplePages } from '#authorize-ui/testing/sample-pages.js'

/** The name of a picture, the sample page, and its language. */
export const pictures: readonly (readonly [name: string, sample: string, locale: Locale])[] = [
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

/** Of a phone, in pixels. */
export const phoneWidth = 360

/** Takes every picture into a folder, as `NAME.png`. */
export async function takePictures(browserPath: string, folder: string, width: number = phoneWidth): Promise<void> {
  await mkdir(folder, { recursive: true })
  const browser = await launchBrowser(browserPath)
  try {
    const { page, show } = await openPage(browser, '', {
      viewport: { width, height: width === phoneWidth ? 640 : 800 },
    })
    for (const [name, sample, locale] of pictures) {
      const html = samplePages(locale)[sample]
      if (html === undefined) throw new Error(`there is no sample page ${sample}`)
      await show(html)
      await page.screenshot({ path: join(folder, `${name}.png`), fullPage: !tops.includes(name) })
    }
  } finally {
    await browser.close()
  }
}
