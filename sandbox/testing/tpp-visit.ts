/**
 * What a TPP does with one consent over HTTP: has a PSU decide on it, exchanges the code, and shows its tokens everywhere.
 *
 * @module
 */
import type { LightMyRequestResponse } from 'fastify'
import { locationOf, oauthRequests } from './oauth-requests.js'
import { pathOf, type TestBank } from './test-bank.js'

/** The verifier of the challenge that {@link oauthRequests} sends (RFC 7636 appendix B). */
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'

export interface Tokens {
  readonly access: string
  readonly refresh: string
}

export interface Decided {
  /** Where the PSU was sent back to. */
  readonly redirect: URL
  readonly code: string | undefined
}

export function tppVisit(bank: TestBank, clientId = 'tpp-demo') {
  const oauth = oauthRequests(bank)
  const form = (url: string, fields: Record<string, string>) => bank.send(oauth.form(url, fields, clientId))

  /** The address of an authorisation for this consent. */
  async function address(consentId: string, state = 'a state'): Promise<string> {
    return `http://bank.test/oauth2/authorize?${await oauth.parameters({ client_id: clientId, consent_id: consentId, state })}`
  }

  /** A new consent that no PSU has decided on. */
  async function consent(facts: Parameters<TestBank['consent']>[0] = {}): Promise<string> {
    return (await bank.consent({ status: 'AwaitingAuthorisation', tppId: clientId, ...facts })).consentId
  }

  /** A PSU decides without a browser. */
  async function decide(psu: string, authorizationUrl: string, decision = 'approve'): Promise<Decided> {
    const answer = await bank.send({
      method: 'POST',
      url: '/_sandbox/authorisations',
      headers: { host: '127.0.0.1', 'content-type': 'application/json' },
      payload: JSON.stringify({ authorizationUrl, psu, decision }),
    })
    if (answer.statusCode !== 200) throw new Error(`the decision was answered ${answer.statusCode} ${answer.body}`)
    const redirect = new URL(answer.json<{ redirectTo: string }>().redirectTo)
    return { redirect, code: redirect.searchParams.get('code') ?? undefined }
  }

  const exchange = (code: string) =>
    form('/oauth2/token', {
      grant_type: 'authorization_code',
      code,
      redirect_uri: 'https://tpp.example/callback',
      code_verifier: verifier,
    })

  /** Tokens of a consent that a PSU approves. */
  async function authorised(psu: string, consentId: string): Promise<Tokens> {
    const { code, redirect } = await decide(psu, await address(consentId))
    if (code === undefined) throw new Error(`no code came: ${redirect}`)
    const body = (await exchange(code)).json<{ access_token: string; refresh_token: string }>()
    return { access: body.access_token, refresh: body.refresh_token }
  }

  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
  const read = (token: string, path = '/accounts') => bank.send({ url: pathOf('1.0.0', path), headers: bearer(token) })
  const userinfo = (token: string) => bank.send({ url: '/oauth2/userinfo', headers: bearer(token) })
  const introspect = (token: string) => form('/oauth2/introspect', { token })
  const refresh = (token: string) => form('/oauth2/token', { grant_type: 'refresh_token', refresh_token: token })
  const revoke = (token: string) => form('/oauth2/revoke', { token })

  return { form, address, consent, decide, exchange, authorised, read, userinfo, introspect, refresh, revoke }
}

export type TppVisit = ReturnType<typeof tppVisit>

/** What came of showing tokens everywhere, in one word each. */
export async function everywhere(tpp: TppVisit, { access, refresh }: Tokens) {
  const errorOf = (answer: LightMyRequestResponse) => (answer.json() as { error?: string }).error
  const renewed = await tpp.refresh(refresh)
  return {
    read: (await tpp.read(access)).statusCode,
    userinfo: (await tpp.userinfo(access)).statusCode,
    introspection: (await tpp.introspect(access)).json<{ active: boolean }>().active,
    'introspection of the refresh token': (await tpp.introspect(refresh)).json<{ active: boolean }>().active,
    refresh: renewed.statusCode === 200 ? 200 : errorOf(renewed),
  }
}

/** {@link everywhere} while the grant is alive, and once it has ended. */
export const alive = {
  read: 200,
  userinfo: 200,
  introspection: true,
  'introspection of the refresh token': true,
  refresh: 200,
} as const
export const ended = {
  read: 401,
  userinfo: 401,
  introspection: false,
  'introspection of the refresh token': false,
  refresh: 'invalid_grant',
} as const

/** The parameters the TPP got. */
export const parametersOf = (response: LightMyRequestResponse) =>
  Object.fromEntries(locationOf(response).searchParams) as Readonly<Record<string, string>>
