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
import type { Answer, TextAnswer } from './answer.js'
import type { Exchange } from './exchange.js'
import { atEndOfTurn } from './turn.js'

/**
 * Sends an answer, at the end of this turn. `of` is the exchange, or the tenant when the request never became one.
 *
 * @returns the reply: to Fastify a promise, kept when the answer is sent
 */
export function deliver(reply: FastifyReply, answer: Answer, of: Exchange | Tenant): FastifyReply {
  const exchange = 'operationId' in of ? of : undefined
  const { faults } = exchange ? exchange.tenant : (of as Tenant)
  const interactionId = reply.request.interactionId
  if (faults.settings.length === 0) return put(reply.header(headers.interactionId, interactionId), answer)
  const complete: FaultedAnswer = {
    ...asText(answer),
    headers: { [headers.interactionId]: interactionId, ...answer.headers },
  }
  const final = faults.alter(complete, { exchange, request: reply.request })
  reply.removeHeader(headers.interactionId)
  if (final.slow) {
    reply.code(final.status).headers(final.headers as Record<string, string | string[]>)
    return reply.send(drip(final.body ?? '', final.slow))
  }
  if (final.reset) return reset(reply)
  return put(reply, final)
}

function put(reply: FastifyReply, answer: Answer | FaultedAnswer): FastifyReply {
  atEndOfTurn(() => {
    try {
      putNow(reply, answer)
    } catch (error) {
      reply.log.error({ err: error, interactionId: reply.request.interactionId })
      reply.raw.destroy()
    }
  })
  return reply
}

/** Sends status and body, and such headers as are not on the reply yet. */
function putNow(reply: FastifyReply, { status, headers: fields, body }: Answer | FaultedAnswer): FastifyReply {
  reply.code(status).headers(fields as Record<string, string | string[]>)
  if (body === undefined) return reply.send()
  return typeof body === 'string' ? reply.serializer(String).send(body) : putParts(reply, body)
}

/** Sends a body in parts without putting them into one, which would take as long as all the rest. */
function putParts(reply: FastifyReply, parts: readonly Buffer[]): FastifyReply {
  if (reply.request.method === 'HEAD') return reply.send(Buffer.concat(parts))
  const { raw } = reply
  reply.hijack()
  const fields: (string | number | string[])[] = ['content-length', parts.reduce((sum, { length }) => sum + length, 0)]
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) fields.push(name, value)
  raw.writeHead(reply.statusCode, fields)
  raw.cork()
  for (const part of parts) raw.write(part)
  raw.end()
  return reply
}

/** Faults read and write text. */
function asText({ body, ...answer }: Answer): TextAnswer {
  if (body === undefined) return answer
  return { ...answer, body: typeof body === 'string' ? body : Buffer.concat(body).toString() }
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
