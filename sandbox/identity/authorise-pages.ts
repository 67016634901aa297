/**
 * The PSU's pages: which one to show, and the forms they send. The rules are in `decisions.ts`, the HTML in authorize-ui.
 *
 * @module
 */
import formbody from '@fastify/formbody'
import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import {
  type Locale,
  pageCss,
  renderCodePage,
  renderConsentPage,
  renderErrorPage,
  renderLoginPage,
} from '#authorize-ui/pages.js'
import { parseDateTime } from '#standard/index.js'
import { maskedIdentification } from '../account-information/masking.js'
import type { Tenant } from '../tenants.js'
import type { AuthorisationInput } from './authorisation.js'
import type { Decisions, Interaction, InteractionResult, StepResult } from './decisions.js'
import { authorisePath } from './provider.js'

export interface AuthorisePagesOptions {
  readonly provider: Provider
  readonly decisions: Decisions
  readonly publicUrl: string
  tenantOfTpp(clientId: string | undefined): Promise<Tenant>
}

export const bankName = 'Sandbox Bank'

const styleName = 'page.css'

export const styleHrefOf = (publicUrl: string) => publicUrl + authorisePath(styleName)

export async function authorisePages(app: FastifyInstance, options: AuthorisePagesOptions): Promise<void> {
  const { provider, decisions, publicUrl, tenantOfTpp } = options
  const styleHref = styleHrefOf(publicUrl)
  await app.register(formbody, { bodyLimit: 32_768 })
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
      },
    },
    strictTransportSecurity: publicUrl.startsWith('https:'),
    referrerPolicy: { policy: 'no-referrer' },
  })

  app.get(authorisePath(styleName), (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=3600').send(pageCss()),
  )

  app.get<{ Params: { uid: string } }>(authorisePath(':uid'), async (request, reply) => {
    const interaction = await interactionOf(request, reply)
    if (!interaction) return showError(request, reply, 'expired')
    return show(request, reply, interaction, await decisions.open(interaction))
  })

  app.post<{ Params: { uid: string } }>(authorisePath(':uid'), async (request, reply) => {
    const interaction = await interactionOf(request, reply)
    if (!interaction) return showError(request, reply, 'already-decided')
    const opened = await decisions.open(interaction)
    if ('result' in opened) return show(request, reply, interaction, opened)
    const form = toForm(request.body)
    if (form.csrf !== opened.record.csrf) return showError(request, reply, 'bad-request')
    const input = toInput(form)
    return show(request, reply, interaction, input ? await decisions.step(interaction, input) : opened)
  })

  /** The interaction of the page, if the browser that began it is the one that asks. */
  async function interactionOf(request: FastifyRequest, reply: FastifyReply): Promise<Interaction | undefined> {
    const { uid } = request.params as { uid: string }
    try {
      const details = await provider.interactionDetails(request.raw, reply.raw)
      return details.uid === uid ? { uid, params: details.params } : undefined
    } catch {
      return undefined
    }
  }

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    interaction: Interaction,
    result: StepResult,
  ): Promise<FastifyReply> {
    if ('result' in result) return finish(request, reply, result.result)
    const html = await page(request, interaction, result)
    return reply
      .code(result.problem ? 422 : 200)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(html)
  }

  async function finish(
    request: FastifyRequest,
    reply: FastifyReply,
    result: InteractionResult,
  ): Promise<FastifyReply> {
    const location = await provider.interactionResult(request.raw, reply.raw, result, {
      mergeWithLastSubmission: false,
    })
    return reply.code(303).header('location', location).header('cache-control', 'no-store').send()
  }

  async function page(
    request: FastifyRequest,
    interaction: Interaction,
    result: Exclude<StepResult, { result: unknown }>,
  ): Promise<string> {
    const { record, consent, problem } = result
    const tenant = await tenantOfTpp(record.tppId)
    const psu = tenant.bank.psus.find(({ psuId }) => psuId === record.psuId)
    const locale = localeOf(request, psu?.locale)
    const frame = {
      locale,
      action: publicUrl + authorisePath(record.uid),
      csrf: record.csrf,
      styleHref,
      bankName,
      tppName: await tppName(record.tppId),
      otherLocaleHref: `${publicUrl}${authorisePath(record.uid)}?lang=${locale === 'ar' ? 'en' : 'ar'}`,
    }
    const accounts = (psu?.accountIds ?? []).map((accountId) => accountView(tenant, accountId, record.accountIds))
    if (record.step === 'login') {
      return renderLoginPage({
        ...frame,
        ...(problem && { problem: problem as 'wrong-credentials' | 'missing' }),
        ...(typeof interaction.params.login_hint === 'string' && { username: interaction.params.login_hint }),
      })
    }
    if (record.step === 'consent') {
      return renderConsentPage({
        ...frame,
        psuName: psu?.name ?? '',
        permissions: consent.permissions,
        ...instants(consent),
        accounts,
        ...(problem && { problem: 'no-account' as const }),
      })
    }
    return renderCodePage({
      ...frame,
      accounts: accounts.filter(({ selected }) => selected),
      ...(problem && { problem: problem as 'wrong-code' | 'missing' }),
    })
  }

  async function tppName(tppId: string): Promise<string> {
    const client = await provider.Client.find(tppId)
    return client?.clientName ?? tppId
  }

  function showError(
    request: FastifyRequest,
    reply: FastifyReply,
    kind: 'expired' | 'already-decided' | 'bad-request',
  ): FastifyReply {
    const html = renderErrorPage({ locale: localeOf(request), styleHref, bankName, kind })
    return reply.code(400).type('text/html; charset=utf-8').header('cache-control', 'no-store').send(html)
  }
}

function accountView(tenant: Tenant, accountId: string, picked: readonly string[] | undefined) {
  const account = tenant.bank.accounts.get(accountId)
  if (!account) throw new Error(`account ${accountId} of a PSU is not in the bank`)
  const [first] = account.identifiers
  return {
    accountId,
    ...(account.nickname !== undefined && { name: account.nickname }),
    maskedIdentification: first ? maskedIdentification(first) : '',
    currency: account.currency,
    kind: account.accountSubType,
    selected: picked?.includes(accountId) ?? false,
  }
}

function instants(consent: {
  expirationDateTime?: string
  transactionFromDateTime?: string
  transactionToDateTime?: string
}) {
  const at = (text: string | undefined) => (text === undefined ? undefined : parseDateTime(text))
  const [expires, from, to] = [
    consent.expirationDateTime,
    consent.transactionFromDateTime,
    consent.transactionToDateTime,
  ].map(at)
  return {
    ...(expires !== undefined && { expiresAt: expires }),
    ...(from !== undefined && { transactionFrom: from }),
    ...(to !== undefined && { transactionTo: to }),
  }
}

/** The language asked for in the address, else the PSU's, else the browser's first. */
export function localeOf(request: FastifyRequest, ofPsu?: Locale): Locale {
  const { lang } = request.query as { lang?: unknown }
  if (lang === 'ar' || lang === 'en') return lang
  return ofPsu ?? (/^\s*ar\b/i.test(request.headers['accept-language'] ?? '') ? 'ar' : 'en')
}

type Form = Readonly<Record<string, string | readonly string[] | undefined>>

function toForm(body: unknown): Form {
  return typeof body === 'object' && body !== null ? (body as Form) : {}
}

function toInput(form: Form): AuthorisationInput | undefined {
  const text = (name: string) => (typeof form[name] === 'string' ? form[name] : '')
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
