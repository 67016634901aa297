/**
 * A PSU's browser at the pages of an authorisation.
 *
 * @module
 */
import type { LightMyRequestResponse } from 'fastify'
import type { Psu } from '#fixtures/types.js'
import { type Change, locationOf, oauthRequests } from './oauth-requests.js'
import { type Fields, psuVisit } from './psu-visit.js'
import type { TestBank } from './test-bank.js'

/** Opens the page of an authorisation that has just begun, for a PSU. */
export async function beginAuthorisation(bank: TestBank, psu: Psu, change: Change = {}, visit = psuVisit(bank)) {
  const sent = await oauthRequests(bank).parameters(change)
  const consentId = String(sent.get('consent_id'))
  const begun = await visit.get(`/oauth2/authorize?${sent}`)
  const url = locationOf(begun).pathname
  await visit.get(url)
  const accounts = `${url}/accounts`
  const code = `${url}/approve`
  const get = (path = url) => visit.get(path)
  /** Sends a form of the page and goes where the answer sends, as far as the page before the TPP. */
  const post = (fields: Fields, path = url) => visit.post(path, fields)
  const logIn = (who = psu) => post({ decision: 'login', username: who.username, password: who.password })
  const pick = (picked: readonly string[] = psu.accountIds) =>
    post({ decision: 'continue', accounts: picked }, accounts)
  const approve = (otp = psu.otp) => post({ decision: 'approve', otp }, code)
  const toCode = async () => {
    await logIn()
    await pick()
  }
  /** Follows the way back as far as the TPP. */
  const goBack = async (response: LightMyRequestResponse) => locationOf(await visit.get(locationOf(response).pathname))
  return { visit, url, accounts, code, consentId, get, post, logIn, pick, approve, toCode, goBack }
}

/** The way back to the TPP that a page shows. */
export const returnTo = ({ body }: LightMyRequestResponse) =>
  /<a class="(?:primary|secondary)" href="([^"]+)">Go back to the company/.exec(body)?.[1]?.replaceAll('&amp;', '&')
