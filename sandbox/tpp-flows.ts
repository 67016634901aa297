/**
 * What a TPP does to get at data, as one call each: for tests, and for the token that `ob-sandbox start` prints.
 *
 * @module
 */
import { createHash, randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Psu } from '#fixtures/types.js'
import { basePaths, type Permission, type Version } from '#standard/index.js'
import { controlPath } from './control/control-api.js'
import { oauthRoutes } from './identity/provider.js'
import type { TppRecord } from './identity/tpps.js'

export interface AuthoriseOptions {
  /** Username; default the first PSU. */
  readonly psu?: string
  /** Default `approve`. */
  readonly decision?: 'approve' | 'reject' | 'cancel'
  /** Account ids; default all of the PSU's. */
  readonly accounts?: readonly string[]
}

export interface Authorised {
  /** Where the PSU was sent back to. */
  readonly redirectTo: string
  /** The token of the consent; absent when the PSU did not approve. */
  readonly accessToken?: string
  readonly refreshToken?: string
  readonly idToken?: string
}

interface Surroundings {
  readonly app: FastifyInstance
  readonly url: string
  readonly tpp: TppRecord
  readonly psu: Psu
  readonly controlToken: string | undefined
}

export function createTppFlows({ app, url, tpp, psu, controlToken }: Surroundings) {
  const basic = `Basic ${Buffer.from(`${tpp.clientId}:${tpp.clientSecret}`).toString('base64')}`

  async function call(
    path: string,
    headers: Record<string, string>,
    payload: string,
  ): Promise<Record<string, unknown>> {
    const answer = await app.inject({ method: 'POST', url: path, headers, payload })
    if (answer.statusCode >= 300) throw new Error(`${path} answered ${answer.statusCode} ${answer.body}`)
    return answer.json()
  }

  const token = (form: Record<string, string>) =>
    call(
      oauthRoutes.token,
      { authorization: basic, 'content-type': 'application/x-www-form-urlencoded' },
      new URLSearchParams(form).toString(),
    )

  async function createConsent(
    options: { permissions?: readonly Permission[]; version?: Version } = {},
  ): Promise<string> {
    const { permissions = ['ReadAccountsDetail'], version = '1.0.0' } = options
    const { access_token } = await token({ grant_type: 'client_credentials', scope: 'accounts' })
    const { Data } = await call(
      `${basePaths[version]}/account-access-consents`,
      { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
      JSON.stringify({ Data: { Permissions: permissions }, Risk: {} }),
    )
    return (Data as { ConsentId: string }).ConsentId
  }

  async function authorise(consentId: string, options: AuthoriseOptions = {}): Promise<Authorised> {
    const verifier = randomBytes(32).toString('base64url')
    const redirectUri = tpp.redirectUris[0] as string
    const parameters = new URLSearchParams({
      client_id: tpp.clientId,
      response_type: 'code',
      scope: 'openid accounts',
      redirect_uri: redirectUri,
      state: randomBytes(16).toString('base64url'),
      consent_id: consentId,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    })
    const { redirectTo } = (await call(
      `${controlPath}/authorisations`,
      {
        host: new URL(url).host,
        'content-type': 'application/json',
        ...(controlToken !== undefined && { authorization: `Bearer ${controlToken}` }),
      },
      JSON.stringify({
        authorizationUrl: `${url}${oauthRoutes.authorization}?${parameters}`,
        psu: options.psu ?? psu.username,
        decision: options.decision ?? 'approve',
        ...(options.accounts && { accounts: options.accounts }),
      }),
    )) as { redirectTo: string }
    const code = new URL(redirectTo).searchParams.get('code')
    if (code === null) return { redirectTo }
    const tokens = await token({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
    })
    return {
      redirectTo,
      accessToken: String(tokens.access_token),
      refreshToken: String(tokens.refresh_token),
      idToken: String(tokens.id_token),
    }
  }

  return { createConsent, authorise }
}
