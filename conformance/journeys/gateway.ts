/**
 * What the browser of a journey goes through where a bank is not reached straight: it takes each connection of the browser and makes its
 * own to the bank, by the same settings as calls are made, so that a private authority, a client certificate and a proxy hold for both.
 *
 * The browser trusts one key, made for this gateway alone. The bank's certificate is verified here, for every host.
 *
 * @module
 */
import { createHash, generateKeyPair, X509Certificate } from 'node:crypto'
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, isIP, type Socket } from 'node:net'
import { connect as connectTls, createSecureContext, type SecureContext, TLSSocket } from 'node:tls'
import { promisify } from 'node:util'
import { bare, isOnThisMachine, type NetworkSettings, openTunnel, tlsOptions } from '../http/network.js'

export interface Gateway {
  /** The proxy that the browser is told to use. */
  readonly url: string
  /** The SHA-256 digest, in base64, of the public key that the browser may trust. */
  readonly keyDigest: string
  /** Why a host was not reached: what a browser says of it is less. */
  readonly failures: ReadonlyMap<string, string>
  close(): Promise<void>
}

/** Whether pages are reached through a gateway. */
export const needsGateway = ({ ca, proxy, clientCertificate }: NetworkSettings): boolean =>
  ca !== undefined || proxy !== undefined || clientCertificate !== undefined

/** @param connectMillis how long a connection to the bank may take */
export async function openGateway(network: NetworkSettings, connectMillis: number): Promise<Gateway> {
  const { context, keyDigest } = await ownKey()
  const tls = tlsOptions(network, network.clientCertificate)
  const failures = new Map<string, string>()
  const sockets = new Set<Socket>()
  const kept = <T extends Socket>(socket: T): T => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy()).once('close', () => sockets.delete(socket))
    return socket
  }
  const straight = (host: string, port: number) =>
    new Promise<Socket>((resolve, reject) => {
      const socket = kept(connect({ host, port, timeout: connectMillis }, () => resolve(socket.setTimeout(0))))
      socket
        .once('error', reject)
        .once('timeout', () => socket.destroy(new Error(`no connection within ${connectMillis} ms`)))
    })
  const reach = async (protocol: string, host: string, port: number) =>
    network.proxy === undefined || isOnThisMachine(protocol, host)
      ? straight(host, port)
      : kept(await openTunnel(network.proxy, host, port, connectMillis))

  const server = createServer((request, response) => void forward(request, response, reach, failures))
  server.on('connection', kept)
  server.on('connect', ({ url = '' }, socket: Socket) => {
    kept(socket)
    const { hostname, port } = new URL(`https://${url}`)
    const host = bare(hostname)
    verified(tls, host, Number(port || 443), reach).then(
      (bank) => {
        failures.delete(host)
        kept(bank)
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
        const browser = kept(
          new TLSSocket(socket, { isServer: true, secureContext: context, ALPNProtocols: ['http/1.1'] }),
        )
        browser.pipe(bank).pipe(browser)
        bank.once('close', () => browser.destroy())
        browser.once('close', () => bank.destroy())
      },
      (error: NodeJS.ErrnoException) => {
        failures.set(host, whyNot(error))
        socket.end('HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n')
      },
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    keyDigest,
    failures,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

type Reach = (protocol: string, host: string, port: number) => Promise<Socket>

/** A connection to the bank whose certificate is right for the host. */
async function verified(
  tls: ReturnType<typeof tlsOptions>,
  host: string,
  port: number,
  reach: Reach,
): Promise<TLSSocket> {
  const socket = await reach('https:', host, port)
  return new Promise((resolve, reject) => {
    const options = { socket, ...tls, ALPNProtocols: ['http/1.1'] }
    const secure = connectTls({ ...options, host, ...(isIP(host) === 0 && { servername: host }) }, () =>
      resolve(secure),
    )
    secure.once('error', reject)
  })
}

/** Plain HTTP, as a browser asks a proxy for it: with the whole address. */
async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  reach: Reach,
  failures: Map<string, string>,
): Promise<void> {
  const { method, headers } = request
  const url = URL.canParse(request.url ?? '') ? new URL(request.url ?? '') : undefined
  if (url?.protocol !== 'http:') return void response.writeHead(400).end()
  const fail = (error: NodeJS.ErrnoException) => {
    failures.set(bare(url.hostname), whyNot(error))
    if (response.headersSent) response.destroy()
    else response.writeHead(502).end()
  }
  try {
    const socket = await reach('http:', bare(url.hostname), Number(url.port || 80))
    const { 'proxy-connection': _, ...sent } = headers
    const path = url.pathname + url.search
    const onward = httpRequest({
      createConnection: () => socket,
      method,
      path,
      headers: { ...sent, connection: 'close' },
    })
    onward.on('error', fail)
    onward.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
      answer.pipe(response)
    })
    request.pipe(onward)
  } catch (error) {
    fail(error as NodeJS.ErrnoException)
  }
}

const whyNot = ({ code, message }: NodeJS.ErrnoException): string =>
  code === undefined ? message : `${message} (${code})`.replace(`${code} (${code})`, code)

/** A key for this gateway, and a certificate that says nothing: the browser looks at the key alone. */
async function ownKey(): Promise<{ readonly context: SecureContext; readonly keyDigest: string }> {
  const { pki, md } = (await import('node-forge')).default
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const certificate = pki.createCertificate()
  certificate.publicKey = pki.publicKeyFromPem(publicKey)
  certificate.serialNumber = '01'
  certificate.validity.notBefore = new Date(0)
  certificate.validity.notAfter = new Date('2099-01-01T00:00:00Z')
  const name = [{ shortName: 'CN', value: 'gateway of a journey' }]
  certificate.setSubject(name)
  certificate.setIssuer(name)
  certificate.sign(pki.privateKeyFromPem(privateKey), md.sha256.create())
  const cert = pki.certificateToPem(certificate)
  const spki = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' })
  return {
    context: createSecureContext({ cert, key: privateKey }),
    keyDigest: createHash('sha256').update(spki).digest('base64'),
  }
}
