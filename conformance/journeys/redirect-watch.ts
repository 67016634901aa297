/**
 * Observes where the browser is redirected at the end of a journey: how often the receiver was asked, and the whole URL with
 * its fragment, which a browser does not send. Playwright leaves the fragment out; Chromium's own protocol has it.
 *
 * @module
 */
import type { CDPSession, Page } from 'playwright'
import { type Redirect, type RedirectAddress, readRedirect } from './driver.js'
import type { Receiver } from './receiver.js'

export interface RedirectWatch {
  /** Resolves when the redirect URI is reached. */
  readonly arrived: Promise<void>
  /** What the redirect URI received; call it after {@link arrived}. */
  read(): Redirect
  stop(): Promise<void>
}

/** Watches a page; start it before the first navigation. A redirect URI on another host is asked for, and never reached. */
export async function watchRedirect(page: Page, address: RedirectAddress): Promise<RedirectWatch> {
  const protocol = await page.context().newCDPSession(page)
  const requests = watchDocuments(protocol, address)
  await protocol.send('Network.enable')
  return {
    arrived: requests.arrived,
    read: () => {
      const count = isReceiver(address) ? address.hits.length : requests.urls.length
      return readRedirect(requests.urls[0] as string, Math.max(count, 1))
    },
    stop: () => protocol.detach().catch(() => {}),
  }
}

const isReceiver = (address: RedirectAddress): address is Receiver => 'hits' in address

/** The requests of the page's own navigations for the redirect URI. With a receiver they count when it has answered. */
function watchDocuments(protocol: CDPSession, address: RedirectAddress) {
  const urls: string[] = []
  const asked = new Set<string>()
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const end = ({ requestId }: { requestId: string }) => {
    if (asked.has(requestId)) arrive()
  }
  protocol.on('Network.requestWillBeSent', ({ requestId, request: { url, urlFragment = '' }, type }) => {
    if (type !== 'Document' || !isAt(url, address.redirectUri)) return
    urls.push(url + urlFragment)
    if (isReceiver(address)) asked.add(requestId)
    else arrive()
  })
  protocol.on('Network.responseReceived', end)
  protocol.on('Network.loadingFailed', end)
  return { arrived, urls }
}

/** True for the redirect URI with any query or fragment, not for another path that begins with it. */
export function isAt(url: string, redirectUri: string): boolean {
  const [base = ''] = redirectUri.split(/[?#]/, 1)
  return url.startsWith(base) && /^([?#]|$)/.test(url.slice(base.length))
}
