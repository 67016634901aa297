/**
 * What a PSU sees when there is no way back to the TPP, and the headers that every page of the bank has.
 *
 * @module
 */
import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Configuration } from 'oidc-provider'
import { type ErrorView, type Locale, renderErrorPage } from '#authorize-ui/pages.js'
import { headers } from '#standard/index.js'
import { authorisePath } from './provider.js'
import { sendPage } from './send-page.js'

export const bankName = 'Sandbox Bank'

export const styleName = 'page.css'

export const styleHrefOf = (publicUrl: string) => publicUrl + authorisePath(styleName)

/**
 * Pages that run no script, load nothing from elsewhere and are shown in no frame. There is no `form-action`: browsers hold it
 * against redirects too, and a form of ours ends at the TPP's address; pages whose forms do not can name one.
 */
export async function securePages(
  app: FastifyInstance,
  publicUrl: string,
  ofForms: { readonly formAction?: readonly string[] } = {},
): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
        ...(ofForms.formAction && { formAction: [...ofForms.formAction] }),
      },
    },
    strictTransportSecurity: publicUrl.startsWith('https:'),
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
  })
}

/** The language asked for in the address, else the PSU's, else the browser's first. */
export function localeOf(
  { query, headers }: { query: unknown; headers: { 'accept-language'?: string | undefined } },
  ofPsu?: Locale,
): Locale {
  const { lang } = query as { lang?: unknown }
  if (lang === 'ar' || lang === 'en') return lang
  return ofPsu ?? (/^\s*ar\b/i.test(headers['accept-language'] ?? '') ? 'ar' : 'en')
}

export interface ErrorToShow extends Pick<ErrorView, 'kind' | 'backHref'> {
  readonly status: number
  /** The language of the PSU, once that is known. */
  readonly ofPsu?: Locale | undefined
}

/** Shows an error page of ours. */
export function showError(
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string,
  { status, kind, backHref, ofPsu }: ErrorToShow,
): FastifyReply {
  const html = renderErrorPage({
    locale: localeOf(request, ofPsu),
    styleHref: styleHrefOf(publicUrl),
    bankName,
    kind,
    backHref,
    ...(status >= 500 && { reference: request.interactionId }),
  })
  return sendPage(reply, status, html)
}

/** oidc-provider's `renderError`: a request that cannot go back to the TPP, for want of an address that is the TPP's. */
export function authorisationErrorPage(publicUrl: string): NonNullable<Configuration['renderError']> {
  return (ctx, out) => {
    const isLost = ctx.oidc?.route === 'resume'
    ctx.type = 'html'
    ctx.body = renderErrorPage({
      locale: localeOf(ctx),
      styleHref: styleHrefOf(publicUrl),
      bankName,
      kind: ctx.status >= 500 ? 'unexpected' : isLost ? 'already-decided' : 'bad-request',
      detail: out.error_description ?? out.error,
      reference: String(ctx.res.getHeader(headers.interactionId) ?? ''),
    })
  }
}
