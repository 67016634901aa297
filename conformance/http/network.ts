/**
 * How a bank is connected to: which authorities are trusted, which certificate is shown, and the proxy that is gone through. The same for
 * calls and for the browser.
 *
 * @module
 */
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Socket } from 'node:net'
import { createSecureContext, rootCertificates } from 'node:tls'
import { ExchangeFailed } from './failure.js'

/** A certificate and its private key, in PEM. */
export interface ClientCertificate {
  readonly certificate: string
  readonly key: string
}

export interface NetworkSettings {
  /** Certificates, in PEM, of authorities that are trusted besides those that are known to all. */
  readonly ca?: string
  /** What is shown to servers that ask for a certificate, where the TPP has none of its own. */
  readonly clientCertificate?: ClientCertificate
  /** `http://user:password@proxy:3128`. */
  readonly proxy?: string
}

/** TLS settings of a connection. Certificates of servers are verified, always. */
export function tlsOptions({ ca }: NetworkSettings, shown: ClientCertificate | undefined) {
  return {
    rejectUnauthorized: true,
    ...((ca !== undefined || shown) && {
      // made once for all connections: reading the authorities takes a while
      secureContext: createSecureContext({
        ...(ca !== undefined && { ca: [...rootCertificates, ca] }),
        ...(shown && { cert: shown.certificate, key: shown.key }),
      }),
    }),
  }
}

/** An IPv6 address without the brackets of a URL. */
export const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, '')

/** Plain HTTP to a loopback address, such as a redirect address: no proxy reaches it. */
export const isOnThisMachine = (protocol: string, hostname: string): boolean =>
  protocol === 'http:' && /^(localhost|\[?::1\]?|127(\.\d+){3})$/.test(hostname)

/**
 * A connection to a host through a proxy. RFC 9110 section 9.3.6.
 *
 * @throws {ExchangeFailed} where the proxy cannot be reached or refuses
 */
export function openTunnel(proxy: string, host: string, port: number, millis: number): Promise<Socket> {
  const { protocol, hostname, port: own, username, password } = new URL(proxy)
  const target = `${host.includes(':') ? `[${host}]` : host}:${port}`
  const pair = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')
  const request = (protocol === 'https:' ? httpsRequest : httpRequest)({
    host: bare(hostname),
    port: own || (protocol === 'https:' ? 443 : 80),
    method: 'CONNECT',
    path: target,
    headers: { host: target, ...(username !== '' && { 'proxy-authorization': `Basic ${pair}` }) },
    agent: false,
    timeout: millis,
  })
  return new Promise((resolve, reject) => {
    const fail = (why: string) => {
      request.destroy()
      reject(new ExchangeFailed('connect', `the proxy ${hostname}${own && `:${own}`}: ${why}`))
    }
    request.on('connect', ({ statusCode = 0 }, socket) => {
      if (statusCode >= 200 && statusCode < 300) resolve(socket as Socket)
      else fail(`answered ${statusCode} to CONNECT ${target}`)
    })
    // what is no proxy answers like a server
    request.on('response', ({ statusCode }) => fail(`answered ${statusCode} to CONNECT ${target}`))
    request.on('timeout', () => fail(`no answer within ${millis} ms`))
    request.on('error', (error: NodeJS.ErrnoException) => fail(error.code ?? error.message))
    request.end()
  })
}
