/**
 * Opens every sample page in a browser, one after the other.
 *
 * @module
 */
import type { Browser, BrowserContextOptions } from 'playwright'
import type { Locale } from '../pages.js'
import { type OpenedPage, openPage } from './browser.js'
import { samplePages } from './sample-pages.js'

/**
 * Opens each page and state in turn, with nothing folded.
 *
 * @param by whether each is asked for, as a browser does, or written into the window
 * @param isWanted default all of them
 */
export async function visitSamples(
  browser: Browser,
  locale: Locale,
  options: BrowserContextOptions,
  look: (opened: OpenedPage, name: string) => Promise<void>,
  by: 'show' | 'write' = 'show',
  isWanted: (html: string) => boolean = () => true,
): Promise<void> {
  const opened = await openPage(browser, '', options)
  for (const [name, html] of Object.entries(samplePages(locale))) {
    if (!isWanted(html)) continue
    await opened[by](html)
    await opened.page.evaluate(`for (const each of document.querySelectorAll('details')) each.open = true`)
    await look(opened, name)
  }
  await opened.page.context().close()
}
