/**
 * Whether a page can still become another one by itself. One without scripts, frames, animations and refresh cannot: nobody has to wait
 * for it.
 *
 * @module
 */
import type { Page, Response } from 'playwright'

/** Anything in the text of a page that may change what it shows: it is found too often rather than not. */
const lively = /<\s*(script|i?frame|object|embed|svg|template|portal)\b|[\s"'/]on[a-z]+\s*=|http-equiv/i

/** As text, since the types of a page are none of this program's. */
const isAtRest = `document.readyState === 'complete' && document.getAnimations().length === 0`

/** How long the answer may take, in milliseconds: a page that does not answer is not at rest. */
const patienceMillis = 500

/** @param answer the answer that the page was made of */
export async function isStill(page: Page, answer: Response | undefined): Promise<boolean> {
  if (!answer || answer.url() !== page.url().replace(/#.*/, '')) return false
  const late = new Promise<false>((resolve) => setTimeout(resolve, patienceMillis, false).unref())
  return Promise.race([looksStill(page, answer), late])
}

async function looksStill(page: Page, answer: Response): Promise<boolean> {
  try {
    if ((await answer.headerValue('refresh')) !== null || lively.test(await answer.text())) return false
    return (await page.evaluate(isAtRest)) === true
  } catch {
    return false
  }
}
