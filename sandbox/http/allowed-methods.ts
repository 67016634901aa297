/**
 * Which methods a path takes: what tells 405 from 404.
 *
 * @module
 */
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

declare module 'fastify' {
  interface FastifyInstance {
    /** Methods of the routes a path has, without its query; empty when it has none. */
    allowedMethods(path: string): readonly string[]
  }
}

/** Remembers the routes that are registered after it. */
export const allowedMethods = fp(
  async (app: FastifyInstance) => {
    const routes: { readonly methods: readonly string[]; readonly pattern: RegExp }[] = []
    app.addHook('onRoute', ({ method, url }) => {
      routes.push({ methods: [method].flat(), pattern: patternOf(url) })
    })
    app.decorate('allowedMethods', (path: string) => [
      ...new Set(routes.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods)),
    ])
  },
  { name: 'allowed-methods' },
)

/** `/accounts/:AccountId` and `/docs/*` as expressions, with or without a slash at the end. */
function patternOf(url: string): RegExp {
  const parts = url.replace(/\/$/, '').split('/')
  const expressions = parts.map((part) => (part.startsWith(':') ? '[^/]+' : part === '*' ? '.*' : literal(part)))
  return new RegExp(`^${expressions.join('/')}/?$`)
}

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
