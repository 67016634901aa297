/**
 * Requests that cannot be parsed: malformed URLs and bytes that are not HTTP. They too get an interaction id and a
 * 400 body.
 *
 * @module
 */
import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { headers } from '#standard/index.js'
import type { Tenant } from '../tenants/tenant.js'
import { deliver, failure, type TextAnswer } from './answer.js'
import { type ApiError, refusal } from './api-error.js'
import { giveInteractionId } from './arrival.js'

/** Fastify's `frameworkErrors`: a path such as `/%`. */
export function badUrl(tenant: () => Tenant) {
  return (cause: Error, request: FastifyRequest, reply: FastifyReply): void => {
    giveInteractionId(request, reply)
    deliver(reply, failure(refusal('addressUnreadable', { cause })), tenant())
  }
}

/** The refusal for an error code of Node. */
function refusalOf(cause: NodeJS.ErrnoException): ApiError {
  if (cause.code === 'HPE_HEADER_OVERFLOW') return refusal('headersTooLarge', { cause })
  if (cause.code === 'ERR_HTTP_REQUEST_TIMEOUT') return refusal('requestTooSlow', { cause })
  if (cause.code === 'CONNECT') return refusal('requestUnreadable', { cause })
  return refusal('notHttp', { cause })
}

/** Fastify's `clientErrorHandler`: headers too large, not HTTP, a request that times out. */
export function refuseConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy()
    return
  }
  socket.end(toHttpText(failure(refusalOf(error))))
  // a client that neither reads on nor goes away does not keep the connection
  setTimeout(() => socket.destroy(), lingerMillis).unref()
}

/**
 * Has the connection of a request whose body is not read to its end half closed after the answer, and what still comes thrown away for a
 * while: closed at once, the client's system may throw away the answer (RFC 9112 section 9.6).
 */
export function closeSlowly({ raw }: FastifyRequest): void {
  const { socket } = raw
  if (typeof socket?.destroySoon !== 'function') return
  socket.destroySoon = () => {
    socket.end()
    raw.resume()
    setTimeout(() => socket.destroy(), lingerMillis).unref()
  }
}

/** How long a client has to read why its connection ends, in real milliseconds. */
const lingerMillis = 1000

function toHttpText({ status, headers: fields, body = '' }: TextAnswer): string {
  const lines = [
    `HTTP/1.1 ${status} Bad Request`,
    ...Object.entries(fields).map(([name, value]) => `${name}: ${value}`),
    `${headers.interactionId}: ${randomUUID()}`,
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}
