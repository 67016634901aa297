/**
 * Requests that never become one: addresses that cannot be read and bytes that are no HTTP. They too get an interaction id
 * and the body of a 400.
 *
 * @module
 */
import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { headers } from '#standard/index.js'
import { type Answer, failure } from './answer.js'
import { badRequest, problem } from './api-error.js'
import { sentInteractionId } from './request-headers.js'

/** Fastify's `frameworkErrors`: a path such as `/%`. */
export function badUrl(_error: Error, request: FastifyRequest, reply: FastifyReply): void {
  const answer = failure(badRequest([problem('Resource.InvalidFormat', 'the address cannot be read')]))
  reply
    .code(answer.status)
    .headers({ ...answer.headers, [headers.interactionId]: sentInteractionId(request.headers) ?? randomUUID() })
    .serializer(String)
    .send(answer.body)
}

/** Fastify's `clientErrorHandler`: headers too large, no HTTP at all, a request that never ends. */
export function refuseConnection(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy()
    return
  }
  const isTooLarge = error.code === 'HPE_HEADER_OVERFLOW'
  const answer = failure(
    badRequest([
      isTooLarge
        ? problem('Header.Invalid', 'the headers are larger than 16 KB')
        : problem('Resource.InvalidFormat', 'the request is not HTTP'),
    ]),
  )
  socket.end(onTheWire(answer))
}

function onTheWire({ status, headers: fields, body = '' }: Answer): string {
  const lines = [
    `HTTP/1.1 ${status} Bad Request`,
    ...Object.entries(fields).map(([name, value]) => `${name}: ${value}`),
    `${headers.interactionId}: ${randomUUID()}`,
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}
