/**
 * Puts an answer on the wire, after the tenant's faults have had their way with it.
 *
 * @module
 */
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { headers } from '#standard/index.js'
import type { FaultedAnswer } from '../faults/fault.js'
import type { Tenant } from '../tenants.js'
import type { Answer } from './answer.js'
import type { Exchange } from './exchange.js'

/** `of` is the exchange, or the tenant when the request never became one. */
export function deliver(reply: FastifyReply, answer: Answer, of: Exchange | Tenant): FastifyReply {
  const exchange = 'operationId' in of ? of : undefined
  const { faults } = exchange ? exchange.tenant : (of as Tenant)
  const interactionId = reply.request.interactionId
  const complete: FaultedAnswer = { ...answer, headers: { [headers.interactionId]: interactionId, ...answer.headers } }
  const final = faults.alter(complete, { exchange, request: reply.request })
  reply.removeHeader(headers.interactionId)
  reply.code(final.status).headers(final.headers as Record<string, string | string[]>)
  if (final.slow) return reply.send(drip(final.body ?? '', final.slow))
  if (final.reset) return reset(reply)
  return final.body === undefined ? reply.send() : reply.serializer(String).send(final.body)
}

/** A body that comes a few bytes at a time. */
function drip(body: string, { bytes, everyMillis }: { bytes: number; everyMillis: number }): Readable {
  return Readable.from(
    (async function* () {
      for (let at = 0; at < body.length; at += bytes) {
        yield Buffer.from(body.slice(at, at + bytes))
        await new Promise((resolve) => setTimeout(resolve, everyMillis))
      }
    })(),
  )
}

/** Ends the connection after the headers and half a body. */
function reset(reply: FastifyReply): FastifyReply {
  reply.hijack()
  reply.raw.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
  reply.raw.write('{"Data":', () => reply.raw.destroy())
  return reply
}
