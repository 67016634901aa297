/**
 * Redirect URIs of browser journeys: a receiver on this machine where the host is a loopback address.
 *
 * @module
 */
import type { RedirectAddress } from './driver.js'
import { isLoopback, openReceiver } from './receiver.js'

/**
 * Opens the redirect URI for one journey at a time where its port is fixed, for many at a time where it is free. On any
 * other host no server is needed: the request of the browser is observed instead.
 */
export function openRedirectAddress(
  shows: 'page' | 'nothing' = 'nothing',
): (redirectUri: string) => Promise<RedirectAddress> {
  const queues = new Map<string, Promise<unknown>>()
  return async (redirectUri) => {
    if (!isLoopback(redirectUri)) return { redirectUri, close: async () => {} }
    const { port } = new URL(redirectUri)
    if (port === '') return openReceiver(redirectUri, shows)
    const before = queues.get(port) ?? Promise.resolve()
    let release = () => {}
    queues.set(
      port,
      before.then(() => new Promise<void>((resolve) => (release = resolve))),
    )
    await before
    try {
      const receiver = await openReceiver(redirectUri, shows)
      const close = () => receiver.close().finally(() => release())
      return { ...receiver, close }
    } catch (error) {
      release()
      throw error
    }
  }
}
