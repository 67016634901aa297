/**
 * Routes of the pages where a PSU manages consents: the list, and changes of one. A form is answered with a redirect.
 *
 * @module
 */
import cookies from '@fastify/cookie'
import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorView } from '#authorize-ui/pages.js'
import { isAccountConsent, isPaymentConsent, type UnchangeableReason } from '../consents/consent.js'
import { changeAccounts, consentsOfPsu, findChangeable, revokeAsPsu } from '../consents/psu-consents.js'
import { type Form, formOf } from '../http/form-fields.js'
import { securePages } from '../http/secure-pages.js'
import type { TenantStore } from '../store/store.js'
import type { Tenant } from '../tenants/tenant.js'
import { pageErrorHandler, showError } from './error-pages.js'
import { keepLanguage, localeOf } from './languages.js'
import {
  type ConsentPage,
  hrefOf,
  type MyConsentsBank,
  myConsentsPath,
  pathOfConsent,
  renderConsentPage,
  renderList,
  renderPaymentsOfFile,
} from './my-consents-views.js'
import { createMyLogIn } from './my-log-in.js'
import { goTo, sendPage } from './send-page.js'
import type { LoggedIn, PsuSessions } from './sessions.js'

export interface MyConsentsOptions {
  readonly publicUrl: string
  /** The part of the store with the TPPs. */
  readonly directory: TenantStore
  readonly sessions: PsuSessions
  /** Whether the log-in page lists who can log in, to a caller by this host name. Default never. */
  readonly listsPeople?: (hostname: string) => boolean
  /** The tenant a request is for. */
  tenantOf(request: FastifyRequest): Tenant
}

const obstacles = {
  unknown: { status: 404, kind: 'unknown-consent' },
  revoked: { status: 409, kind: 'consent-revoked' },
  expired: { status: 409, kind: 'consent-expired' },
  used: { status: 409, kind: 'consent-used' },
  rejected: { status: 409, kind: 'consent-rejected' },
  lapsed: { status: 409, kind: 'consent-lapsed' },
} as const satisfies Record<UnchangeableReason, { status: number; kind: ErrorView['kind'] }>

const staleForm = { status: 400, kind: 'stale-form' } as const

/** In the query of a page: the form that was sent there is not one of this visit. */
const stale = { form: 'stale' }

export async function myConsentsPages(app: FastifyInstance, options: MyConsentsOptions): Promise<void> {
  const { sessions, directory, publicUrl, tenantOf } = options
  const basePath = new URL(publicUrl).pathname.replace(/\/$/, '')
  const listHref = hrefOf(basePath)
  const bankOf = (request: FastifyRequest): MyConsentsBank => ({ tenant: tenantOf(request), directory, basePath })
  await app.register(cookies)
  await app.register(formbody, { bodyLimit: 32_768 })
  await securePages(app, publicUrl, { formAction: ["'self'"] })
  app.addHook('onRequest', async (request, reply) => keepLanguage(reply, request, publicUrl))
  app.setErrorHandler(
    pageErrorHandler((request, reply, cause) =>
      fail(request, reply, cause === 'request' ? staleForm : { status: 500, kind: 'failed' }),
    ),
  )
  const logIn = createMyLogIn({ publicUrl, basePath, sessions, tenantOf, listsPeople: options.listsPeople })

  app.get(myConsentsPath, async (request, reply) => {
    if (isStale(request)) return fail(request, reply, staleForm)
    const loggedIn = await logIn.whoAsks(request)
    if (!loggedIn) return logIn.show(request, reply, 'login')
    const { page, changed } = request.query as Record<string, unknown>
    const html = await renderList(
      bankOf(request),
      visitOf(request, loggedIn),
      loggedIn,
      await consentsOfPsu(tenantOf(request), loggedIn.psu),
      {
        page: typeof page === 'string' && /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
        changed: typeof changed === 'string' ? changed : undefined,
      },
    )
    return sendPage(reply, 200, html)
  })

  app.get(`${myConsentsPath}/code`, async (request, reply) => {
    const loggedIn = await logIn.whoAsks(request)
    return loggedIn ? goTo(reply, listHref) : logIn.show(request, reply, 'code')
  })

  for (const path of [myConsentsPath, `${myConsentsPath}/code`]) {
    app.post(path, async (request, reply) => {
      const form = formOf(request.body)
      const to = await (form.decision === 'log-out'
        ? logOut(request, reply, form)
        : logIn.takeStep(request, reply, form))
      return goTo(reply, to ?? hrefOf(basePath, '', stale))
    })
  }

  app.get(`${myConsentsPath}/:consentId/payments`, async (request, reply) => {
    const loggedIn = await logIn.whoAsks(request)
    if (!loggedIn) return logIn.show(request, reply, 'login')
    const consents = await consentsOfPsu(tenantOf(request), loggedIn.psu)
    const consent = consents.find(({ consentId }) => consentId === consentIdOf(request))
    const file = isPaymentConsent(consent) ? consent.file : undefined
    if (!consent || !file) return fail(request, reply, obstacles.unknown, loggedIn)
    const { page } = request.query as Record<string, unknown>
    const html = await renderPaymentsOfFile(bankOf(request), visitOf(request, loggedIn), consent, file, page)
    return sendPage(reply, 200, html)
  })

  for (const page of ['accounts', 'revoke'] as const) {
    app.get(`${myConsentsPath}/:consentId/${page}`, async (request, reply) => {
      const loggedIn = await logIn.whoAsks(request)
      if (!loggedIn) return logIn.show(request, reply, 'login')
      if (isStale(request)) return fail(request, reply, staleForm, loggedIn)
      const found = await findChangeable(tenantOf(request), loggedIn.psu, consentIdOf(request))
      if ('refused' in found) return fail(request, reply, obstacles[found.refused], loggedIn)
      if (page === 'accounts' && !isAccountConsent(found.consent))
        return fail(request, reply, obstacles.unknown, loggedIn)
      const { ticked, problem } = request.query as Record<string, unknown>
      const failed = problem === 'no-account' ? problem : undefined
      const picked = typeof ticked === 'string' ? ticked.split(' ') : failed ? [] : undefined
      const visit = visitOf(request, loggedIn)
      const html = await renderConsentPage(bankOf(request), visit, loggedIn.psu, found.consent, page, picked, failed)
      return sendPage(reply, failed ? 422 : 200, html)
    })

    app.post(`${myConsentsPath}/:consentId/${page}`, async (request, reply) => {
      const loggedIn = await logIn.whoAsks(request)
      // there the PSU is told that they have been logged out
      if (!loggedIn) return goTo(reply, listHref)
      const form = formOf(request.body)
      const here = (query?: Record<string, string>) =>
        goTo(reply, hrefOf(basePath, pathOfConsent(consentIdOf(request), page), query))
      if (!sessions.isCsrfOf(loggedIn.id, form.csrf)) return here(stale)
      const ticked = page === 'accounts' ? tickedIn(form, loggedIn) : undefined
      if (ticked) return here({ ticked: ticked.join(' ') })
      const decisions: readonly unknown[] = page === 'revoke' ? ['revoke', 'withdraw'] : ['save', 'enter']
      if (!decisions.includes(form.decision)) return here(stale)
      const outcome = await change(tenantOf(request), loggedIn, page, consentIdOf(request), form)
      if ('consent' in outcome) return goTo(reply, hrefOf(basePath, '', { changed: consentIdOf(request) }))
      // what else became of the consent is what its page says
      return here(outcome.refused === 'no-account' ? { problem: outcome.refused } : undefined)
    })
  }

  const change = (tenant: Tenant, { psu }: LoggedIn, page: ConsentPage, consentId: string, { accounts }: Form) =>
    page === 'revoke'
      ? revokeAsPsu(tenant, psu, consentId)
      : changeAccounts(tenant, psu, consentId, [accounts ?? []].flat())

  async function logOut(request: FastifyRequest, reply: FastifyReply, form: Form): Promise<string | undefined> {
    const loggedIn = await logIn.whoAsks(request)
    if (loggedIn && !sessions.isCsrfOf(loggedIn.id, form.csrf)) return undefined
    if (loggedIn) await logIn.end(request, reply, loggedIn)
    return listHref
  }

  const visitOf = (request: FastifyRequest, { id, psu }: LoggedIn) => ({
    locale: localeOf(request, { psu: psu.locale }),
    csrf: sessions.csrfOf(id),
  })

  const fail = (
    request: FastifyRequest,
    reply: FastifyReply,
    what: { status: number; kind: ErrorView['kind'] },
    loggedIn?: LoggedIn,
  ): FastifyReply =>
    showError(request, reply, basePath, { ...what, backHref: listHref, language: { psu: loggedIn?.psu.locale } })
}

const isStale = (request: FastifyRequest) => (request.query as { form?: unknown }).form === stale.form

const consentIdOf = (request: FastifyRequest) => (request.params as { consentId: string }).consentId

/** What is ticked, where a button changes the page and decides nothing: another language, all accounts, none. */
function tickedIn({ decision, accounts }: Form, { psu }: LoggedIn): readonly string[] | undefined {
  if (decision === 'select-all') return psu.accountIds
  if (decision === 'select-none') return []
  if (decision !== 'language') return undefined
  const ticked = [accounts ?? []].flat()
  return psu.accountIds.filter((accountId) => ticked.includes(accountId))
}
