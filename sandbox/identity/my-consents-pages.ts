/**
 * A PSU's own pages at the bank on the wire: logging in and out, the list of consents, and the changes of one.
 *
 * @module
 */
import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorView, type Locale, renderMyLogInPage } from '#authorize-ui/pages.js'
import type { ConsentObstacle } from '../account-information/consent.js'
import type { PsuConsents } from '../account-information/psu-consents.js'
import { ApiError } from '../http/api-error.js'
import { attemptsAllowed } from './credentials.js'
import { localeOf, securePages, showError } from './error-pages.js'
import { type Form, formOf, textIn } from './form-fields.js'
import {
  type ConsentPage,
  frameOf,
  hrefOf,
  type MyConsentsSurroundings,
  myConsentsPath,
  renderConsentPage,
  renderList,
} from './my-consents-views.js'
import { isLocked, type LogInInput, type LogInProblem, type PsuSession } from './psu-session.js'
import { cookie, cookieNames, idInCookie, type LoggedIn, newId, type PsuSessions } from './psu-sessions.js'
import { goTo, sendPage } from './send-page.js'

export interface MyConsentsOptions extends Omit<MyConsentsSurroundings, 'basePath'> {
  readonly publicUrl: string
  readonly sessions: PsuSessions
  readonly consents: PsuConsents
}

const obstacles = {
  unknown: { status: 404, kind: 'unknown-consent' },
  revoked: { status: 409, kind: 'consent-revoked' },
  expired: { status: 409, kind: 'consent-expired' },
} as const satisfies Record<ConsentObstacle, { status: number; kind: ErrorView['kind'] }>

const staleForm = { status: 400, kind: 'stale-form' } as const

export async function myConsentsPages(app: FastifyInstance, options: MyConsentsOptions): Promise<void> {
  const { sessions, consents, publicUrl } = options
  const basePath = new URL(publicUrl).pathname.replace(/\/$/, '')
  const surroundings = { ...options, basePath }
  await app.register(formbody, { bodyLimit: 32_768 })
  await securePages(app, publicUrl, { formAction: ["'self'"] })
  app.setErrorHandler((error, request, reply) => {
    const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
    if (error instanceof ApiError || status < 500) return fail(request, reply, staleForm)
    request.log.error({ err: error, interactionId: request.interactionId })
    return fail(request, reply, { status: 500, kind: 'failed' })
  })

  app.get(myConsentsPath, async (request, reply) => {
    const loggedIn = await whoAsks(request)
    if (!loggedIn) return showLogIn(request, reply)
    const { page, changed } = request.query as Record<string, unknown>
    const html = await renderList(
      surroundings,
      visitOf(request, loggedIn),
      loggedIn,
      await consents.list(loggedIn.psu),
      {
        page: typeof page === 'string' && /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
        changed: typeof changed === 'string' ? changed : undefined,
      },
    )
    return sendPage(reply, 200, html)
  })

  app.post(myConsentsPath, async (request, reply) => {
    const form = formOf(request.body)
    return form.decision === 'log-out' ? logOut(request, reply, form) : stepIn(request, reply, form)
  })

  for (const page of ['accounts', 'revoke'] as const) {
    app.get(`${myConsentsPath}/:consentId/${page}`, async (request, reply) => {
      const loggedIn = await whoAsks(request)
      if (!loggedIn) return showLogIn(request, reply)
      const found = await consents.find(loggedIn.psu, consentIdOf(request))
      if ('refused' in found) return fail(request, reply, obstacles[found.refused], loggedIn)
      const visit = visitOf(request, loggedIn)
      return sendPage(reply, 200, await renderConsentPage(surroundings, visit, loggedIn.psu, found.consent, page))
    })

    app.post(`${myConsentsPath}/:consentId/${page}`, async (request, reply) => {
      const loggedIn = await whoAsks(request)
      if (!loggedIn) return showLogIn(request, reply, 'logged-out')
      const form = formOf(request.body)
      if (!sessions.isCsrfOf(loggedIn.id, form.csrf)) return fail(request, reply, staleForm, loggedIn)
      return change(request, reply, loggedIn, page, form)
    })
  }

  async function change(
    request: FastifyRequest,
    reply: FastifyReply,
    loggedIn: LoggedIn,
    page: ConsentPage,
    form: Form,
  ): Promise<FastifyReply> {
    const { psu } = loggedIn
    const consentId = consentIdOf(request)
    if (form.decision !== (page === 'revoke' ? 'revoke' : 'save')) return fail(request, reply, staleForm, loggedIn)
    const outcome =
      page === 'revoke'
        ? await consents.revoke(psu, consentId)
        : await consents.changeAccounts(psu, consentId, [form.accounts ?? []].flat())
    if ('consent' in outcome) return goTo(reply, hrefOf(basePath, langOf(request), '', { changed: consentId }))
    if (outcome.refused !== 'no-account') return fail(request, reply, obstacles[outcome.refused], loggedIn)
    const found = await consents.find(psu, consentId)
    if ('refused' in found) return fail(request, reply, obstacles[found.refused], loggedIn)
    const visit = visitOf(request, loggedIn)
    return sendPage(reply, 422, await renderConsentPage(surroundings, visit, psu, found.consent, page, 'no-account'))
  }

  /** One step on the way in. */
  async function stepIn(request: FastifyRequest, reply: FastifyReply, form: Form): Promise<FastifyReply> {
    const visitId = idInCookie(request.headers.cookie, cookieNames.visit)
    if (visitId === undefined || !sessions.isCsrfOf(visitId, form.csrf)) return fail(request, reply, staleForm)
    const input = toInput(form)
    if (!input) return showLogIn(request, reply)
    const result = await sessions.logIn(visitId, input)
    if ('session' in result) {
      if (input.decision === 'cancel') return goTo(reply, hrefOf(basePath, langOf(request)))
      const username = input.decision === 'login' ? input.username : undefined
      return showLogIn(request, reply, result.problem, { session: result.session, username })
    }
    const before = idInCookie(request.headers.cookie, cookieNames.session)
    if (before !== undefined) await sessions.end(before)
    setCookie(reply, 'session', result.sessionId)
    setCookie(reply, 'visit', undefined)
    return goTo(reply, hrefOf(basePath, langOf(request)))
  }

  async function logOut(request: FastifyRequest, reply: FastifyReply, form: Form): Promise<FastifyReply> {
    const loggedIn = await whoAsks(request)
    if (loggedIn && !sessions.isCsrfOf(loggedIn.id, form.csrf)) return fail(request, reply, staleForm, loggedIn)
    if (loggedIn) {
      await sessions.end(loggedIn.id)
      setCookie(reply, 'session', undefined)
    }
    return goTo(reply, hrefOf(basePath, langOf(request)))
  }

  const whoAsks = (request: FastifyRequest) => sessions.find(idInCookie(request.headers.cookie, cookieNames.session))

  /** The way in, for a PSU who is not logged in, or no longer. */
  async function showLogIn(
    request: FastifyRequest,
    reply: FastifyReply,
    problem?: LogInProblem | 'logged-out',
    known?: { readonly session: PsuSession; readonly username: string | undefined },
  ): Promise<FastifyReply> {
    const sent = idInCookie(request.headers.cookie, cookieNames.visit)
    const visitId = sent ?? newId()
    if (sent === undefined) setCookie(reply, 'visit', visitId)
    const before = idInCookie(request.headers.cookie, cookieNames.session)
    const wasLoggedIn = before !== undefined && !(await sessions.find(before))
    if (wasLoggedIn) setCookie(reply, 'session', undefined)
    const session = known?.session ?? (await sessions.standing(sent))
    const said = isLocked(session) ? 'locked' : (problem ?? (wasLoggedIn && !known ? 'logged-out' : undefined))
    const visit = { locale: localeOf(request), lang: langOf(request), csrf: sessions.csrfOf(visitId) }
    const html = renderMyLogInPage({
      ...frameOf(basePath, visit),
      step: session.step === 'code' ? 'code' : 'login',
      username: known?.username || undefined,
      ...(session.codeFailures > 0 && { attemptsLeft: attemptsAllowed - session.codeFailures }),
      ...(said && { problem: said }),
    })
    return sendPage(reply, said && request.method === 'POST' ? 422 : 200, html)
  }

  const setCookie = (reply: FastifyReply, name: keyof typeof cookieNames, id: string | undefined) =>
    reply.header('set-cookie', cookie(cookieNames[name], id, publicUrl + myConsentsPath))

  const visitOf = (request: FastifyRequest, { id, psu }: LoggedIn) => ({
    locale: localeOf(request, psu.locale),
    lang: langOf(request),
    csrf: sessions.csrfOf(id),
  })

  function fail(
    request: FastifyRequest,
    reply: FastifyReply,
    what: { status: number; kind: ErrorView['kind'] },
    loggedIn?: LoggedIn,
  ): FastifyReply {
    const backHref = hrefOf(basePath, langOf(request))
    return showError(request, reply, basePath, { ...what, backHref, ofPsu: loggedIn?.psu.locale })
  }
}

/** The language asked for in the address. */
function langOf(request: FastifyRequest): Locale | undefined {
  const { lang } = request.query as { lang?: unknown }
  return lang === 'ar' || lang === 'en' ? lang : undefined
}

const consentIdOf = (request: FastifyRequest) => (request.params as { consentId: string }).consentId

function toInput(form: Form): LogInInput | undefined {
  if (form.decision === 'cancel') return { decision: 'cancel' }
  if (form.decision === 'confirm') return { decision: 'confirm', otp: textIn(form, 'otp') }
  if (form.decision !== 'login') return undefined
  return { decision: 'login', username: textIn(form, 'username'), password: textIn(form, 'password') }
}
