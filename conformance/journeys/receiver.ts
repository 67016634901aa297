/**
 * A server on this machine for the redirect URI: open for one journey, records every request.
 *
 * @module
 */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { bare, isOnThisMachine } from '../http/network.js'
import type { RedirectAddress } from './driver.js'

export interface Receiver extends RedirectAddress {
  /** URLs that were requested, in order; without fragments, which a browser does not send. */
  readonly hits: readonly string[]
  /** Resolves at the first hit. */
  readonly arrived: Promise<void>
  /** The URL of the first hit, with the fragment that the page of a person tells; without it where it tells nothing in time. */
  readonly whole: Promise<string>
}

const page = `<!doctype html><html lang="en"><title>Back at the TPP</title><link rel="icon" href="data:,">
<p>The bank has sent you back. You can close this page.</p>
<script>fetch(location.pathname, { method: 'POST', body: location.hash })</script></html>\n`

/** How long the page may take to tell its fragment, in milliseconds. */
const tellMillis = 2000

/** True for a redirect URI that a server on this machine can answer. */
export function isLoopback(redirectUri: string): boolean {
  const { protocol, hostname } = new URL(redirectUri)
  return isOnThisMachine(protocol, hostname)
}

/**
 * Listens at a loopback redirect URI. Without a port in it any free one is taken (RFC 8252 section 7.3).
 *
 * @param shows a page for a person, or an answer without one (204), at which a browser stays where it was
 * @throws when the port is taken
 */
export async function openReceiver(redirectUri: string, shows: 'page' | 'nothing' = 'page'): Promise<Receiver> {
  const { hostname, port, pathname } = new URL(redirectUri)
  const hits: string[] = []
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  let tell = (_fragment: string) => {}
  const told = new Promise<string>((resolve) => {
    tell = resolve
  })
  const whole = arrived.then(async () => {
    const late = new Promise<string>((resolve) => setTimeout(resolve, tellMillis, '').unref())
    return (hits[0] ?? '') + (await Promise.race([told, late]))
  })
  const server = createServer(async (request, response) => {
    if (request.method === 'POST' && shows === 'page') {
      let body = ''
      for await (const chunk of request) body = (body + chunk).slice(0, 16_384)
      response.writeHead(204).end()
      return tell(/^#/.test(body) ? body : '')
    }
    const isRedirect = request.url?.split('?', 1)[0] === pathname
    response.writeHead(!isRedirect ? 404 : shows === 'page' ? 200 : 204, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    })
    response.end(isRedirect && shows === 'page' ? page : '')
    if (!isRedirect) return
    hits.push(new URL(request.url ?? '/', actual).href)
    arrive()
  })
  await listen(server, Number(port || 0), bare(hostname))
  const bound = (server.address() as AddressInfo).port
  const actual = port ? redirectUri : withPort(redirectUri, bound)
  return { redirectUri: actual, hits, arrived, whole, close: () => close(server) }
}

/** Only the port is added: the rest stays as it was registered, byte for byte. */
function withPort(redirectUri: string, port: number): string {
  return redirectUri.replace(/^(http:\/\/(?:\[[^\]]*\]|[^/:?#]*))(?::\d*)?/i, `$1:${port}`)
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve())
  })
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
