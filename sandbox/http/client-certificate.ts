/**
 * The certificate that the other end of a connection has shown: of a TPP, where the bank is on TLS. RFC 8705.
 *
 * @module
 */
import { createHash, type X509Certificate } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'

export interface ClientCertificate {
  readonly certificate: X509Certificate
  /** `x5t#S256`. RFC 8705 section 3.1. */
  readonly thumbprint: string
  /** Its subject as RFC 4514 writes it. */
  readonly subject: string
  /** Whether the bank's own authority has issued it, and its time has not ended. */
  readonly isTrusted: boolean
}

/** Connections that were looked at: what they show does not change. */
const known = new WeakMap<Socket, ClientCertificate | undefined>()

/** The certificate of the connection that a request came on, if it shows one. */
export function clientCertificateOf({ socket }: Pick<IncomingMessage, 'socket'>): ClientCertificate | undefined {
  if (!('getPeerX509Certificate' in socket)) return undefined
  if (!known.has(socket)) known.set(socket, read(socket as TLSSocket))
  return known.get(socket)
}

function read(socket: TLSSocket): ClientCertificate | undefined {
  const certificate = socket.getPeerX509Certificate()
  if (!certificate) return undefined
  return {
    certificate,
    thumbprint: createHash('sha256').update(certificate.raw).digest('base64url'),
    // Node writes one line for each part, the most general first
    subject: certificate.subject.split('\n').reverse().join(','),
    isTrusted: socket.authorized,
  }
}
