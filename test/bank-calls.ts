/**
 * What a TPP asks of a bank, over HTTP, for tests.
 *
 * @module
 */
import { createHash, randomBytes } from 'node:crypto'
import { oauthRoutes } from '#sandbox/identity/paths.js'
import type { Sandbox } from '#sandbox/index.js'

const json = { 'content-type': 'application/json' }

const consentUrl = (bank: Sandbox, consentId: string) => `${bank.bases['1.0.0']}/account-access-consents/${consentId}`

/** An answer of the token endpoint, as the first TPP. */
export function askForToken({ url, tpps: [tpp] }: Sandbox, form: Readonly<Record<string, string>>): Promise<Response> {
  const credentials = Buffer.from(`${tpp?.clientId}:${tpp?.clientSecret}`).toString('base64')
  const headers = { authorization: `Basic ${credentials}` }
  return fetch(url + oauthRoutes.token, { method: 'POST', headers, body: new URLSearchParams(form) })
}

/** A token of the first TPP, for consents. */
export async function tppToken(bank: Sandbox): Promise<string> {
  const answer = await askForToken(bank, { grant_type: 'client_credentials', scope: 'accounts' })
  return ((await answer.json()) as { access_token: string }).access_token
}

/** The status of a consent as its TPP sees it. */
export async function consentStatus(bank: Sandbox, consentId: string): Promise<string> {
  const headers = { authorization: `Bearer ${await tppToken(bank)}` }
  const answer = await fetch(consentUrl(bank, consentId), { headers })
  return ((await answer.json()) as { Data: { Status: string } }).Data.Status
}

/** Withdraws a consent: PATCH to Revoked. */
export function withdraw(bank: Sandbox, consentId: string, token: string): Promise<Response> {
  const headers = { ...json, authorization: `Bearer ${token}` }
  const body = JSON.stringify({ Data: { Status: 'Revoked' } })
  return fetch(consentUrl(bank, consentId), { method: 'PATCH', headers, body })
}

/** The HTTP status of reading the accounts with a token. */
export async function accountsStatus(bank: Sandbox, token: string): Promise<number> {
  const answer = await fetch(`${bank.bases['1.0.0']}/accounts`, { headers: { authorization: `Bearer ${token}` } })
  await answer.arrayBuffer()
  return answer.status
}

/** Where an authorisation of a consent begins, and what the code that comes of it is exchanged with. */
export function authorisationOf(bank: Sandbox, consentId: string) {
  const verifier = randomBytes(32).toString('base64url')
  const redirectUri = 'http://127.0.0.1/callback'
  const parameters = new URLSearchParams({
    client_id: bank.tpps[0]?.clientId ?? '',
    response_type: 'code',
    scope: 'openid accounts',
    redirect_uri: redirectUri,
    state: 'state',
    consent_id: consentId,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  const exchange = (code: string) => ({
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
    redirect_uri: redirectUri,
  })
  return { url: `${bank.url}${oauthRoutes.authorization}?${parameters}`, exchange }
}

/** A code of a new consent that was approved, as the form it is exchanged with. */
export async function codeOf(bank: Sandbox): Promise<Readonly<Record<string, string>>> {
  const { url, exchange } = authorisationOf(bank, await bank.createConsent())
  const answer = await fetch(`${bank.control.url}/authorisations`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ authorizationUrl: url, psu: bank.psus[0]?.username, decision: 'approve' }),
  })
  const { redirectTo } = (await answer.json()) as { redirectTo: string }
  return exchange(new URL(redirectTo).searchParams.get('code') ?? '')
}
