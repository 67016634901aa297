/**
 * A PSU's decision without a browser: the same steps as on the page, ending at the same address.
 *
 * @module
 */
import type { FastifyInstance } from 'fastify'
import type { Provider } from 'oidc-provider'
import { badRequest, problem } from '../http/api-error.js'
import type { AuthorisationInput } from '../identity/authorisation.js'
import type { Decisions } from '../identity/decisions.js'
import { authorisePath, oauthRoutes } from '../identity/provider.js'
import type { Awaitable } from '../store/awaitable.js'
import type { Tenant } from '../tenants.js'

export interface HeadlessRequest {
  readonly authorizationUrl: string
  /** Username of the PSU. */
  readonly psu: string
  readonly decision: 'approve' | 'reject' | 'cancel'
  /** Account ids to pick; default all of the PSU's. */
  readonly accounts?: readonly string[] | undefined
}

export interface HeadlessOptions {
  readonly app: FastifyInstance
  readonly provider: Provider
  readonly decisions: Decisions
  readonly publicUrl: string
  tenantOfTpp(clientId: string | undefined): Awaitable<Tenant>
}

/** Decides and says where the page would have sent the PSU. @throws {ApiError} 400 when there is nothing to decide. */
export async function decideHeadless(options: HeadlessOptions, request: HeadlessRequest): Promise<string> {
  const { app, provider, decisions, publicUrl } = options
  const url = URL.canParse(request.authorizationUrl) ? new URL(request.authorizationUrl) : undefined
  if (!url?.href.startsWith(`${publicUrl}${oauthRoutes.authorization}?`)) {
    throw invalid('authorizationUrl', `expected an address that begins with ${publicUrl}${oauthRoutes.authorization}?`)
  }
  const get = (href: string, cookie = '') => {
    const { pathname, search } = new URL(href, publicUrl)
    const path = pathname.slice(new URL(publicUrl).pathname.replace(/\/$/, '').length)
    return app.inject({ method: 'GET', url: path + search, headers: { accept: 'text/html', cookie } })
  }

  const opened = await get(url.href)
  const location = opened.headers.location
  if (location === undefined) throw invalid('authorizationUrl', 'the bank shows an error page for this request')
  const page = publicUrl + authorisePath('')
  const uid = location.startsWith(page) ? location.slice(page.length) : undefined
  if (uid === undefined) return location

  const interaction = await provider.Interaction.find(uid)
  if (!interaction) throw invalid('authorizationUrl', 'the authorisation has ended')
  const tenant = await options.tenantOfTpp(String(interaction.params.client_id))
  const details = { uid, params: interaction.params }
  let end = await decisions.open(details)
  for (const input of inputs(tenant, request)) {
    if (!('record' in end)) break
    end = await decisions.step(details, input)
  }
  if ('ended' in end) throw invalid('authorizationUrl', 'the authorisation has ended')
  if (!('result' in end)) throw invalid('accounts', `the page says ${end.problem ?? 'nothing'}`)
  interaction.result = end.result as NonNullable<typeof interaction.result>
  await interaction.persist()

  const cookie = opened.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const resumed = await get(interaction.returnTo, cookie)
  if (resumed.headers.location === undefined) throw new Error(`the authorisation ended in ${resumed.statusCode}`)
  return resumed.headers.location
}

/** What the PSU would do on the pages. */
function inputs(tenant: Tenant, { psu: username, decision, accounts }: HeadlessRequest): AuthorisationInput[] {
  if (decision === 'cancel') return [{ decision: 'cancel' }]
  const psu = tenant.psu(username)
  if (!psu) throw invalid('psu', `no PSU has the username ${JSON.stringify(username)}`)
  const stranger = accounts?.find((accountId) => !psu.accountIds.includes(accountId))
  if (stranger !== undefined) throw invalid('accounts', `${JSON.stringify(stranger)} is no account of ${username}`)
  const login: AuthorisationInput = { decision: 'login', username, password: psu.password }
  if (decision === 'reject') return [login, { decision: 'reject' }]
  return [
    login,
    { decision: 'continue', accountIds: accounts ?? psu.accountIds },
    { decision: 'approve', otp: psu.otp },
  ]
}

const invalid = (path: string, message: string) => badRequest([problem('Field.Invalid', message, path)])
