/**
 * Observes where the browser is redirected at the end of a journey: how often the redirect URI was asked for, and the whole URL
 * with its fragment, which a browser does not send. Playwright leaves the fragment out; Chromium's own protocol has it.
 *
 * Only requests for the redirect URI are looked at: to be told of every request costs as much as the rest of a journey.
 *
 * @module
 */
import type { CDPSession } from 'playwright'
import { type Redirect, type RedirectAddress, readRedirect } from './driver.js'
import type { Receiver } from './receiver.js'

export interface RedirectWatch {
  /** Resolves when the redirect URI is reached. */
  readonly arrived: Promise<void>
  /** What the redirect URI received; call it after {@link arrived}. */
  read(): Redirect
  stop(): Promise<void>
}

/**
 * Watches a page; start it before the first navigation. A redirect URI on another host is not reached: its request is held
 * back and ends with the journey, so that no code goes to a server that is none of this journey's.
 *
 * @param protocol a session of the page, which may serve others too
 */
export async function watchRedirect(protocol: CDPSession, address: RedirectAddress): Promise<RedirectWatch> {
  const urls: string[] = []
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const held: string[] = []
  const onPaused = ({ requestId, request, responseStatusCode, responseErrorReason }: PausedRequest) => {
    const isRedirect = isAt(request.url, address.redirectUri)
    const isAnswered = responseStatusCode !== undefined || responseErrorReason !== undefined
    if (isRedirect && !isAnswered) urls.push(request.url + (request.urlFragment ?? ''))
    if (isRedirect && !isReceiver(address)) {
      held.push(requestId)
      return arrive()
    }
    // it fails where the page has gone meanwhile, and nothing waits for it any more
    const goesOn = protocol.send('Fetch.continueRequest', { requestId }).catch(() => {})
    if (isRedirect && isAnswered) void goesOn.then(arrive)
  }
  protocol.on('Fetch.requestPaused', onPaused)
  const urlPattern = `${withoutQuery(address.redirectUri).replace(/[\\*?]/g, '\\$&')}*`
  const stages = isReceiver(address) ? (['Request', 'Response'] as const) : (['Request'] as const)
  await protocol.send('Fetch.enable', {
    patterns: stages.map((requestStage) => ({ urlPattern, resourceType: 'Document' as const, requestStage })),
  })
  return {
    arrived,
    read: () => {
      const count = isReceiver(address) ? address.hits.length : urls.length
      return readRedirect(urls[0] as string, Math.max(count, 1))
    },
    stop: async () => {
      for (const requestId of held) {
        await protocol.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' }).catch(() => {})
      }
      await protocol.send('Fetch.disable').catch(() => {})
      protocol.off('Fetch.requestPaused', onPaused)
    },
  }
}

/** What is read of the event `Fetch.requestPaused`. */
interface PausedRequest {
  readonly requestId: string
  readonly request: { readonly url: string; readonly urlFragment?: string }
  readonly responseStatusCode?: number
  readonly responseErrorReason?: string
}

const isReceiver = (address: RedirectAddress): address is Receiver => 'hits' in address

const withoutQuery = (url: string): string => url.split(/[?#]/, 1)[0] ?? ''

/** True for the redirect URI with any query or fragment, not for another path that begins with it. */
export function isAt(url: string, redirectUri: string): boolean {
  const base = withoutQuery(redirectUri)
  return url.startsWith(base) && /^([?#]|$)/.test(url.slice(base.length))
}
