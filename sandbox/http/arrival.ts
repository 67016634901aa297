/**
 * What every request gets first: an interaction id, a media type that can be looked at, and a check of its `Host` header.
 *
 * @module
 */
import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { headers } from '#standard/index.js'
import { refusal } from './api-error.js'
import { sentInteractionId } from './request-headers.js'

declare module 'fastify' {
  interface FastifyRequest {
    interactionId: string
  }
}

/** Puts `x-fapi-interaction-id` on the answer: the caller's when it is a UUID, else a fresh one. */
export function giveInteractionId(request: FastifyRequest, reply: FastifyReply): void {
  request.interactionId = sentInteractionId(request.headers) ?? randomUUID()
  reply.header(headers.interactionId, request.interactionId)
}

/** The path and query of a request that names a whole URL, as one sent to a proxy does (RFC 9112 section 3.2.2); `*` is no page either. */
export function originForm({ url = '/' }: { readonly url?: string | undefined }): string {
  if (url.startsWith('/')) return url
  const [, path] = /^https?:\/\/[^/?#]*(.*)$/i.exec(url) ?? []
  return path?.startsWith('/') ? path : `/${path ?? url}`
}

/** Fastify's `childLoggerFactory`: what is logged names the interaction, a logger for each request would say nothing more (decision 0042). */
export const oneLogger = (logger: FastifyBaseLogger) => logger

function noCompiler(): never {
  throw new Error(
    'a route has no schema for Fastify: pipeline.ts checks what is sent, and payloads are written as they are',
  )
}

/** Fastify's `schemaController`: its compilers of schemas are not loaded, which takes as long as a tenth of a start (decision 0128). */
export const noSchemas = { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } }

/** A media type as Fastify reads it (RFC 9110 section 8.3.1). */
const readableType = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/

/**
 * Makes a media type that is none, such as `x` or nothing at all, a type that is read by nobody. Fastify would refuse it before any route is
 * asked, also where the path does not exist or takes no body.
 */
function readType({ headers, method }: FastifyRequest): void {
  const sent = headers['content-type'] ?? (method === 'QUERY' ? '' : undefined)
  if (sent !== undefined && !readableType.test(sent)) headers['content-type'] = 'application/octet-stream'
}

/**
 * Gives every request its interaction id. Refuses a request
 * that has no `Host` (RFC 9112 section 3.2).
 */
export const arrival = fp(
  async (app: FastifyInstance) => {
    app.decorateRequest('interactionId', '')
    app.addHook('onRequest', (request, reply, done) => {
      giveInteractionId(request, reply)
      readType(request)
      const isForNobody = request.headers.host === undefined && request.raw.httpVersion === '1.1'
      done(isForNobody ? refusal('hostMissing') : undefined)
    })
  },
  { name: 'arrival' },
)
