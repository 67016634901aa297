/**
 * Requests about consents, as a TPP and a PSU make them in turn.
 *
 * @module
 */
import type { InjectOptions } from 'fastify'
import { accountAccessConsentRequest } from '#fixtures/requests/account-access-consent.js'
import { toDateTime } from '#sandbox/clock/tenant-clock.js'
import { oauthRequests } from '#sandbox/testing/oauth-requests.js'
import { pathOf, type TestBank, testNow, testUrl } from '#sandbox/testing/test-bank.js'
import type { Version } from '#standard/index.js'
import { json } from './send.js'

/** A request about consents, by a TPP as itself. */
export async function asTpp(
  bank: TestBank,
  version: Version,
  path: string,
  request: InjectOptions = {},
  clientId = 'tpp-demo',
) {
  const authorization = `Bearer ${await bank.token({ clientId })}`
  return bank.send({
    ...request,
    url: pathOf(version, `/account-access-consents${path}`),
    headers: { authorization, ...json },
  })
}

/** Creates a consent and returns its id. */
export async function create(bank: TestBank, version: Version, expiresAt: number): Promise<string> {
  const payload = accountAccessConsentRequest(version, testNow, { ExpirationDateTime: toDateTime(expiresAt) })
  const { Data } = (await asTpp(bank, version, '', { method: 'POST', payload })).json()
  return Data.ConsentId
}

export async function dataOf(bank: TestBank, version: Version, consentId: string): Promise<Record<string, unknown>> {
  return (await asTpp(bank, version, `/${consentId}`)).json().Data
}

/** Has layla decide, and returns the address she is sent to. */
export async function decide(
  bank: TestBank,
  consentId: string | undefined,
  decision: 'approve' | 'reject',
  clientId = 'tpp-demo',
): Promise<URL> {
  const parameters = await oauthRequests(bank).parameters({
    client_id: clientId,
    ...(consentId !== undefined && { consent_id: consentId }),
  })
  const payload = { authorizationUrl: `${testUrl}/oauth2/authorize?${parameters}`, psu: 'layla', decision }
  const response = await bank.send({ method: 'POST', url: '/_sandbox/authorisations', headers: json, payload })
  return new URL(response.json().redirectTo)
}

export const askForToken = (bank: TestBank, form: Record<string, string>, clientId = 'tpp-demo') =>
  bank.send(oauthRequests(bank).form('/oauth2/token', form, clientId))

/** The tokens that an approval gives. */
export async function tokensOf(
  bank: TestBank,
  approved: URL,
  clientId = 'tpp-demo',
): Promise<{ access_token: string; refresh_token: string }> {
  const form = {
    grant_type: 'authorization_code',
    code: approved.searchParams.get('code') ?? '',
    redirect_uri: 'https://tpp.example/callback',
    code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
  }
  return (await askForToken(bank, form, clientId)).json()
}
