/**
 * What a page shows a PSU, in few words: for the failure of a journey, and for who describes the pages of a bank.
 *
 * @module
 */
import type { Page } from 'playwright'
import type { JourneyFailure } from './driver.js'

const most = 12
const longest = 60
const patienceMillis = 1_000

/** Runs in the page: as text, since the types of a page are none of this program's. */
const looks = `(() => {
  const text = (element) => ((element && element.textContent) || '').replace(/\\s+/g, ' ').trim()
  const label = (element) => element.getAttribute('aria-label') || text(element.labels && element.labels[0])
  const all = (selector) => [...document.querySelectorAll(selector)]
  return [
    ...all('h1, [role=alert]').map((element) => '"' + text(element) + '"'),
    ...all('input:not([type=hidden], [type=submit], [type=button]), select, textarea').map(
      (field) => field.type + ' "' + label(field) + '"',
    ),
    ...all('button, [role=button], input[type=submit]').map(
      (element) => 'button "' + (element.getAttribute('aria-label') || text(element) || element.value || '') + '"',
    ),
  ]
})()`

/** Where the page is, its title, and the names of what can be read, pressed or filled in. No value of a field is read. */
export async function describePage(page: Page): Promise<JourneyFailure['page'] | undefined> {
  const found = page.evaluate(looks) as Promise<string[]>
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, patienceMillis, undefined).unref())
  try {
    const [shows, title] = (await Promise.race([Promise.all([found, page.title()]), late])) ?? []
    if (shows === undefined || title === undefined) return undefined
    const { origin, pathname } = new URL(page.url())
    const cut = (value: string) => (value.length > longest ? `${value.slice(0, longest)}…` : value)
    return {
      url: origin === 'null' ? page.url() : origin + pathname,
      title: cut(title),
      shows: shows.slice(0, most).map(cut),
    }
  } catch {
    return undefined
  }
}
