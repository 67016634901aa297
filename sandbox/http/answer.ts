/**
 * The shape of every answer, and how it is sent, after the deliberate changes of the tenant.
 *
 * @module
 */
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import type { FastifyReply } from 'fastify'
import { type ErrorDetail, type ErrorResponse, headers } from '#standard/index.js'
import type { Tenant } from '../tenants/tenant.js'
import type { SignAnswer } from './answer-signatures.js'
import type { ApiError } from './api-error.js'
import type { EditedAnswer } from './edits.js'
import type { Exchange } from './exchange.js'
import { type RefusalStatus, refusalStatuses } from './refusals/condition.js'

/** An answer before it is sent. `body` is serialised JSON: text, or its bytes in UTF-8. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Buffer
  /** The refusal behind it, with cause and ledger rows; not sent. */
  readonly refusal?: ApiError
}

/** An answer whose body is text. */
export interface TextAnswer extends Answer {
  readonly body?: string
}

const json = { 'content-type': 'application/json; charset=utf-8' }

/** 200 with a serialised body. */
export const rendered = (body: Buffer): Answer => ({ status: 200, headers: json, body })

/** A success. */
export function success(status: number, payload?: unknown): TextAnswer {
  if (payload === undefined) return { status, headers: {} }
  return { status, headers: json, body: JSON.stringify(payload) }
}

/** The answer of a refusal, in the shape the standard gives its status. */
export function failure(refusal: ApiError): TextAnswer {
  const { status, reasons, headers } = refusal
  const answer = errorAnswer(
    status,
    reasons.flatMap(({ detail }) => detail ?? []),
  )
  return { ...answer, headers: { ...headers, ...answer.headers }, refusal }
}

/** An error answer with these details, which are left out on statuses without a body. */
export function errorAnswer(status: RefusalStatus, details: readonly ErrorDetail[]): TextAnswer {
  const text: { readonly label: string; readonly message?: string } = refusalStatuses[status]
  if (text.message === undefined) return { status, headers: {} }
  const body: ErrorResponse = { Code: text.label, Id: randomUUID(), Message: text.message, Errors: [...details] }
  return { status, headers: json, body: JSON.stringify(body) }
}

/**
 * Sends an answer. `of` is the exchange, or the tenant when there is none.
 *
 * @param sign signs it, between the two phases of deliberate changes; without it there is no promise
 * @returns the reply, which Fastify awaits until the answer is sent
 */
export function deliver(
  reply: FastifyReply,
  answer: Answer,
  of: Exchange | Tenant,
  sign?: SignAnswer,
): FastifyReply | Promise<FastifyReply> {
  const exchange = 'operationId' in of ? of : undefined
  const { edits, clock } = exchange ? exchange.tenant : (of as Tenant)
  const interactionId = reply.request.interactionId
  if (!edits) return sign ? sign(answer, clock.now()).then((signed) => put(reply, signed)) : put(reply, answer)
  // edits read and write text; a file is a text of its bytes to them, and stays what it is
  const encoding = exchange?.operation.answers && Buffer.isBuffer(answer.body) ? 'latin1' : 'utf8'
  const complete: EditedAnswer = {
    ...asText(answer, encoding),
    headers: { [headers.interactionId]: interactionId, ...answer.headers },
  }
  const scene = { exchange, request: reply.request }
  const edited = edits.answer('before-signing', complete, scene)
  const finish = (signed: EditedAnswer) => putEdited(reply, edits.answer('after-signing', signed, scene), encoding)
  if (!sign) return finish(edited)
  const { body, ...rest } = edited
  const sent: Answer = { ...(rest as TextAnswer), ...(body !== undefined && { body: Buffer.from(body, encoding) }) }
  return sign(sent, clock.now()).then((signed) => finish({ ...edited, headers: signed.headers }))
}

/** Sends an answer that was changed deliberately. */
function putEdited(
  reply: FastifyReply,
  { delayMillis, ...final }: EditedAnswer,
  encoding: 'latin1' | 'utf8',
): FastifyReply | Promise<FastifyReply> {
  if (delayMillis !== undefined) return later(delayMillis).then(() => putEdited(reply, final, encoding))
  reply.removeHeader(headers.interactionId)
  if (final.slow) {
    reply.code(final.status).headers(final.headers as Record<string, string | string[]>)
    return reply.send(drip(final.body ?? '', final.slow))
  }
  if (final.dropped) return drop(reply)
  if (final.reset) return reset(reply)
  if (final.packed && final.body) return putPacked(reply, Buffer.from(final.body, encoding), final)
  if (encoding === 'utf8' || final.body === undefined) return put(reply, final)
  return put(reply, { ...(final as TextAnswer), body: Buffer.from(final.body, encoding) })
}

const later = (millis: number) => new Promise<void>((resolve) => setTimeout(resolve, millis))

let waiting: (() => void)[] = []

/**
 * Runs `work` when the requests that came in together have been dealt with; it must not throw. Their answers go out one right after
 * the other, and a client with several requests under way is woken once, not by each (decision 0042).
 */
export function atEndOfTurn(work: () => void): void {
  if (waiting.push(work) > 1) return
  setImmediate(() => {
    const all = waiting
    waiting = []
    for (const each of all) each()
  })
}

/** Sends an answer with the others of this turn. */
function put(reply: FastifyReply, answer: Answer | EditedAnswer): FastifyReply {
  atEndOfTurn(() => {
    try {
      putNow(reply, answer)
    } catch (error) {
      // what cannot be written is no answer, and whoever waits for one is not left waiting
      reply.log.error({ err: error, interactionId: reply.request.interactionId })
      reply.raw.destroy()
    }
  })
  return reply
}

/** Sends status, headers and body. */
function putNow(reply: FastifyReply, { status, headers: fields, body }: Answer | EditedAnswer): FastifyReply {
  reply.code(status).headers(fields as Record<string, string | string[]>)
  if (body === undefined) return reply.send()
  return typeof body === 'string' ? reply.serializer(String).send(body) : reply.send(body)
}

/** Edits read and write text. */
function asText({ body, ...answer }: Answer, encoding: 'latin1' | 'utf8'): TextAnswer {
  if (body === undefined) return answer
  return { ...answer, body: typeof body === 'string' ? body : body.toString(encoding) }
}

/** Sends a body in chunks, or compressed. */
function putPacked(reply: FastifyReply, body: Buffer, { status, headers: fields, packed }: EditedAnswer): FastifyReply {
  reply.code(status).headers(fields as Record<string, string | string[]>)
  if (packed === 'gzip') return reply.header('content-encoding', 'gzip').send(gzipSync(body))
  const half = Math.ceil(body.length / 2)
  return reply.send(Readable.from([body.subarray(0, half), body.subarray(half)]))
}

/** A body sent a few bytes at a time. */
function drip(body: string, { bytes, everyMillis }: { bytes: number; everyMillis: number }): Readable {
  return Readable.from(
    (async function* () {
      for (let at = 0; at < body.length; at += bytes) {
        yield Buffer.from(body.slice(at, at + bytes))
        await later(everyMillis)
      }
    })(),
  )
}

/** Ends the connection without an answer. */
function drop(reply: FastifyReply): FastifyReply {
  reply.hijack()
  reply.raw.destroy()
  return reply
}

/** Ends the connection after the headers and half a body. */
function reset(reply: FastifyReply): FastifyReply {
  reply.hijack()
  reply.raw.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
  reply.raw.write('{"Data":', () => reply.raw.destroy())
  return reply
}
