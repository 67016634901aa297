/**
 * The methods of a path, to tell 405 from 404.
 *
 * @module
 */
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

declare module 'fastify' {
  interface FastifyInstance {
    /** Methods of the routes of a path (without query); empty when it has none. */
    allowedMethods(path: string): readonly string[]
  }
}

/** Records the routes that are registered after it. */
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

/** Regular expression for `/accounts/:AccountId` or `/docs/*`, with or without a trailing slash. */
function patternOf(url: string): RegExp {
  const parts = url.replace(/\/$/, '').split('/')
  const expressions = parts.map((part) => (part.startsWith(':') ? '[^/]+' : part === '*' ? '.*' : literal(part)))
  return new RegExp(`^${expressions.join('/')}/?$`)
}

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
