/**
 * The language of a page. What somebody chose wins and lasts; then what the TPP asked for, the PSU's own, the browser's.
 *
 * @module
 */
import type { FastifyReply } from 'fastify'
import Negotiator from 'negotiator'
import { type Locale, locales } from '#authorize-ui/pages.js'

/** What is read of a request, to Fastify or to the authorisation server. */
export interface LanguageRequest {
  readonly query: unknown
  readonly headers: { 'accept-language'?: string | undefined; cookie?: string | undefined }
}

export interface LanguageOf {
  /** The PSU's own, once they are known. */
  readonly psu?: Locale | undefined
  /** `ui_locales` of the authorisation request: tags divided by blanks, the one that is wanted most first. */
  readonly uiLocales?: unknown
}

const cookieName = 'bank_language'

const isLocale = (value: unknown): value is Locale => (locales as readonly unknown[]).includes(value)

/** The language that the address asks for. */
export function languageAsked(query: unknown): Locale | undefined {
  const { lang } = (query ?? {}) as { lang?: unknown }
  return isLocale(lang) ? lang : undefined
}

/** The language of a page: see the order above. Weights of `Accept-Language` count (RFC 9110 section 12.5.4). */
export function localeOf(request: LanguageRequest, { psu, uiLocales }: LanguageOf = {}): Locale {
  return (
    languageAsked(request.query) ??
    languageChosen(request.headers.cookie) ??
    firstOf(uiLocales ?? (request.query as { ui_locales?: unknown } | undefined)?.ui_locales) ??
    psu ??
    (new Negotiator({ headers: { ...request.headers } }).language([...locales]) as Locale | undefined) ??
    'en'
  )
}

function languageChosen(cookie: string | undefined): Locale | undefined {
  const chosen = new RegExp(`(?:^|;\\s*)${cookieName}=([a-z]+)`).exec(cookie ?? '')?.[1]
  return isLocale(chosen) ? chosen : undefined
}

/** `ar-BH en` is Arabic. OpenID Connect Core 3.1.2.1: a tag that is not known is no error. */
function firstOf(uiLocales: unknown): Locale | undefined {
  if (typeof uiLocales !== 'string') return undefined
  const languages = uiLocales.split(/\s+/).map((tag) => tag.toLowerCase().split('-', 1)[0])
  return languages.find(isLocale)
}

/** Keeps the language that the address asks for, on every page of the bank until the browser is closed. */
export function keepLanguage(reply: FastifyReply, request: LanguageRequest, publicUrl: string): void {
  const asked = languageAsked(request.query)
  if (asked === undefined || asked === languageChosen(request.headers.cookie)) return
  const { pathname, protocol } = new URL(publicUrl)
  const secure = protocol === 'https:'
  reply.setCookie(cookieName, asked, { path: pathname, httpOnly: true, sameSite: 'lax', secure })
}
