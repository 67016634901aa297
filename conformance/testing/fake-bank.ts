/**
 * A very small bank for tests of the runner: tokens, consents and accounts, decisions without a page. It checks just
 * enough to show whether the runner acts as it should.
 *
 * @module
 */
import { createHash, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Profile } from '../profile/profile.js'
import { defaultOperations } from '../profile/read-profile.js'
import { defaultLimits } from '../profile/schema.js'
import { serve } from './serve.js'

interface FakeConsent {
  status: string
  accountIds: readonly string[]
}

interface Code {
  readonly consentId: string
  readonly challenge: string | null
  readonly redirectUri: string | null
}

/** What a route receives. */
export interface Call {
  readonly method: string
  readonly path: string
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly body: string
}

export interface FakeBank {
  readonly url: string
  readonly profile: Profile
  readonly consents: ReadonlyMap<string, FakeConsent>
  /** Every call so far: `POST /token`. */
  readonly calls: string[]
  /** Secrets the bank has issued. */
  readonly secrets: string[]
  /** Answers a call in place of the bank; true when it did. */
  intercept: (call: Call) => boolean | Promise<boolean>
  close(): Promise<void>
}

export const fakeSecrets = { clientSecret: 's3cret+main/tpp=client', password: 'pass word+psu', otp: '918273' } as const

const several = ['acc-1', 'acc-2', 'acc-3']

/** One that also serves its profile, as a sandbox does. */
export async function startSelfDescribingBank(): Promise<FakeBank> {
  const bank = await startFakeBank()
  bank.intercept = ({ path, response }) => {
    if (path === '/_sandbox/profile') json(response, 200, bank.profile)
    return path === '/_sandbox/profile'
  }
  return bank
}

export async function startFakeBank(): Promise<FakeBank> {
  const consents = new Map<string, FakeConsent>()
  const codes = new Map<string, Code>()
  const tokens = new Map<string, string>()
  const refreshable = new Map<string, string>()
  const secrets: string[] = []
  const calls: string[] = []
  const mint = (kind: string) => {
    const secret = `${kind}-${randomUUID()}`
    secrets.push(secret)
    return secret
  }

  const routes: Record<string, (call: Call) => void> = {
    'GET /.well-known/openid-configuration': ({ response }) => json(response, 200, discovery(bank.url)),
    'GET /jwks': ({ response }) => json(response, 200, { keys: [] }),
    'POST /token': ({ response, request, body }) => {
      const form = new URLSearchParams(body)
      const [id, secret] = Buffer.from(request.headers.authorization?.slice(6) ?? '', 'base64')
        .toString()
        .split(':')
      if (!id || decodeURIComponent(secret ?? '') !== fakeSecrets.clientSecret) {
        return json(response, 401, { error: 'invalid_client' })
      }
      if (form.get('grant_type') === 'client_credentials') {
        return json(response, 200, { access_token: mint('public'), token_type: 'Bearer', expires_in: 1800 })
      }
      const refreshed = refreshable.get(form.get('refresh_token') ?? '')
      if (refreshed !== undefined) {
        const token = mint('consent')
        tokens.set(token, refreshed)
        return json(response, 200, { access_token: token, expires_in: 1800 })
      }
      const code = codes.get(form.get('code') ?? '')
      const challenge = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url')
      if (!code || code.challenge !== challenge || code.redirectUri !== form.get('redirect_uri')) {
        return json(response, 400, { error: 'invalid_grant' })
      }
      const token = mint('consent')
      const refreshToken = mint('refresh')
      tokens.set(token, code.consentId)
      refreshable.set(refreshToken, code.consentId)
      json(response, 200, {
        access_token: token,
        refresh_token: refreshToken,
        id_token: mint('id'),
        expires_in: 1800,
      })
    },
    'POST /revoke': ({ response }) => json(response, 200, {}),
    'POST /decide': ({ response, body }) => {
      const { authorizationUrl, decision, psu, accounts } = JSON.parse(body) as Record<string, string> & {
        accounts?: string[]
      }
      const url = new URL(authorizationUrl ?? '')
      const { userinfo } = JSON.parse(url.searchParams.get('claims') ?? '{}')
      const consentId = String(userinfo.openbanking_intent_id.value)
      const consent = consents.get(consentId) as FakeConsent
      const back = new URL(url.searchParams.get('redirect_uri') ?? '')
      back.searchParams.set('state', url.searchParams.get('state') ?? '')
      if (decision === 'approve') {
        consent.status = 'Authorised'
        consent.accountIds = accounts ?? (psu === 'sara' ? several : ['acc-9'])
        const code = mint('code')
        codes.set(code, {
          consentId,
          challenge: url.searchParams.get('code_challenge'),
          redirectUri: url.searchParams.get('redirect_uri'),
        })
        back.searchParams.set('code', code)
      } else {
        consent.status = 'Rejected'
        back.searchParams.set('error', 'access_denied')
      }
      json(response, 200, { redirectTo: back.href })
    },
    'POST /api/account-access-consents': ({ response }) => {
      const consentId = randomUUID()
      consents.set(consentId, { status: 'AwaitingAuthorisation', accountIds: [] })
      json(response, 201, { Data: { ConsentId: consentId, Status: 'AwaitingAuthorisation' }, Risk: {} })
    },
    'PATCH /api/account-access-consents': ({ response, path }) => {
      const consent = consents.get(path.split('/').filter(Boolean).at(-1) ?? '')
      if (!consent) return json(response, 400, {})
      consent.status = 'Revoked'
      json(response, 200, { Data: { Status: 'Revoked' } })
    },
    'GET /api/accounts': ({ response, request }) => {
      const consent = consents.get(tokens.get(request.headers.authorization?.slice(7) ?? '') ?? '')
      if (consent?.status !== 'Authorised') return json(response, 401)
      json(response, 200, { Data: { Account: consent.accountIds.map((AccountId) => ({ AccountId })) } })
    },
  }

  const served = await serve(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { method = '', url = '/' } = request
    const path = url.split('?', 1)[0] ?? '/'
    calls.push(`${method} ${path}`)
    const call = { method, path, request, response, body: Buffer.concat(chunks).toString() }
    if (await bank.intercept(call)) return
    const route = Object.keys(routes).find((name) => `${method} ${path}`.startsWith(name))
    if (route) routes[route]?.(call)
    else json(response, 404)
  })

  const bank: FakeBank = {
    url: served.url,
    profile: fakeProfile(served.url),
    consents,
    calls,
    secrets,
    intercept: () => false,
    close: served.close,
  }
  return bank
}

const discovery = (url: string) => ({
  issuer: url,
  authorization_endpoint: `${url}/authorize`,
  token_endpoint: `${url}/token`,
  jwks_uri: `${url}/jwks`,
  revocation_endpoint: `${url}/revoke`,
})

/** A profile of the fake bank, headless. */
export function fakeProfile(url: string): Profile {
  const tpp = (clientId: string) => ({
    clientId,
    clientSecret: fakeSecrets.clientSecret,
    redirectUri: 'http://127.0.0.1/callback',
  })
  const psu = (username: string) => ({ username, password: fakeSecrets.password, otp: fakeSecrets.otp })
  return {
    name: 'Fake Bank',
    strictness: 'all',
    versions: { '1.0.0': `${url}/api` },
    authorisation: { issuer: url, consentBinding: 'claims', endpoints: [] },
    tpps: { main: tpp('tpp-main'), other: tpp('tpp-other') },
    psus: { main: psu('omar'), several: psu('sara') },
    journeys: { driver: 'headless', adapter: 'authorize-ui', headless: { url: `${url}/decide` } },
    operations: defaultOperations,
    waivers: [],
    limits: { ...defaultLimits, connectMillis: 1_000, firstByteMillis: 1_000, bodyMillis: 1_000, journeyMillis: 5_000 },
  }
}

/** Answers with JSON, or with nothing at all; echoes the interaction id. */
export function json(response: ServerResponse, status: number, body?: unknown): void {
  const interactionId = response.req.headers['x-fapi-interaction-id']
  if (interactionId !== undefined) response.setHeader('x-fapi-interaction-id', interactionId)
  if (body === undefined) response.writeHead(status).end()
  else response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
