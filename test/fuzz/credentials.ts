/**
 * Tokens of several TPPs and PSUs, fetched as a TPP fetches them, and ids that exist.
 *
 * @module
 */
import { createHash } from 'node:crypto'
import type { TppOptions } from '#sandbox/identity/tpp-options.js'
import { userTokenGrant } from '#sandbox/identity/user-tokens.js'

export interface Credentials {
  /** Access tokens that are valid when they are fetched, and some that are none. */
  readonly bearers: readonly string[]
  /** Whole Authorization headers, right and wrong. */
  readonly basics: readonly string[]
  /** User tokens that are valid when they are fetched, and some that are none. */
  readonly userTokens: readonly string[]
  /** Ids of consents and accounts. */
  readonly ids: readonly string[]
}

const redirectUri = 'https://tpp.example/fuzz'
const secret = 'a-secret-for-the-fuzzer'

/** A key that nobody has the private half of. */
const key = { kty: 'RSA', kid: 'fuzz-key', n: 'q'.repeat(342), e: 'AQAB' }

/** TPPs that may send as much as the fuzzer does. */
export const fuzzTpps: readonly TppOptions[] = ['fuzz-a', 'fuzz-b'].map((clientId) => ({
  clientId,
  clientSecret: secret,
  redirectUris: [redirectUri],
  requestsPerMinute: 1_000_000,
  jwks: { keys: [key] },
}))

const basicOf = (clientId: string, password = secret) =>
  `Basic ${Buffer.from(`${clientId}:${password}`).toString('base64')}`

/** Sets the bank's clock and faults right and fetches new tokens. */
export async function fetchCredentials(url: string): Promise<Credentials> {
  const control = `${url}/_sandbox`
  await send('PUT', `${control}/faults`, [])
  await send('PUT', `${control}/clock`, { now: '2030-01-15T09:00:00+03:00', frozen: false })
  const made = await Promise.all([ofOneTpp(url, 'fuzz-a', 'layla'), ofOneTpp(url, 'fuzz-b', 'omar')])
  return {
    bearers: [...made.flatMap(({ tokens }) => [...tokens, ...tokens]), 'nobody', 'x'.repeat(43)],
    basics: [basicOf('fuzz-a'), basicOf('fuzz-b'), basicOf('fuzz-a'), basicOf('fuzz-a', 'wrong'), basicOf('nobody')],
    userTokens: [...made.map(({ userToken }) => userToken), ...made.flatMap(({ tokens }) => tokens), 'nobody', ''],
    ids: [...made.flatMap(({ ids }) => ids), '00000000-0000-0000-0000-000000000000'],
  }
}

async function ofOneTpp(url: string, clientId: string, psu: string) {
  const token = async (fields: Record<string, string>) => {
    const headers = { authorization: basicOf(clientId), 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await fetch(`${url}/oauth2/token`, { method: 'POST', headers, body: new URLSearchParams(fields) })
    return ((await answer.json()) as { access_token: string }).access_token
  }
  const base = `${url}/api/bobf/release1.0.0`
  const ofTpp = await token({ grant_type: 'client_credentials', scope: 'accounts payments' })
  const permissions = [
    'ReadAccountsDetail',
    'ReadBalances',
    'ReadTransactionsDetail',
    'ReadTransactionsCredits',
    'ReadTransactionsDebits',
    'ReadBeneficiariesDetail',
    'ReadStandingOrdersDetail',
  ]
  const made = await send(
    'POST',
    `${base}/account-access-consents`,
    { Data: { Permissions: permissions }, Risk: {} },
    ofTpp,
  )
  const { ConsentId } = (made as { Data: { ConsentId: string } }).Data
  const verifier = 'v'.repeat(43)
  const parameters = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    scope: 'openid accounts offline_access',
    redirect_uri: redirectUri,
    consent_id: ConsentId,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  const authorizationUrl = `${url}/oauth2/authorize?${parameters}`
  const decided = await send('POST', `${url}/_sandbox/authorisations`, { authorizationUrl, psu, decision: 'approve' })
  const code = new URL((decided as { redirectTo: string }).redirectTo).searchParams.get('code') ?? ''
  const grant = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier }
  const ofConsent = await token(grant)
  const accounts = (await (
    await fetch(`${base}/accounts`, { headers: { authorization: `Bearer ${ofConsent}` } })
  ).json()) as {
    Data: { Account: { AccountId: string }[] }
  }
  const userToken = await token({ grant_type: userTokenGrant, user: psu })
  const ids = [ConsentId, ...accounts.Data.Account.map(({ AccountId }) => AccountId)]
  return { tokens: [ofTpp, ofConsent], userToken, ids }
}

async function send(method: string, address: string, body: unknown, token = ''): Promise<unknown> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const answer = await fetch(address, { method, headers, body: JSON.stringify(body) })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${address}: ${answer.status} ${text}`)
  return JSON.parse(text)
}
