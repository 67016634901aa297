/**
 * A PSU's decision without a browser: the same steps as on the page, ending at the same address.
 *
 * @module
 */
import type { FastifyInstance } from 'fastify'
import type { Provider } from 'oidc-provider'
import type { Choice } from '../consents/choice.js'
import type { ConsentRecord } from '../consents/consent.js'
import { badRequest, problem, type Reason, refusal } from '../http/api-error.js'
import { authorisePath, oauthRoutes } from '../identity/paths.js'
import type { AuthorisationInput } from '../psu-pages/authorisation.js'
import type { Decisions } from '../psu-pages/decisions.js'
import { chooserOf } from '../psu-pages/payment-views.js'
import { visitCookie } from '../psu-pages/visit-cookie.js'
import type { Tenant, TenantOfTpp } from '../tenants/tenant.js'
import { psuProblems } from './psu-problems.js'

export interface HeadlessRequest {
  readonly authorizationUrl: string
  /** Username of the PSU. */
  readonly psu: string
  readonly decision: 'approve' | 'reject' | 'cancel'
  /** Account ids to share; default all of the PSU's. */
  readonly accounts?: readonly string[] | undefined
  /** Account id to pay from; default the first that can pay. Ignored where the TPP has named one. */
  readonly account?: string | undefined
}

export interface HeadlessOptions {
  readonly app: FastifyInstance
  readonly provider: Provider
  readonly decisions: Decisions
  readonly publicUrl: string
  readonly tenantOfTpp: TenantOfTpp
}

/** Decides and says where the page would have sent the PSU. @throws {ApiError} 400 when there is nothing to decide. */
export async function decideHeadless(options: HeadlessOptions, request: HeadlessRequest): Promise<string> {
  const { app, provider, decisions, publicUrl } = options
  const url = URL.canParse(request.authorizationUrl) ? new URL(request.authorizationUrl) : undefined
  const endpoint = publicUrl + oauthRoutes.authorization
  const problems = await problemsOf(options, request, url)
  if (!url?.href.startsWith(`${endpoint}?`)) problems.push(problem('authorisationElsewhere', { endpoint }))
  if (!url || problems.length > 0) throw badRequest(problems)
  const get = (href: string, cookie = '') => {
    const { pathname, search } = new URL(href, publicUrl)
    const path = pathname.slice(new URL(publicUrl).pathname.replace(/\/$/, '').length)
    return app.inject({ method: 'GET', url: path + search, headers: { accept: 'text/html', cookie } })
  }

  const opened = await get(url.href)
  const location = opened.headers.location
  if (location === undefined) throw refusal('authorisationRefused', { said: textOfPage(opened.body) })
  const page = publicUrl + authorisePath('')
  const uid = location.startsWith(page) ? location.slice(page.length) : undefined
  if (uid === undefined) return location

  const interaction = await provider.Interaction.find(uid)
  if (!interaction) throw refusal('authorisationEnded')
  const tenant = await options.tenantOfTpp(String(interaction.params.client_id))
  const details = { uid, params: interaction.params }
  let end = await decisions.open(details)
  for (const input of inputs(tenant, request)) {
    if (!('record' in end)) break
    end = await decisions.step(details, await input(end.consent))
  }
  if ('ended' in end) throw refusal('authorisationEnded')
  if (!('result' in end))
    throw refusal('decisionNotTaken', { problem: end.problem ?? 'nothing', path: pathOf(request) })
  interaction.result = end.result as NonNullable<typeof interaction.result>
  await interaction.persist()

  const sent = opened.cookies.map(({ name, value }) => `${name}=${value}`)
  const cookie = [...sent, ...(end.visitId === undefined ? [] : [`${visitCookie}=${end.visitId}`])].join('; ')
  const resumed = await get(interaction.returnTo, cookie)
  if (resumed.headers.location === undefined) throw new Error(`the authorisation ended in ${resumed.statusCode}`)
  return resumed.headers.location
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#96': '`' }

/** What a page of the bank says, without its frame. */
function textOfPage(html: string): string {
  const [, main = ''] = /<main>(.*)<\/main>/s.exec(html) ?? []
  return main
    .replace(/<\/(h1|p|dt|dd|li)>/g, '. ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(#?\w+);/g, (all, name: string) => entities[name] ?? all)
    .replace(/\s+/g, ' ')
    .replace(/(?:\s*\.)+\s/g, '. ')
    .trim()
    .slice(0, 400)
}

/** What is wrong with the PSU and the accounts, before anything is begun. */
async function problemsOf(
  { tenantOfTpp }: HeadlessOptions,
  { psu, decision, account, accounts }: HeadlessRequest,
  url: URL | undefined,
): Promise<Reason[]> {
  const tenant = await tenantOfTpp(url?.searchParams.get('client_id') ?? undefined)
  const isPicking = (account ?? accounts) === undefined || decision === 'approve'
  return [
    ...psuProblems(tenant, psu, accounts, account),
    ...(isPicking ? [] : [problem('accountsWithoutApproval', { decision, path: pathOf({ account }) })]),
  ]
}

/** The field of the call that picks accounts. */
const pathOf = ({ account }: Pick<HeadlessRequest, 'account'>) => (account === undefined ? 'accounts' : 'account')

/** What the PSU would do on the pages. */
function inputs(tenant: Tenant, { psu: username, decision, account, accounts }: HeadlessRequest): InputFor[] {
  if (decision === 'cancel') return [() => ({ decision: 'cancel' })]
  const psu = tenant.psus.byUsername.get(username)
  if (!psu) throw refusal('psuUnknown', { username })
  const login: InputFor = () => ({ decision: 'login', username, password: psu.password })
  if (decision === 'reject') return [login, () => ({ decision: 'reject' })]
  return [
    login,
    async (consent) => {
      const picked = account === undefined ? accounts : [account]
      const accountIds = picked ?? presetOf((await chooserOf(tenant, consent))(psu))
      return { decision: 'continue', accountIds }
    },
    () => ({ decision: 'approve', otp: psu.otp }),
  ]
}

/** What a PSU does next, given the consent. */
type InputFor = (consent: ConsentRecord) => AuthorisationInput | Promise<AuthorisationInput>

/** The accounts that are picked where the call names none: all to share, the first to pay from. */
const presetOf = ({ accountIds, takes }: Choice) => (takes === 'one' ? accountIds.slice(0, 1) : accountIds)
