/**
 * Sees where the browser is sent at the end of a journey: what the receiver was asked for, and the fragment that only
 * the browser knows.
 *
 * @module
 */
import type { Page } from 'playwright'
import { type Redirect, type RedirectAddress, readRedirect } from './driver.js'
import type { Receiver } from './receiver.js'

export interface RedirectWatch {
  /** Resolves when the redirect address is reached. */
  readonly arrived: Promise<void>
  /** What the address received; call it after {@link arrived}. */
  read(): Promise<Redirect>
}

/** Watches a page; start it before the first navigation. */
export async function watchRedirect(page: Page, address: RedirectAddress): Promise<RedirectWatch> {
  return isReceiver(address) ? watchReceiver(page, address) : watchRequests(page, address.redirectUri)
}

const isReceiver = (address: RedirectAddress): address is Receiver => 'hits' in address

function watchReceiver(page: Page, receiver: Receiver): RedirectWatch {
  return {
    arrived: receiver.arrived,
    async read() {
      await page.waitForURL((url) => isAt(url.href, receiver.redirectUri), { waitUntil: 'load' }).catch(() => {})
      const shown = page.url()
      const url = isAt(shown, receiver.redirectUri) ? shown : (receiver.hits[0] as string)
      return readRedirect(url, receiver.hits.length)
    },
  }
}

/**
 * An address elsewhere is never reached: the request for it is what there is to see. Chromium's own protocol tells its
 * fragment, which Playwright leaves out.
 */
async function watchRequests(page: Page, redirectUri: string): Promise<RedirectWatch> {
  const hits: string[] = []
  const protocol = await page.context().newCDPSession(page)
  const arrived = new Promise<void>((resolve) => {
    protocol.on('Network.requestWillBeSent', ({ request: { url, urlFragment = '' }, type }) => {
      if (type !== 'Document' || !isAt(url, redirectUri)) return
      hits.push(url + urlFragment)
      resolve()
    })
  })
  await protocol.send('Network.enable')
  return { arrived, read: async () => readRedirect(hits[0] as string, hits.length) }
}

/** True for the address itself with any query or fragment, not for another path that begins with it. */
function isAt(url: string, redirectUri: string): boolean {
  const [base = ''] = redirectUri.split(/[?#]/, 1)
  return url.startsWith(base) && /^([?#]|$)/.test(url.slice(base.length))
}
