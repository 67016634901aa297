/**
 * Runs a step by its kind.
 *
 * @module
 */
import type { Authorise, Fetch, Show, Step, TokenRequest } from '../cases/case.js'
import { resolveGiven } from '../given/resolve-given.js'
import type { HttpOutcome } from '../http/http-client.js'
import { authorise, codeForm, noCode } from '../tpp/authorisation.js'
import {
  discover,
  discoveryUrl,
  fetchDocument,
  requestToken,
  showToken,
  tokensIn,
} from '../tpp/authorisation-server.js'
import { CouldNotRun, parseJson } from '../tpp/could-not-run.js'
import type { Purpose } from '../transcript/entry.js'
import { type CaseRun, fillInText } from './case-run.js'
import { sendAdvance } from './send-advance.js'
import { consentToken, sendCall } from './send-call.js'
import { sendNotified } from './send-notified.js'

/**
 * Runs one step and keeps what later steps can use.
 *
 * @returns the JSON body of the answer, where there is one
 */
export function sendStep(run: CaseRun, step: Step, purpose: Purpose): Promise<unknown> {
  if ('call' in step) return sendCall(run, step, purpose)
  if ('authorise' in step) return sendAuthorise(run, step, purpose)
  if ('fetch' in step) return sendFetch(run, step, purpose)
  if ('show' in step) return sendShow(run, step, purpose)
  if ('advance' in step) return sendAdvance(run, step, purpose)
  if ('notified' in step) return sendNotified(run, step, purpose)
  return sendTokenRequest(run, step, purpose)
}

async function sendAuthorise(run: CaseRun, step: Authorise, purpose: Purpose): Promise<undefined> {
  const { session } = run
  const { authorise: decision, psu = 'main', accounts = 'all', tpp = 'main', scope, state, binding, parameters } = step
  const firstAccountId =
    accounts === 'first' && session.journeys.name === 'headless' ? await firstAccountOf(run, psu) : undefined
  run.authorisation = await authorise(
    session,
    {
      consentId: fillInText(run, step.consentId),
      tpp,
      psu,
      decision,
      accounts,
      ...(firstAccountId !== undefined && { firstAccountId }),
      ...(scope && { scope }),
      ...(state !== undefined && { state }),
      ...(binding && { binding }),
      ...(parameters && { parameters }),
    },
    purpose,
  )
  return undefined
}

/** The account a PSU would see first, from the shared consent that shows them all. */
async function firstAccountOf(
  { session, version }: CaseRun,
  psu: NonNullable<Authorise['psu']>,
): Promise<string | undefined> {
  const { accountIds } = await resolveGiven(session, psu === 'several' ? 'detailConsent' : 'authorisedConsent', version)
  return accountIds?.[0]
}

async function sendTokenRequest(run: CaseRun, step: TokenRequest, purpose: Purpose): Promise<unknown> {
  const changes = Object.entries(step.form ?? {}).map(([name, value]) => [
    name,
    value === null ? null : fillInText(run, value),
  ])
  const form = { ...usualForm(run, step), ...(Object.fromEntries(changes) as Record<string, string | null>) }
  const { tpp = 'main', wrongSecret = false } = step
  const body = bodyOf(await requestToken(run.session, { tpp, form, wrongSecret }, purpose))
  const tokens = tokensIn(run.session, body)
  if (tokens) run.latest = tokens
  else delete run.latest
  if (tokens?.refreshToken !== undefined) run.refreshToken = tokens.refreshToken
  return body
}

function usualForm(run: CaseRun, step: TokenRequest): Record<string, string> {
  if (step.token === 'client_credentials') return { grant_type: 'client_credentials', scope: 'accounts' }
  if (step.token === 'refresh_token') {
    const refreshToken = run.refreshToken ?? (step.form && 'refresh_token' in step.form ? '' : undefined)
    if (refreshToken === undefined) throw new CouldNotRun('the bank issued no refresh token', 'bank')
    return { grant_type: 'refresh_token', refresh_token: refreshToken }
  }
  const { authorisation } = run
  if (authorisation?.code === undefined && !(step.form && 'code' in step.form)) {
    throw authorisation
      ? noCode(authorisation.outcome)
      : new CouldNotRun('no journey before the exchange of a code', 'suite')
  }
  return authorisation ? codeForm(authorisation) : { grant_type: 'authorization_code' }
}

async function sendFetch(run: CaseRun, step: Fetch, purpose: Purpose): Promise<unknown> {
  const { session } = run
  const url =
    step.fetch === 'jwks' ? (await discover(session)).jwksUri : discoveryUrl(session.profile.authorisation.issuer)
  if (url === undefined) throw new CouldNotRun('the profile has no authorisation.addresses.jwks', 'config')
  return bodyOf(await fetchDocument(session, url, purpose))
}

async function sendShow(run: CaseRun, { show }: Show, purpose: Purpose): Promise<unknown> {
  const token = run.latest?.accessToken ?? (await consentToken(run))
  return bodyOf(await showToken(run.session, show, token, purpose))
}

const bodyOf = (outcome: HttpOutcome): unknown => ('response' in outcome ? parseJson(outcome.response.body) : undefined)
