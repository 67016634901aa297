/**
 * Puts `x-fapi-interaction-id` on every answer: the caller's when it is a UUID, else a fresh one.
 *
 * @module
 */
import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { headers } from '#standard/index.js'
import { sentInteractionId } from './request-headers.js'

declare module 'fastify' {
  interface FastifyRequest {
    interactionId: string
  }
}

export const interactionId = fp(
  async (app: FastifyInstance) => {
    app.decorateRequest('interactionId', '')
    app.addHook('onRequest', (request, reply, done) => {
      request.interactionId = sentInteractionId(request.headers) ?? randomUUID()
      reply.header(headers.interactionId, request.interactionId)
      done()
    })
  },
  { name: 'interaction-id' },
)
