/**
 * Observes where the browser is redirected at the end of a journey: the request that the receiver got, and the fragment,
 * which only the browser knows.
 *
 * @module
 */
import type { Page } from 'playwright'
import { type Redirect, type RedirectAddress, readRedirect } from './driver.js'
import type { Receiver } from './receiver.js'

export interface RedirectWatch {
  /** Resolves when the redirect URI is reached. */
  readonly arrived: Promise<void>
  /** What the redirect URI received; call it after {@link arrived}. */
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
 * A redirect URI on another host is never reached: only the request for it can be observed. Its fragment comes from
 * Chromium's own protocol, as Playwright leaves it out.
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

/** True for the redirect URI with any query or fragment, not for another path that begins with it. */
function isAt(url: string, redirectUri: string): boolean {
  const [base = ''] = redirectUri.split(/[?#]/, 1)
  return url.startsWith(base) && /^([?#]|$)/.test(url.slice(base.length))
}
