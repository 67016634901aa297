/**
 * Hands requests for the authorisation server over to oidc-provider, which is a Koa application.
 *
 * @module
 */
import type { EventEmitter } from 'node:events'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { KoaContextWithOIDC, Provider } from 'oidc-provider'
import type { Awaitable } from '../store/awaitable.js'
import type { Tenant } from '../tenants.js'
import { securePages } from './error-pages.js'
import { oauthRoutes, responseModes } from './provider.js'

type Endpoint = readonly [url: string, ...methods: ('GET' | 'POST')[]]

/** What the library answers with a page or a redirect. POST to the first is answered in `authorise-pages.ts`. */
const pages: readonly Endpoint[] = [
  [oauthRoutes.authorization, 'GET'],
  [`${oauthRoutes.authorization}/:uid`, 'GET'],
]

/** What it answers with JSON. 404 and 405 are the bank's own answers. */
const endpoints: readonly Endpoint[] = [
  [oauthRoutes.token, 'POST'],
  [oauthRoutes.jwks, 'GET'],
  [oauthRoutes.revocation, 'POST'],
  [oauthRoutes.introspection, 'POST'],
  [oauthRoutes.userinfo, 'GET', 'POST'],
  [oauthRoutes.pushed_authorization_request, 'POST'],
  // OpenID Connect Discovery 4; RFC 8414 section 3
  ['/.well-known/openid-configuration', 'GET'],
  ['/.well-known/oauth-authorization-server', 'GET'],
]

export interface MountOptions {
  readonly provider: Provider
  readonly publicUrl: string
  tenantOfTpp(clientId: string | undefined): Awaitable<Tenant>
}

/** Registers `/oauth2/*` and discovery. Bodies are left unread, for the library reads them itself. */
export async function mountProvider(app: FastifyInstance, options: MountOptions): Promise<void> {
  const { provider, publicUrl } = options
  provider.use(finishAnswer(options))
  provider.on('server_error', (_ctx, error) => app.log.error({ err: error }))
  // What is left is a caller who went away in the middle: Koa would write a stack trace about it to standard error.
  const koa: EventEmitter = provider
  koa.on('error', (error) => app.log.debug({ err: error }))
  const callback = provider.callback()
  const { host, protocol, pathname } = new URL(publicUrl)
  const prefix = pathname.replace(/\/$/, '')

  const mount = (scope: FastifyInstance, [url, ...method]: Endpoint) =>
    scope.route({
      method,
      url,
      handler: (request, reply) => {
        reply.hijack()
        const { raw } = request
        // The library builds its addresses from the request: they are the bank's own whatever the caller claims.
        raw.headers.host = host
        raw.headers['x-forwarded-proto'] = protocol.slice(0, -1)
        delete raw.headers['x-forwarded-host']
        Object.assign(raw, { originalUrl: prefix + (raw.url ?? '') })
        prepare(request)
        for (const [name, value] of Object.entries(reply.getHeaders())) {
          if (value !== undefined) reply.raw.setHeader(name, value)
        }
        void callback(raw, reply.raw)
      },
    })

  await app.register(async (scope) => {
    await securePages(scope, publicUrl)
    for (const page of pages) mount(scope, page)
  })
  for (const endpoint of endpoints) mount(app, endpoint)
}

/** Every authorisation asks the PSU anew, so no session is carried over; only pages are HTML. */
function prepare({ raw, url }: FastifyRequest): void {
  if (url.startsWith(oauthRoutes.authorization)) {
    const cookies = raw.headers.cookie?.split(/;\s*/).filter((cookie) => !/^_session(\.sig)?=/.test(cookie))
    if (cookies) raw.headers.cookie = cookies.join('; ')
  } else {
    raw.headers.accept = 'application/json'
  }
}

/**
 * Makes what the library answers the bank's own answer: nothing that is not offered, no page of Koa's with a redirect, and then
 * what the tenant's faults change of tokens, discovery and the PSU's way back.
 */
function finishAnswer({ publicUrl, tenantOfTpp }: MountOptions) {
  return async (ctx: KoaContextWithOIDC, next: () => Promise<void>) => {
    await next()
    if (ctx.oidc?.route === 'discovery') Object.assign(ctx.body as object, { response_modes_supported: responseModes })
    if (ctx.status === 303 || ctx.status === 302) {
      ctx.body = ''
      ctx.remove('content-type')
    }
    const tenant = await tenantOfTpp(ctx.oidc?.client?.clientId)
    if (tenant.faults.settings.length === 0) return
    if (ctx.oidc?.route === 'discovery') tenant.faults.discovery(ctx.body as Record<string, unknown>)
    const location = ctx.response.get('location')
    if (
      ctx.path.startsWith(oauthRoutes.authorization) &&
      URL.canParse(location) &&
      !location.startsWith(`${publicUrl}/`)
    ) {
      ctx.set('location', tenant.faults.redirect(location))
    }
    if (ctx.path === oauthRoutes.token) {
      const answer = { status: ctx.status, body: ctx.body as unknown, type: 'application/json' }
      tenant.faults.token(answer)
      ctx.body = answer.body
      ctx.status = answer.status
      if (answer.type !== 'application/json') ctx.type = answer.type
    }
  }
}
