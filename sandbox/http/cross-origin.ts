/**
 * Which pages of other origins a browser lets read the bank's answers (CORS, Fetch Standard section 3.2). Nobody is refused
 * because of an `Origin`: a browser keeps the answer from a page that is not listed.
 *
 * @module
 */
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { headers as names } from '#standard/index.js'

/** Any origin. */
export const anyOrigin = '*'

const exposed = [names.interactionId, 'Location', 'Retry-After', 'WWW-Authenticate'].join(', ')

/** Response headers for a page of this origin, which may be that of the bank itself; `undefined` when it is not allowed. */
export type AllowOrigin = (origin: string) => Readonly<Record<string, string>> | undefined

export function allowedOrigins(publicUrl: string, origins: readonly string[]): AllowOrigin {
  const allowed = new Set([new URL(publicUrl).origin, ...origins])
  return (origin) =>
    allowed.has(origin) || allowed.has(anyOrigin)
      ? { 'access-control-allow-origin': origin, 'access-control-expose-headers': exposed, vary: 'Origin' }
      : undefined
}

export interface CrossOriginOptions {
  readonly allow: AllowOrigin
  /** Whether pages of other origins may read what is at this path. */
  isShared(path: string): boolean
}

/** Adds the headers to every answer to an allowed origin, and answers what a browser asks beforehand. */
export const crossOrigin = fp(
  async (app: FastifyInstance, { allow, isShared }: CrossOriginOptions) => {
    app.addHook('onRequest', async ({ headers, method, url }, reply) => {
      const { origin } = headers
      if (origin === undefined || !isShared(url.split('?', 1)[0] ?? '')) return undefined
      reply.header('vary', 'Origin')
      const allowed = allow(origin)
      if (!allowed) return undefined
      reply.headers(allowed)
      const asked = headers['access-control-request-method']
      if (method !== 'OPTIONS' || asked === undefined) return undefined
      return reply
        .code(204)
        .headers({
          'access-control-allow-methods': asked,
          'access-control-allow-headers': headers['access-control-request-headers'] ?? '',
          'access-control-max-age': '3600',
        })
        .send()
    })
  },
  { name: 'cross-origin' },
)
