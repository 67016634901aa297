/**
 * Why an exchange got no complete response, in the few kinds that decide who is to blame.
 *
 * @module
 */
export interface Failure {
  readonly kind: 'connect' | 'timeout' | 'reset' | 'malformed' | 'too-large' | 'tls'
  readonly message: string
  /**
   * Nothing came on a connection that was used before: most likely the server was just closing it, so that the request was lost on the way.
   * RFC 9112 section 9.3.1.
   */
  readonly idle?: true
}

/** The part of the exchange that was going on. */
export type Phase = 'connect' | 'first byte' | 'body'

const tlsCodes =
  /^(ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED|EPROTO$)/
const connectCodes = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'ETIMEDOUT',
]

/** What only a server that was reached can do: nobody knows who is at fault for a lost connection. */
export const isOfServer = ({ kind }: Failure): boolean => ['timeout', 'too-large', 'malformed'].includes(kind)

/** An exchange that was aborted; carries its {@link Failure}. */
export class ExchangeFailed extends Error {
  readonly failure: Failure

  constructor(kind: Failure['kind'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ExchangeFailed'
    this.failure = { kind, message }
  }
}

/** A request that the HTTP library refuses to send. */
const callerCodes = /^ERR_(INVALID_|HTTP_INVALID_|UNESCAPED_|METHOD_|HTTP_HEADERS_SENT|HTTP_CONTENT_LENGTH)/

/**
 * The failure that an error of the HTTP library stands for.
 *
 * @param reused the connection had served a request before
 * @returns `undefined` for an error that is no failure of an exchange, such as a request that is not valid HTTP
 */
export function toFailure(error: unknown, phase: Phase, reused = false): Failure | undefined {
  if (error instanceof ExchangeFailed) return error.failure
  const { code = '' } = error as { code?: string }
  if (callerCodes.test(code)) return undefined
  if (code === 'HPE_HEADER_OVERFLOW') return { kind: 'too-large', message: 'the headers of the answer are too large' }
  if (tlsCodes.test(code)) return { kind: 'tls', message: `TLS failed: ${code}` }
  if (connectCodes.includes(code)) return { kind: 'connect', message: `no connection: ${code}` }
  if (/^HPE_INVALID_(CONSTANT|VERSION)$/.test(code)) return { kind: 'reset', message: 'the answer is not HTTP' }
  if (code.startsWith('HPE_') && code !== 'HPE_INVALID_EOF_STATE') {
    return { kind: 'malformed', message: `the answer breaks HTTP: ${code}` }
  }
  if (code === '') return undefined
  if (reused && phase === 'first byte') {
    return { kind: 'reset', idle: true, message: `an idle connection was closed as the request was sent: ${code}` }
  }
  const missing = phase === 'body' ? 'end of the body' : 'first byte'
  return { kind: 'reset', message: `the connection broke before the ${missing}: ${code}` }
}
