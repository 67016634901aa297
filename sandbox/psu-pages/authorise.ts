/**
 * Routes of the authorisation pages. Each step has an address. A form is answered with a redirect to the step that comes
 * next, so that neither Back nor a reload sends it again. The rules are in `decisions.ts`, the HTML in authorize-ui.
 *
 * @module
 */
import cookies from '@fastify/cookie'
import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import { type ErrorView, pageCss } from '#authorize-ui/pages.js'
import { isPaymentConsent } from '../consents/consent.js'
import { formOf } from '../http/form-fields.js'
import { securePages } from '../http/secure-pages.js'
import { authorisePath } from '../identity/paths.js'
import type { TenantOfTpp } from '../tenants/tenant.js'
import type { AuthorisationRecord, AuthorisationStep, Outcome } from './authorisation.js'
import { draftOf, inputOf } from './authorise-forms.js'
import { filePaymentsHref, filePaymentsPath, renderStep, stepHref, stepPaths } from './authorise-views.js'
import type { Decisions, Interaction, StepResult } from './decisions.js'
import { authorisationErrorHandler, showError, siteOf, styleName } from './error-pages.js'
import { renderFileItems } from './file-items-views.js'
import { keepLanguage, localeOf } from './languages.js'
import { minutesUntil } from './log-in.js'
import { myConsentsPath } from './my-consents-views.js'
import { goTo, sendPage } from './send-page.js'
import { setVisitCookie, visitIdIn } from './visit-cookie.js'

export interface AuthorisePagesOptions {
  readonly provider: Provider
  readonly decisions: Decisions
  readonly publicUrl: string
  readonly tenantOfTpp: TenantOfTpp
  /** Whether the log-in page lists who can log in, to a caller by this host name. Default never. */
  readonly listsPeople?: (hostname: string) => boolean
}

/** The interaction of the authorisation server; once it has a result, the PSU is being sent back to the TPP. */
interface OpenInteraction extends Interaction {
  readonly returnTo?: string
}

const endings = {
  decided: { status: 400, kind: 'already-decided' },
  expired: { status: 400, kind: 'expired' },
  'other-browser': { status: 400, kind: 'other-browser' },
  unknown: { status: 400, kind: 'unknown-request' },
} as const satisfies Record<string, { status: number; kind: ErrorView['kind'] }>

/** How an authorisation ends without the PSU's decision: they are told so before they go back to the TPP. */
const toldOutcomes = ['locked', 'debtor-account'] as const satisfies readonly Outcome[]

const order: readonly AuthorisationStep[] = ['login', 'consent', 'code']

export async function authorisePages(app: FastifyInstance, options: AuthorisePagesOptions): Promise<void> {
  const { provider, decisions, publicUrl, tenantOfTpp } = options
  await app.register(cookies)
  await app.register(formbody, { bodyLimit: 32_768 })
  await securePages(app, publicUrl)
  app.setErrorHandler(authorisationErrorHandler(publicUrl))

  app.get(authorisePath(styleName), (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=3600').send(pageCss()),
  )

  for (const page of order) {
    const path = authorisePath(':uid') + stepPaths[page]

    app.get(path, async (request, reply) => {
      keepLanguage(reply, request, publicUrl)
      const interaction = await interactionOf(request, reply)
      if (!interaction) return showEnding(request, reply)
      const opened = await decisions.open(interaction)
      if (interaction.returnTo !== undefined) return leave(request, reply, interaction, opened)
      if ('record' in opened && isElsewhere(request, opened.record)) return showEnding(request, reply)
      return show(request, reply, interaction, opened, page)
    })

    app.post(path, async (request, reply) => {
      keepLanguage(reply, request, publicUrl)
      const here = () => goTo(reply, stepHref(publicUrl, uidOf(request), page))
      const interaction = await interactionOf(request, reply)
      if (!interaction || interaction.returnTo !== undefined) return here()
      const opened = await decisions.open(interaction)
      if (!('record' in opened) || isElsewhere(request, opened.record)) return here()
      const form = formOf(request.body)
      if (form.csrf !== opened.record.csrf) {
        return goTo(reply, `${stepHref(publicUrl, uidOf(request), page)}?form=stale`)
      }
      const tenant = await tenantOfTpp(opened.record.tppId)
      const draft = draftOf(form, page, tenant.psus.byId.get(opened.record.psuId ?? ''))
      if (draft) {
        await decisions.keep(interaction, draft)
        return here()
      }
      const input = inputOf(form, page)
      if (!input) return here()
      const next = await decisions.step(interaction, input)
      return follow(request, reply, opened.record, next)
    })
  }

  app.get(authorisePath(':uid') + filePaymentsPath, async (request, reply) => {
    keepLanguage(reply, request, publicUrl)
    const interaction = await interactionOf(request, reply)
    if (!interaction) return showEnding(request, reply)
    const opened = await decisions.open(interaction)
    if (!('record' in opened) || isElsewhere(request, opened.record)) return showEnding(request, reply)
    const { record, consent } = opened
    const { file } = isPaymentConsent(consent) ? consent : {}
    // only whoever has logged in sees whom somebody pays
    if (record.step === 'login' || !file) return goTo(reply, stepHref(publicUrl, record.uid, record.step))
    const tenant = await tenantOfTpp(record.tppId)
    const client = await provider.Client.find(record.tppId)
    const psu = tenant.psus.byId.get(record.psuId ?? '')
    const html = await renderFileItems({
      file,
      page: (request.query as { page?: unknown }).page,
      hrefOf: (page) => filePaymentsHref(publicUrl, record.uid, page),
      backHref: stepHref(publicUrl, record.uid, 'consent'),
      tenant,
      tppName: client?.clientName ?? record.tppId,
      publicUrl,
      locale: localeOf(request, { psu: psu?.locale, uiLocales: interaction.params.ui_locales }),
    })
    return sendPage(reply, 200, html)
  })

  /** The redirect that answers a form. */
  async function follow(
    request: FastifyRequest,
    reply: FastifyReply,
    before: AuthorisationRecord,
    next: StepResult,
  ): Promise<FastifyReply> {
    const visitId = 'record' in next ? next.record.visitId : 'result' in next ? next.visitId : undefined
    if (visitId !== undefined && visitId !== before.visitId) setVisitCookie(reply, publicUrl, before.uid, visitId)
    if ('result' in next) {
      const returnTo = await save(request, reply, next)
      // what the PSU is told first is on a page of ours, with the way back
      return goTo(
        reply,
        next.told || toldOutcomes.some((each) => each === next.outcome)
          ? stepHref(publicUrl, before.uid, 'login')
          : returnTo,
      )
    }
    return goTo(reply, stepHref(publicUrl, before.uid, 'record' in next ? next.record.step : 'login'))
  }

  /** Hands the result to the authorisation server. @returns where it sends the PSU back to the TPP */
  const save = (request: FastifyRequest, reply: FastifyReply, { result }: Extract<StepResult, { result: unknown }>) =>
    provider.interactionResult(request.raw, reply.raw, result, { mergeWithLastSubmission: false })

  /** The interaction of the page, if it was started in this browser. */
  async function interactionOf(request: FastifyRequest, reply: FastifyReply): Promise<OpenInteraction | undefined> {
    const uid = uidOf(request)
    try {
      const details = await provider.interactionDetails(request.raw, reply.raw)
      if (details.uid !== uid) return undefined
      return { uid, params: details.params, ...(details.result && { returnTo: details.returnTo }) }
    } catch (error) {
      if (error instanceof Error && error.name === 'SessionNotFound') return undefined
      throw error
    }
  }

  /** True once the PSU has logged in, in every browser but that one. */
  const isElsewhere = (request: FastifyRequest, { visitId }: AuthorisationRecord) =>
    visitId !== undefined && visitId !== visitIdIn(request)

  /** Why this browser cannot go on, with the way to the TPP. */
  async function showEnding(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const uid = uidOf(request)
    const { why, record, params = {} } = await decisions.endingOf(uid)
    const redirectUri = record?.redirectUri ?? textOf(params.redirect_uri)
    const site = siteOf(redirectUri, publicUrl)
    const client = await provider.Client.find(record?.tppId ?? textOf(params.client_id) ?? '')
    const { outcome } = record ?? {}
    return showError(request, reply, publicUrl, {
      ...endings[why],
      language: { uiLocales: params.ui_locales },
      ...(site !== undefined && { returnTo: { href: site, tppName: client?.clientName } }),
      ...(why === 'decided' && outcome && { outcome }),
      ...(outcome === 'approved' && { backHref: new URL(publicUrl).pathname.replace(/\/$/, '') + myConsentsPath }),
    })
  }

  /** The PSU has decided and goes back to the TPP, at once or by a link, where there is something to say first. */
  async function leave(
    request: FastifyRequest,
    reply: FastifyReply,
    interaction: OpenInteraction,
    opened: StepResult,
  ): Promise<FastifyReply> {
    const href = interaction.returnTo ?? ''
    const { record } = await decisions.endingOf(interaction.uid)
    const told = 'result' in opened ? opened.told : undefined
    const outcome = toldOutcomes.find((each) => each === record?.outcome)
    const kind = told ?? outcome
    if (kind === undefined) {
      return record && isElsewhere(request, record) ? showEnding(request, reply) : goTo(reply, href)
    }
    const client = await provider.Client.find(String(interaction.params.client_id))
    const { clock } = await tenantOfTpp(String(interaction.params.client_id))
    const { lockedUntil } = record?.shown ?? {}
    return showError(request, reply, publicUrl, {
      status: 403,
      kind,
      language: { uiLocales: interaction.params.ui_locales },
      returnTo: { href, tppName: client?.clientName },
      ...(lockedUntil !== undefined && { waitMinutes: minutesUntil(lockedUntil, clock.now()) }),
    })
  }

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    interaction: Interaction,
    shown: StepResult,
    page: AuthorisationStep,
  ): Promise<FastifyReply> {
    const { uid } = interaction
    if ('ended' in shown) return showEnding(request, reply)
    if ('result' in shown) {
      const returnTo = await save(request, reply, shown)
      return goTo(reply, shown.told ? stepHref(publicUrl, uid, page) : returnTo)
    }
    const { record } = shown
    const isBehind = order.indexOf(page) > order.indexOf(record.step)
    // the log-in cannot be repeated, and no step skipped; the accounts can be looked at again from the last step
    if (isBehind || (page === 'login' && record.step !== 'login')) {
      return goTo(reply, stepHref(publicUrl, uid, record.step))
    }
    const tenant = await tenantOfTpp(record.tppId)
    const psu = tenant.psus.byId.get(record.psuId ?? '')
    const client = await provider.Client.find(record.tppId)
    const language = { psu: psu?.locale, uiLocales: interaction.params.ui_locales }
    const tppName = client?.clientName ?? record.tppId
    if ((request.query as { form?: unknown }).form === 'stale') {
      const againHref = stepHref(publicUrl, uid, record.step)
      return showError(request, reply, publicUrl, { status: 400, kind: 'stale-form', language, againHref })
    }
    const html = await renderStep({
      listsPeople: options.listsPeople?.(request.hostname) ?? false,
      ...shown,
      page,
      tenant,
      tppName,
      username: record.shown?.username ?? textOf(interaction.params.login_hint),
      publicUrl,
      locale: localeOf(request, language),
    })
    return sendPage(reply, page === record.step && record.shown?.problem ? 422 : 200, html)
  }
}

const uidOf = (request: FastifyRequest) => (request.params as { uid: string }).uid

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)
