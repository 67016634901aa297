/**
 * How a PSU logs in to their consents, step by step, and out again: two pages and the cookies that go with them.
 *
 * @module
 */
import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type MyLogInView, renderMyLogInPage } from '#authorize-ui/pages.js'
import { type Form, textIn } from '../http/form-fields.js'
import type { Tenant } from '../tenants/tenant.js'
import { newId } from './ids.js'
import { localeOf } from './languages.js'
import { attemptsAllowed, isLocked, minutesUntil } from './log-in.js'
import { frameOf, hrefOf, myConsentsPath } from './my-consents-views.js'
import type { LogInInput, PsuSession } from './psu-session.js'
import { goTo, sendPage } from './send-page.js'
import { cookieNames, type LoggedIn, type PsuSessions } from './sessions.js'

export interface MyLogInOptions {
  readonly publicUrl: string
  /** Path of the bank, without a trailing slash. */
  readonly basePath: string
  readonly sessions: PsuSessions
  tenantOf(request: FastifyRequest): Tenant
  /** Whether the log-in page lists who can log in, to a caller by this host name. Default never. */
  readonly listsPeople?: ((hostname: string) => boolean) | undefined
}

export type LogInStep = 'login' | 'code'

const pathOf = { login: '', code: '/code' } as const satisfies Record<LogInStep, string>

export interface MyLogIn {
  /** The PSU who is logged in. */
  whoAsks(request: FastifyRequest): Promise<LoggedIn | undefined>
  /** The page of a step, or the way to the one the PSU is at. */
  show(request: FastifyRequest, reply: FastifyReply, step: LogInStep): Promise<FastifyReply>
  /** Takes one step. @returns the address to go to; nothing when the form is not of this visit */
  takeStep(request: FastifyRequest, reply: FastifyReply, form: Form): Promise<string | undefined>
  /** Logs the PSU out. */
  end(request: FastifyRequest, reply: FastifyReply, loggedIn: LoggedIn): Promise<void>
}

export function createMyLogIn({ publicUrl, basePath, sessions, tenantOf, listsPeople }: MyLogInOptions): MyLogIn {
  const cookieOptions: CookieSerializeOptions = {
    path: basePath + myConsentsPath,
    httpOnly: true,
    sameSite: 'strict',
    secure: publicUrl.startsWith('https:'),
  }

  /** A cookie for these pages alone. It expires with the session or when the browser closes; without an id, at once. */
  const setCookie = (reply: FastifyReply, name: keyof typeof cookieNames, id: string | undefined) =>
    id === undefined
      ? reply.setCookie(cookieNames[name], '', { ...cookieOptions, maxAge: 0 })
      : reply.setCookie(cookieNames[name], id, cookieOptions)

  const whoAsks = (request: FastifyRequest) => sessions.find(tenantOf(request), idInCookie(request, 'session'))

  async function show(request: FastifyRequest, reply: FastifyReply, step: LogInStep): Promise<FastifyReply> {
    const tenant = tenantOf(request)
    const sent = idInCookie(request, 'visit')
    const session = await sessions.logInOf(tenant, sent)
    const at: LogInStep = session.step === 'code' ? 'code' : 'login'
    // no step is skipped by its address, and none is repeated
    if (at !== step) return goTo(reply, hrefOf(basePath, pathOf[at]))
    const visitId = sent ?? newId()
    if (sent === undefined) setCookie(reply, 'visit', visitId)
    const before = idInCookie(request, 'session')
    const wasLoggedIn = before !== undefined && !(await sessions.find(tenant, before))
    if (wasLoggedIn) setCookie(reply, 'session', undefined)
    const visit = { locale: localeOf(request), csrf: sessions.csrfOf(visitId) }
    const { status, ...shown } = shownOf(session, tenant.clock.now(), wasLoggedIn)
    const testPeople = at === 'login' && listsPeople?.(request.hostname) ? tenant.bank.psus : undefined
    const view = { ...frameOf(basePath, visit, pathOf[at]), step: at, ...shown, testPeople }
    return sendPage(reply, status, renderMyLogInPage(view))
  }

  async function takeStep(request: FastifyRequest, reply: FastifyReply, form: Form): Promise<string | undefined> {
    const tenant = tenantOf(request)
    const visitId = idInCookie(request, 'visit')
    if (visitId === undefined || !sessions.isCsrfOf(visitId, form.csrf)) return undefined
    const session = await sessions.logInOf(tenant, visitId)
    const here = (step = session.step) => hrefOf(basePath, pathOf[step === 'code' ? 'code' : 'login'])
    if (form.decision === 'language') {
      await sessions.keep(tenant, visitId, { username: textIn(form, 'username').slice(0, 256) })
      return here()
    }
    const input = inputOf(form, session)
    if (!input) return here()
    const result = await sessions.logIn(tenant, visitId, input)
    if ('session' in result) {
      if (result.visitId !== visitId) setCookie(reply, 'visit', result.visitId)
      return here(result.session.step)
    }
    const before = idInCookie(request, 'session')
    if (before !== undefined) await sessions.end(tenant, before)
    setCookie(reply, 'session', result.sessionId)
    setCookie(reply, 'visit', undefined)
    return hrefOf(basePath)
  }

  async function end(request: FastifyRequest, reply: FastifyReply, { id }: LoggedIn): Promise<void> {
    await sessions.end(tenantOf(request), id)
    setCookie(reply, 'session', undefined)
  }

  return { whoAsks, show, takeStep, end }
}

/** What the page says beside the step. */
function shownOf(
  session: PsuSession,
  now: number,
  wasLoggedIn: boolean,
): Pick<MyLogInView, 'username' | 'attemptsLeft' | 'problem' | 'waitMinutes'> & { readonly status: number } {
  const { shown = {}, codeFailures } = session
  const lockedUntil = isLocked(session) ? (shown.lockedUntil ?? session.expiresAt) : shown.lockedUntil
  const isOver = shown.problem === 'locked' && lockedUntil !== undefined && lockedUntil <= now
  const problem = isLocked(session)
    ? 'locked'
    : isOver
      ? undefined
      : (shown.problem ?? (wasLoggedIn ? 'logged-out' : undefined))
  return {
    status: problem && problem !== 'logged-out' ? 422 : 200,
    username: shown.username || undefined,
    attemptsLeft: shown.attemptsLeft ?? (codeFailures > 0 ? attemptsAllowed - codeFailures : undefined),
    ...(problem && { problem }),
    ...(problem === 'locked' && lockedUntil !== undefined && { waitMinutes: minutesUntil(lockedUntil, now) }),
  }
}

/** The id in one of our cookies, if it is well-formed. */
function idInCookie({ cookies: sent }: FastifyRequest, name: keyof typeof cookieNames): string | undefined {
  const value = sent[cookieNames[name]]
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined
}

function inputOf(form: Form, { step }: PsuSession): LogInInput | undefined {
  const decision = form.decision === 'enter' ? (step === 'code' ? 'confirm' : 'login') : form.decision
  if (decision === 'cancel') return { decision }
  if (decision === 'confirm') return { decision, otp: textIn(form, 'otp') }
  if (decision !== 'login') return undefined
  return { decision, username: textIn(form, 'username'), password: textIn(form, 'password') }
}
