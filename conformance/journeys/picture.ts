/**
 * A picture of the page where a journey ended, for whoever has to find out why. Fields are covered: what a PSU entered is a secret.
 *
 * @module
 */
import type { Page } from 'playwright'

const patienceMillis = 1_500

/** Longest picture that is kept, in characters of base64. */
const longestPicture = 120_000

/** A JPEG in base64; `undefined` where the page gives none in time, or a picture without measure. */
export async function pictureOf(page: Page): Promise<string | undefined> {
  try {
    const picture = await page.screenshot({
      type: 'jpeg',
      quality: 40,
      scale: 'css',
      timeout: patienceMillis,
      mask: [page.locator('input, textarea, select, [contenteditable]')],
    })
    const text = picture.toString('base64')
    return text.length > longestPicture ? undefined : text
  } catch {
    return undefined
  }
}
