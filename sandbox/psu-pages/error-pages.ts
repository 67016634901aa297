/**
 * The pages a PSU sees when they cannot be sent back to the TPP, each with a way back where one is known.
 *
 * @module
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Configuration } from 'oidc-provider'
import { type ErrorView, type Locale, renderErrorPage } from '#authorize-ui/pages.js'
import { headers } from '#standard/index.js'
import { ApiError } from '../http/api-error.js'
import { authorisePath } from '../identity/paths.js'
import { type LanguageOf, localeOf } from './languages.js'
import { sendPage } from './send-page.js'

export const bankName = 'Sandbox Bank'

export const styleName = 'page.css'

export const styleHrefOf = (publicUrl: string) => publicUrl + authorisePath(styleName)

export interface ErrorToShow
  extends Pick<ErrorView, 'kind'>,
    Partial<Pick<ErrorView, 'backHref' | 'returnTo' | 'againHref' | 'outcome' | 'waitMinutes'>> {
  readonly status: number
  readonly language?: LanguageOf
}

/** Sends one of the bank's error pages. */
export function showError(
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string,
  { status, language, ...view }: ErrorToShow,
): FastifyReply {
  const locale = localeOf(request, language)
  const html = renderErrorPage({
    locale,
    styleHref: styleHrefOf(publicUrl),
    bankName,
    ...(request.method === 'GET' && { otherLocaleHref: inOtherLanguage(request.url, locale) }),
    ...view,
    ...(status >= 500 && { reference: request.interactionId }),
  })
  return sendPage(reply, status, html)
}

/** The same address in the other language. @param url path and query; what is returned has the query alone. */
export function inOtherLanguage(url: string, locale: Locale): string {
  const { searchParams } = new URL(url, 'http://bank.invalid')
  searchParams.set('lang', locale === 'ar' ? 'en' : 'ar')
  return `?${searchParams}`
}

/** Answers errors with a page: a request that cannot be read with one, a failure of the bank, which is logged, with another. */
export function pageErrorHandler(
  show: (request: FastifyRequest, reply: FastifyReply, cause: 'request' | 'bank') => FastifyReply,
) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
    if (error instanceof ApiError || status < 500) return show(request, reply, 'request')
    request.log.error({ err: error, interactionId: request.interactionId })
    return show(request, reply, 'bank')
  }
}

/** Answers errors during an authorisation with a page. */
export const authorisationErrorHandler = (publicUrl: string) =>
  pageErrorHandler((request, reply, cause) => {
    const shown = { request: { status: 400, kind: 'bad-request' }, bank: { status: 500, kind: 'unexpected' } } as const
    return showError(request, reply, publicUrl, shown[cause])
  })

/**
 * Where a PSU finds the TPP again once its request is over: its site, which is where its redirect address is. An app is
 * opened by the redirect address itself, and so is what runs at the bank's own address or on the PSU's machine.
 */
export function siteOf(redirectUri: string | undefined, publicUrl: string): string | undefined {
  if (redirectUri === undefined || !URL.canParse(redirectUri)) return undefined
  const { protocol, origin, hostname } = new URL(redirectUri)
  if (/^(javascript|data|vbscript|file|blob):$/.test(protocol)) return undefined
  const isLocal = /^(127\.\d+\.\d+\.\d+|localhost|\[::1\])$/.test(hostname)
  const isSite = /^https?:$/.test(protocol) && !isLocal && origin !== new URL(publicUrl).origin
  return isSite ? `${origin}/` : redirectUri
}

/** oidc-provider's `renderError`: an error that cannot be returned to the TPP, as no valid redirect address is known. */
export function authorisationErrorPage(publicUrl: string): NonNullable<Configuration['renderError']> {
  return (ctx, out) => {
    const isLost = ctx.oidc?.route === 'resume'
    const client = ctx.oidc?.client
    const isWrongAddress = client !== undefined && /redirect_uri/.test(`${out.error} ${out.error_description}`)
    const registered = client?.redirectUris ?? []
    const sent = ctx.oidc?.params?.redirect_uri ?? (ctx.query as { redirect_uri?: unknown }).redirect_uri
    const site = siteOf(registered[0], publicUrl)
    const locale = localeOf(ctx)
    ctx.type = 'html'
    ctx.body = renderErrorPage({
      locale,
      styleHref: styleHrefOf(publicUrl),
      bankName,
      otherLocaleHref: inOtherLanguage(ctx.url, locale),
      kind:
        ctx.status >= 500
          ? 'unexpected'
          : isLost
            ? 'already-decided'
            : isWrongAddress
              ? 'wrong-address'
              : 'bad-request',
      detail: out.error_description ?? out.error,
      ...(isWrongAddress && { addresses: { sent: typeof sent === 'string' ? sent : undefined, registered } }),
      reference: String(ctx.res.getHeader(headers.interactionId) ?? ''),
      ...(site !== undefined && { returnTo: { href: site, tppName: client?.clientName } }),
    })
  }
}
