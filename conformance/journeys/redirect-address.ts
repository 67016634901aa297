/**
 * Redirect addresses for browser journeys: a receiver on this machine where the address is a loopback one.
 *
 * @module
 */
import type { RedirectAddress } from './driver.js'
import { isLoopback, openReceiver } from './receiver.js'

/**
 * Opens addresses one journey at a time where the port is fixed, side by side where it is free. An address elsewhere
 * needs no server: the browser tells where it was sent.
 */
export function openRedirectAddress(): (redirectUri: string) => Promise<RedirectAddress> {
  const queues = new Map<string, Promise<unknown>>()
  return async (redirectUri) => {
    if (!isLoopback(redirectUri)) return { redirectUri, close: async () => {} }
    const { port } = new URL(redirectUri)
    if (port === '') return openReceiver(redirectUri)
    const before = queues.get(port) ?? Promise.resolve()
    let release = () => {}
    queues.set(
      port,
      before.then(() => new Promise<void>((resolve) => (release = resolve))),
    )
    await before
    try {
      const receiver = await openReceiver(redirectUri)
      const close = () => receiver.close().finally(() => release())
      return { ...receiver, close }
    } catch (error) {
      release()
      throw error
    }
  }
}
