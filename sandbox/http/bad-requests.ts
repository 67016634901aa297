/**
 * Requests that never become one: addresses that cannot be read and bytes that are no HTTP. They too get an interaction id
 * and the body of a 400.
 *
 * @module
 */
import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { type ErrorDetail, headers } from '#standard/index.js'
import type { Tenant } from '../tenants.js'
import { failure, type TextAnswer } from './answer.js'
import { badRequest, problem } from './api-error.js'
import { sentInteractionId } from './request-headers.js'
import { deliver } from './send.js'

/** Fastify's `frameworkErrors`: a path such as `/%`. */
export function badUrl(tenant: () => Tenant) {
  return (_error: Error, request: FastifyRequest, reply: FastifyReply): void => {
    request.interactionId = sentInteractionId(request.headers) ?? randomUUID()
    deliver(reply, failure(badRequest([problem('Resource.InvalidFormat', 'the address cannot be read')])), tenant())
  }
}

/** Refuses a request that does not say whom it is for (RFC 9112 section 3.2). */
export const requireHost = fp(
  async (app: FastifyInstance) => {
    app.addHook('onRequest', ({ headers, raw }, _reply, done) => {
      const isMissing = headers.host === undefined && raw.httpVersion === '1.1'
      done(isMissing ? badRequest([problem('Header.Missing', 'the header Host is missing', 'Host')]) : undefined)
    })
  },
  { name: 'require-host' },
)

/** What is wrong, by Node's code for it. */
const connectionProblems: Readonly<Record<string, ErrorDetail>> = {
  HPE_HEADER_OVERFLOW: problem('Header.Invalid', 'address and headers are larger than 16 KB'),
  ERR_HTTP_REQUEST_TIMEOUT: problem('Resource.InvalidFormat', 'the request did not arrive in time'),
}

/** Fastify's `clientErrorHandler`: headers too large, no HTTP at all, a request that never ends. */
export function refuseConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy()
    return
  }
  const known = connectionProblems[error.code ?? '']
  socket.end(onTheWire(failure(badRequest([known ?? problem('Resource.InvalidFormat', 'the request is not HTTP')]))))
}

function onTheWire({ status, headers: fields, body = '' }: TextAnswer): string {
  const lines = [
    `HTTP/1.1 ${status} Bad Request`,
    ...Object.entries(fields).map(([name, value]) => `${name}: ${value}`),
    `${headers.interactionId}: ${randomUUID()}`,
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}
