/**
 * Requests to the authorisation server, as TPPs and browsers send them.
 *
 * @module
 */
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { type TestBank, testUrl } from './test-bank.js'

/** What browsers say they accept. */
export const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

export type Change = Readonly<Record<string, string | undefined>>

/** The address a response sends to. */
export const locationOf = (response: LightMyRequestResponse) => new URL(String(response.headers.location))

export function oauthRequests(bank: TestBank) {
  /** The credentials of a TPP. */
  function basicOf(clientId: string): string {
    const tpp = bank.tpps.find((each) => each.clientId === clientId)
    return `Basic ${Buffer.from(`${clientId}:${tpp?.clientSecret}`).toString('base64')}`
  }

  /** A form, sent by a TPP that says who it is. */
  function form(url: string, fields: Record<string, string>, clientId = 'tpp-demo'): InjectOptions {
    return {
      method: 'POST',
      url,
      headers: { authorization: basicOf(clientId), 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(fields).toString(),
    }
  }

  /** A right authorisation request, with some parameters changed and some, that are `undefined`, left out. */
  async function parameters(change: Change = {}): Promise<URLSearchParams> {
    const { consentId } = await bank.consent({
      status: 'AwaitingAuthorisation',
      tppId: change.client_id ?? 'tpp-demo',
    })
    const all = {
      client_id: 'tpp-demo',
      response_type: 'code',
      scope: 'openid accounts',
      redirect_uri: 'https://tpp.example/callback',
      consent_id: consentId,
      state: 'a state',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
      code_challenge_method: 'S256',
      ...change,
    }
    const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined)
    return new URLSearchParams(given)
  }

  /** Sends an authorisation request. */
  async function authorise(change: Change = {}): Promise<LightMyRequestResponse> {
    return bank.send({ url: `/oauth2/authorize?${await parameters(change)}`, headers: browser })
  }

  /** Opens the page that an authorisation leads to. */
  function follow(response: LightMyRequestResponse): Promise<LightMyRequestResponse> {
    const { pathname, search } = locationOf(response)
    const cookie = response.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    return bank.send({ url: pathname + search, headers: { ...browser, cookie } })
  }

  /** Has the first PSU approve an authorisation request, and answers where they are sent back to. */
  async function approve(query: URLSearchParams): Promise<URL> {
    const response = await bank.send({
      method: 'POST',
      url: '/_sandbox/authorisations',
      headers: { 'content-type': 'application/json', host: '127.0.0.1' },
      payload: {
        authorizationUrl: `${testUrl}/oauth2/authorize?${query}`,
        psu: bank.tenant.bank.psus[0]?.username,
        decision: 'approve',
      },
    })
    return new URL((response.json() as { redirectTo: string }).redirectTo)
  }

  return { basicOf, form, parameters, authorise, follow, approve }
}
