/**
 * The routes of the authorisation server: requests are passed to oidc-provider, which is a Koa application.
 *
 * @module
 */
import type { EventEmitter } from 'node:events'
import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyRequest, preHandlerAsyncHookHandler } from 'fastify'
import type { KoaContextWithOIDC, Provider } from 'oidc-provider'
import type { AllowOrigin } from '../http/cross-origin.js'
import { formOf } from '../http/form-fields.js'
import { securePages } from '../http/secure-pages.js'
import type { TenantOfTpp } from '../tenants/tenant.js'
import { responseModes } from './bank-provider.js'
import { whileTracked } from './context-tracking.js'
import type { EditedEndpoint, TokenAnswer } from './edits.js'
import { describeAnswer, rememberErrors } from './error-answers.js'
import type { Fates } from './fates.js'
import { oauthRoutes } from './paths.js'

type Endpoint = readonly [url: string, ...methods: ('GET' | 'POST')[]]

/** Routes the library answers with a page or a redirect; POST of the first is passed on as GET. */
const pages: readonly Endpoint[] = [[oauthRoutes.authorization, 'GET']]

/** Where the library goes on after the PSU's pages; it knows the authorisation by its cookie and takes no parameters. */
const resume: Endpoint = [`${oauthRoutes.authorization}/:uid`, 'GET']

/** Routes it answers with JSON. The bank answers 404 and 405 itself. */
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

export interface OAuthRouteOptions {
  readonly provider: Provider
  readonly publicUrl: string
  readonly tenantOfTpp: TenantOfTpp
  /** Whether there is or was an authorisation of this id. */
  readonly isAuthorisation: (uid: string) => Promise<boolean>
  readonly fates: Fates
  readonly allowOrigin: AllowOrigin
  /** Shows the PSU what is wrong with a form. */
  readonly errorHandler: Parameters<FastifyInstance['setErrorHandler']>[0]
}

/** Registers `/oauth2/*` and discovery. Bodies are not parsed: the library reads them itself. */
export async function authorisationServer(app: FastifyInstance, options: OAuthRouteOptions): Promise<void> {
  const { provider, publicUrl } = options
  const reportFailure = (error: unknown) => app.log.error({ err: error })
  provider.use(answerFailures(reportFailure))
  rememberErrors(provider)
  provider.use(finishAnswer(options))
  provider.on('server_error', (_ctx, error) => reportFailure(error))
  // The remaining errors are callers that disconnected: Koa would print a stack trace to standard error.
  const koa: EventEmitter = provider
  koa.on('error', (error) => app.log.debug({ err: error }))
  const callback = provider.callback()
  const { host, protocol, pathname } = new URL(publicUrl)
  const prefix = pathname.replace(/\/$/, '')

  const mount = (scope: FastifyInstance, [url, ...method]: Endpoint, preHandler: preHandlerAsyncHookHandler[] = []) =>
    scope.route({
      method,
      url,
      preHandler,
      handler: (request, reply) => {
        reply.hijack()
        const { raw } = request
        // The library builds URLs from the request: use the bank's public URL, whatever headers the caller sends.
        raw.headers.host = host
        raw.headers['x-forwarded-proto'] = protocol.slice(0, -1)
        delete raw.headers['x-forwarded-host']
        Object.assign(raw, { originalUrl: prefix + (raw.url ?? '') })
        prepare(request)
        reply.headers(takeOrigin(request, options.allowOrigin))
        for (const [name, value] of Object.entries(reply.getHeaders())) {
          if (value !== undefined) reply.raw.setHeader(name, value)
        }
        void whileTracked(() => callback(raw, reply.raw))
      },
    })

  await app.register(async (scope) => {
    await securePages(scope, publicUrl)
    for (const page of pages) mount(scope, page)
    mount(scope, resume, [
      async (request, reply) => {
        const { uid } = request.params as { uid: string }
        if (!(await options.isAuthorisation(uid))) return reply.callNotFound()
        request.raw.url = request.raw.url?.split('?', 1)[0] as string
      },
    ])
    await scope.register(formbody, { bodyLimit: 32_768 })
    scope.setErrorHandler(options.errorHandler)
    // OpenID Connect Core 3.1.2.1 requires POST as well. It is redirected to the same request as a GET, so that cookies
    // can stay strict.
    scope.post(oauthRoutes.authorization, (request, reply) => {
      const query = new URLSearchParams()
      for (const [name, value] of Object.entries(formOf(request.body))) {
        for (const each of [value ?? []].flat()) query.append(name, each)
      }
      return reply.redirect(`${publicUrl}${oauthRoutes.authorization}?${query}`, 303)
    })
  })
  for (const endpoint of endpoints) mount(app, endpoint)
}

/**
 * Answers a failure inside of the library like any other failure of the bank, and reports it: Koa would answer with a text of its own, without
 * the headers that every answer has.
 */
function answerFailures(report: (error: unknown) => void) {
  return async (ctx: KoaContextWithOIDC, next: () => Promise<void>) => {
    try {
      await next()
    } catch (error) {
      report(error)
      ctx.status = 500
      ctx.body = { error: 'server_error', error_description: 'the bank could not answer' }
    }
  }
}

/** Every authorisation asks the PSU to log in, so no session is kept; only pages are HTML. */
function prepare({ raw, url }: FastifyRequest): void {
  if (url.startsWith(oauthRoutes.authorization)) {
    const cookies = raw.headers.cookie?.split(/;\s*/).filter((cookie) => !/^_session(\.sig)?=/.test(cookie))
    if (cookies) raw.headers.cookie = cookies.join('; ')
  } else {
    raw.headers.accept = 'application/json'
  }
}

/**
 * The headers for pages of other origins, which may read no page of the bank. The library does not get to see the origin:
 * it would refuse the request.
 */
function takeOrigin({ raw: { headers }, url }: FastifyRequest, allow: AllowOrigin): Readonly<Record<string, string>> {
  const { origin } = headers
  delete headers.origin
  const isPage = url.startsWith(oauthRoutes.authorization)
  return (origin !== undefined && !isPage && allow(origin)) || {}
}

/** What every page may read. */
const publicRoutes: readonly unknown[] = ['discovery', 'jwks']

/** Edits of the answers that TPPs get. */
const editOf: Readonly<Record<string, EditedEndpoint>> = {
  [oauthRoutes.token]: 'token',
  [oauthRoutes.pushed_authorization_request]: 'pushed',
  [oauthRoutes.jwks]: 'keys',
  [oauthRoutes.revocation]: 'revocation',
  [oauthRoutes.introspection]: 'introspection',
}

/** Whether a token was found. */
const isKnownToken = ({ oidc }: KoaContextWithOIDC) =>
  (['AccessToken', 'ClientCredentials', 'RefreshToken'] as const).some((kind) => oidc?.entities[kind] !== undefined)

/** Headers of the token endpoint that OAuth 2.0 asks for. */
const editedHeaders = ['cache-control', 'www-authenticate']

/**
 * Turns the library's answer into the bank's: removes what is not offered and Koa's redirect page, then applies the
 * deliberate changes to tokens, discovery and the address the PSU is sent back to.
 */
function finishAnswer({ publicUrl, tenantOfTpp, fates }: OAuthRouteOptions) {
  return async (ctx: KoaContextWithOIDC, next: () => Promise<void>) => {
    await next()
    await describeAnswer(ctx, fates)
    if (ctx.oidc?.route === 'discovery') Object.assign(ctx.body as object, { response_modes_supported: responseModes })
    if (!publicRoutes.includes(ctx.oidc?.route) && ctx.response.get('access-control-allow-origin') === '*') {
      ctx.remove('access-control-allow-origin')
      ctx.remove('access-control-expose-headers')
    }
    // RFC 7009 section 2.2: clients ignore the body, and some (simple-oauth2) want it to be JSON all the same
    if (ctx.oidc?.route === 'revocation' && ctx.status === 200) ctx.body = {}
    if (ctx.status === 303 || ctx.status === 302) {
      ctx.body = ''
      ctx.remove('content-type')
    }
    const { edits } = await tenantOfTpp(ctx.oidc?.client?.clientId)
    if (!edits) return
    if (ctx.oidc?.route === 'discovery') edits.discovery(ctx.body as Record<string, unknown>)
    const location = ctx.response.get('location')
    if (
      ctx.path.startsWith(oauthRoutes.authorization) &&
      URL.canParse(location) &&
      !location.startsWith(`${publicUrl}/`)
    ) {
      ctx.set('location', edits.redirect(location))
    }
    const edit = editOf[ctx.path]
    if (edit !== undefined) {
      const form = ctx.oidc?.body ?? {}
      const headers: TokenAnswer['headers'] = Object.fromEntries(
        editedHeaders.map((name) => [name, ctx.response.get(name) || undefined]),
      )
      const answer: TokenAnswer = {
        form,
        status: ctx.status,
        body: ctx.body as unknown,
        type: ctx.response.type || 'application/json',
        headers,
        ...(edit === 'revocation' && { isKnown: isKnownToken(ctx) }),
      }
      edits[edit](answer)
      for (const [name, value] of Object.entries(answer.headers)) {
        if (value === undefined) ctx.remove(name)
        else ctx.set(name, value)
      }
      ctx.body = answer.body
      ctx.status = answer.status
      ctx.type = answer.type
    }
  }
}
