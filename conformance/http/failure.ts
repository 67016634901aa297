/**
 * Why an exchange got no complete response, in the few kinds that decide who is to blame.
 *
 * @module
 */
import { errors } from 'undici'

export interface Failure {
  readonly kind: 'connect' | 'timeout' | 'reset' | 'too-large' | 'tls'
  readonly message: string
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

/** An exchange that was aborted; carries its {@link Failure}. */
export class ExchangeFailed extends Error {
  readonly failure: Failure

  constructor(kind: Failure['kind'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ExchangeFailed'
    this.failure = { kind, message }
  }
}

/**
 * The failure that an error of the HTTP library stands for.
 *
 * @returns `undefined` for an error that is no failure of an exchange, such as a request undici refuses to send
 */
export function toFailure(error: unknown, phase: Phase): Failure | undefined {
  if (error instanceof ExchangeFailed) return error.failure
  const { code = '' } = error as { code?: string }
  if (code === 'UND_ERR_INVALID_ARG' || code === 'UND_ERR_NOT_SUPPORTED') return undefined
  if (code === 'UND_ERR_HEADERS_OVERFLOW')
    return { kind: 'too-large', message: 'the headers of the answer are too large' }
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return { kind: 'connect', message: 'no connection within the deadline' }
  if (tlsCodes.test(code)) return { kind: 'tls', message: `TLS failed: ${code}` }
  if (connectCodes.includes(code)) return { kind: 'connect', message: `no connection: ${code}` }
  if (/TIMEOUT$/.test(code)) return { kind: 'timeout', message: `no answer within the deadline (${phase})` }
  if (error instanceof errors.HTTPParserError) return { kind: 'reset', message: 'the answer is not HTTP' }
  if (code !== '')
    return {
      kind: 'reset',
      message: `the connection broke before the ${phase === 'body' ? 'end of the body' : 'first byte'}: ${code}`,
    }
  return undefined
}
