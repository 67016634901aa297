/**
 * The PSU's pages on the wire: which one to show, and the forms they send. The rules are in `decisions.ts`, the HTML in
 * authorize-ui.
 *
 * @module
 */
import formbody from '@fastify/formbody'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import { pageCss } from '#authorize-ui/pages.js'
import { ApiError } from '../http/api-error.js'
import type { Awaitable } from '../store/awaitable.js'
import type { Tenant } from '../tenants.js'
import type { AuthorisationInput } from './authorisation.js'
import type { Decisions, Ending, Interaction, StepResult } from './decisions.js'
import { localeOf, securePages, showError, styleName } from './error-pages.js'
import { type Form, formOf, textIn } from './form-fields.js'
import { renderStanding } from './page-views.js'
import { authorisePath, oauthRoutes } from './provider.js'
import { goTo, sendPage } from './send-page.js'

export interface AuthorisePagesOptions {
  readonly provider: Provider
  readonly decisions: Decisions
  readonly publicUrl: string
  tenantOfTpp(clientId: string | undefined): Awaitable<Tenant>
}

/** The interaction of the authorisation server; once it has a result, the PSU is on the way back. */
interface OpenInteraction extends Interaction {
  readonly wayBack?: string
}

const endings = {
  decided: { status: 400, kind: 'already-decided' },
  expired: { status: 400, kind: 'expired' },
  unknown: { status: 400, kind: 'unknown-request' },
} as const satisfies Record<Ending, unknown>

export async function authorisePages(app: FastifyInstance, options: AuthorisePagesOptions): Promise<void> {
  const { provider, decisions, publicUrl, tenantOfTpp } = options
  await app.register(formbody, { bodyLimit: 32_768 })
  await securePages(app, publicUrl)
  app.setErrorHandler((error, request, reply) => {
    const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
    if (error instanceof ApiError || status < 500) {
      return showError(request, reply, publicUrl, { status: 400, kind: 'bad-request' })
    }
    request.log.error({ err: error, interactionId: request.interactionId })
    return showError(request, reply, publicUrl, { status: 500, kind: 'unexpected' })
  })

  app.get(authorisePath(styleName), (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=3600').send(pageCss()),
  )

  // OpenID Connect Core 3.1.2.1 wants POST as well: the same request goes on as a GET, so that cookies can stay strict.
  app.post(oauthRoutes.authorization, (request, reply) => {
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries(formOf(request.body))) {
      for (const each of [value ?? []].flat()) query.append(name, each)
    }
    return reply.redirect(`${publicUrl}${oauthRoutes.authorization}?${query}`, 303)
  })

  app.get(authorisePath(':uid'), async (request, reply) => {
    const interaction = await interactionOf(request, reply)
    if (!interaction) return showEnding(request, reply)
    if (interaction.wayBack !== undefined) return goTo(reply, interaction.wayBack)
    return show(request, reply, interaction, await decisions.open(interaction))
  })

  app.post(authorisePath(':uid'), async (request, reply) => {
    const interaction = await interactionOf(request, reply)
    if (!interaction) return showEnding(request, reply)
    if (interaction.wayBack !== undefined) return goTo(reply, interaction.wayBack)
    const opened = await decisions.open(interaction)
    if (!('record' in opened)) return show(request, reply, interaction, opened)
    const form = formOf(request.body)
    if (form.csrf !== opened.record.csrf) {
      return showError(request, reply, publicUrl, { status: 400, kind: 'bad-request' })
    }
    const input = toInput(form)
    return show(request, reply, interaction, input ? await decisions.step(interaction, input) : opened, input)
  })

  /** The interaction of the page, if the browser that began it is the one that asks. */
  async function interactionOf(request: FastifyRequest, reply: FastifyReply): Promise<OpenInteraction | undefined> {
    const { uid } = request.params as { uid: string }
    try {
      const details = await provider.interactionDetails(request.raw, reply.raw)
      if (details.uid !== uid) return undefined
      return { uid, params: details.params, ...(details.result && { wayBack: details.returnTo }) }
    } catch (error) {
      if (error instanceof Error && error.name === 'SessionNotFound') return undefined
      throw error
    }
  }

  async function showEnding(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { uid } = request.params as { uid: string }
    return showError(request, reply, publicUrl, endings[await decisions.endingOf(uid)])
  }

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    interaction: Interaction,
    standing: StepResult,
    input?: AuthorisationInput,
  ): Promise<FastifyReply> {
    if ('ended' in standing) return showError(request, reply, publicUrl, endings.decided)
    if ('result' in standing) {
      const options = { mergeWithLastSubmission: false }
      // to the authorisation server, which sends the PSU on to the TPP
      return goTo(reply, await provider.interactionResult(request.raw, reply.raw, standing.result, options))
    }
    const tenant = await tenantOfTpp(standing.record.tppId)
    const psu = tenant.bank.psus.find(({ psuId }) => psuId === standing.record.psuId)
    const client = await provider.Client.find(standing.record.tppId)
    const html = renderStanding({
      ...standing,
      tenant,
      tppName: client?.clientName ?? standing.record.tppId,
      username: usernameOf(input) ?? textOf(interaction.params.login_hint),
      publicUrl,
      locale: localeOf(request, psu?.locale),
    })
    return sendPage(reply, standing.problem ? 422 : 200, html)
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)

const usernameOf = (input: AuthorisationInput | undefined) =>
  input?.decision === 'login' ? input.username || undefined : undefined

function toInput(form: Form): AuthorisationInput | undefined {
  const text = (name: string) => textIn(form, name)
  switch (form.decision) {
    case 'login':
      return { decision: 'login', username: text('username'), password: text('password') }
    case 'continue':
      return { decision: 'continue', accountIds: [form.accounts ?? []].flat() }
    case 'approve':
      return { decision: 'approve', otp: text('otp') }
    case 'reject':
    case 'cancel':
      return { decision: form.decision }
    default:
      return undefined
  }
}
