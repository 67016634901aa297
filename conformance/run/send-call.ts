/**
 * Steps that call the bank's API.
 *
 * @module
 */
import { setTimeout } from 'node:timers/promises'
import { headers as headerNames, operation, type Scope } from '#standard/index.js'
import { type Call, maxPages, type TokenName, type Value } from '../cases/case.js'
import { valueAt } from '../cases/paths.js'
import { startingPoints } from '../cases/starting-points.js'
import type { HttpOutcome } from '../http/http-client.js'
import { type ApiCall, callApi, followLink } from '../tpp/api-call.js'
import { revokedToken, type Tokens } from '../tpp/authorisation-server.js'
import { usableTokens } from '../tpp/consent-token.js'
import { consentIdOf, readAccountsFirst } from '../tpp/consents.js'
import { CouldNotRun, parseJson } from '../tpp/could-not-run.js'
import { paymentHeaders } from '../tpp/payment-headers.js'
import { publicToken } from '../tpp/public-token.js'
import type { TppName } from '../tpp/session.js'
import type { Purpose } from '../transcript/entry.js'
import { isAbout, tokensIn } from '../transcript/event-tokens.js'
import { type CaseRun, fileOf, fillIn, fillInText } from './case-run.js'

/** Makes the call, as often as the step asks for. The answer to the last one counts. */
export async function sendCall(run: CaseRun, step: Call, purpose: Purpose): Promise<unknown> {
  const call = { ...(await toApiCall(run, step)), anew: () => toApiCall(run, step) }
  const { times, until } = step.repeat ?? { times: 1 }
  let outcome = await callAtOnce(run, step, call, purpose)
  for (let sent = 1; sent < times && !hasStatus(outcome, until); sent++) {
    outcome = await callApi(run.session, call, purpose)
  }
  if (step.poll) outcome = await pollUntil(run, step.poll, call, outcome, purpose)
  if (step.awaitEvent !== undefined) {
    outcome = await pollForEvent(run, fillInText(run, step.awaitEvent), call, outcome, purpose)
  }
  if (step.awaitNoEvent !== undefined) {
    outcome = await pollForNoEvent(run, fillInText(run, step.awaitNoEvent), call, outcome, purpose)
  }
  if (step.pages === 'all') outcome = await followPages(run, call, outcome, purpose)
  if (!('response' in outcome)) return undefined
  const body = parseJson(outcome.response.body)
  noteConsent(run, step, call, outcome.response.status, body)
  return body
}

/** Makes the call several times at once, where the step asks for that; the answer that comes last counts. */
async function callAtOnce(run: CaseRun, step: Call, first: ApiCall, purpose: Purpose): Promise<HttpOutcome> {
  const outcomes: HttpOutcome[] = []
  const calls = [first]
  while (calls.length < (step.atOnce ?? 1)) calls.push(await toApiCall(run, step))
  const sent = calls.map(async (call) => outcomes.push(await callApi(run.session, call, purpose)))
  await Promise.all(sent)
  return outcomes.at(-1) as HttpOutcome
}

/** How long is asked at most, where the profile has no payments, in milliseconds. */
const defaultPollMillis = 10_000

/** How long to wait before asking for a status again, in milliseconds: longer each time. */
const pauses = [20, 50, 100, 200, 500, 1000]

/** Repeats the call until the value is one of those waited for, as long as the profile says. */
function pollUntil(
  run: CaseRun,
  { path, until, atMostMillis }: NonNullable<Call['poll']>,
  call: ApiCall,
  first: HttpOutcome,
  purpose: Purpose,
): Promise<HttpOutcome> {
  return repeatUntil(run, (body) => until.includes(valueAt(body, path) as Value), call, first, purpose, atMostMillis)
}

/** Repeats a poll until it answers an event about a resource. */
function pollForEvent(run: CaseRun, id: string, call: ApiCall, first: HttpOutcome, purpose: Purpose) {
  return repeatUntil(run, (body) => tokensIn(body).some((token) => isAbout(token, id)), call, first, purpose)
}

/** Repeats a poll until it answers no event about a resource: a bank may need a moment to note that one was taken in. */
function pollForNoEvent(run: CaseRun, id: string, call: ApiCall, first: HttpOutcome, purpose: Purpose) {
  return repeatUntil(run, (body) => !tokensIn(body).some((token) => isAbout(token, id)), call, first, purpose)
}

async function repeatUntil(
  run: CaseRun,
  isIt: (body: unknown) => boolean,
  call: ApiCall,
  first: HttpOutcome,
  purpose: Purpose,
  atMostMillis = Number.POSITIVE_INFINITY,
): Promise<HttpOutcome> {
  const { session } = run
  const end = session.now() + Math.min(session.profile.payments?.pollMillis ?? defaultPollMillis, atMostMillis)
  const isReached = (outcome: HttpOutcome) => !('response' in outcome) || isIt(parseJson(outcome.response.body))
  let outcome = first
  for (let asked = 0; !isReached(outcome) && session.now() < end; asked++) {
    await setTimeout(pauses[Math.min(asked, pauses.length - 1)], undefined, { signal: session.signal }).catch(() => {})
    outcome = await callApi(session, call, purpose)
  }
  return outcome
}

/** Follows Links.Next to the end. Stops at a link that comes twice or leads out of the API. */
async function followPages(run: CaseRun, call: ApiCall, first: HttpOutcome, purpose: Purpose): Promise<HttpOutcome> {
  const seen = new Set<string>()
  let outcome = first
  for (let pages = 1; pages < maxPages; pages++) {
    const next = 'response' in outcome ? valueAt(parseJson(outcome.response.body), 'Links.Next') : undefined
    if (typeof next !== 'string' || seen.has(next)) return outcome
    seen.add(next)
    const followed = await followLink(run.session, next, call, purpose)
    if (!followed) return outcome
    outcome = followed
  }
  return outcome
}

const hasStatus = (outcome: HttpOutcome, status: number | undefined) =>
  'response' in outcome && outcome.response.status === status

async function toApiCall(run: CaseRun, step: Call): Promise<ApiCall> {
  const { method, path, query, rawBody } = step
  const authorization = step.authorization ?? (await bearer(run, step))
  const file = step.file && fileOf(run, step.file)
  const text = step.textBody === undefined ? undefined : fillInText(run, step.textBody)
  const body = rawBody ?? text ?? file ?? (step.body === undefined ? undefined : JSON.stringify(fillIn(run, step.body)))
  const headers = { ...(await paymentHeadersOf(run, step, body)), ...step.headers }
  const filled = (values: Call['params'] = {}) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, fillInText(run, value)]))
  return {
    operation: step.call,
    version: step.base ?? run.version,
    ...((step.repeat || step.token === 'public-limited') && { hurried: true }),
    params: filled(step.params),
    ...(step.certificate && { certificate: step.certificate }),
    ...(authorization !== undefined && { authorization }),
    ...(body !== undefined && { body }),
    ...(method !== undefined && { method }),
    ...(path !== undefined && { path }),
    ...(query && { query: filled(query) }),
    headers,
  }
}

function paymentHeadersOf(run: CaseRun, step: Call, body: string | undefined) {
  const { tpp = tppOf(step.token), user, userHeader, signature, deviates = [] } = step
  const isDemanded = run.session.profile.payments?.idempotencyKey === 'demanded'
  const isKeyless = step.idempotencyKey === null && isDemanded && !deviates.includes(headerNames.idempotencyKey)
  const idempotencyKey = isKeyless ? undefined : step.idempotencyKey
  return paymentHeaders(run.session, {
    operation: step.call,
    tpp,
    ...(body !== undefined && { body }),
    ...(user && { user }),
    ...(userHeader && { userHeader }),
    ...(idempotencyKey !== undefined && {
      idempotencyKey: idempotencyKey === null ? null : fillInText(run, idempotencyKey),
    }),
    ...(signature && { signature }),
  })
}

async function bearer(run: CaseRun, step: Call): Promise<string | undefined> {
  const token = await accessToken(run, step)
  return token === undefined ? undefined : `Bearer ${token}`
}

function accessToken(run: CaseRun, step: Call): Promise<string> | string | undefined {
  const { session, given, latest } = run
  const row = operation(step.call)
  const name: TokenName = step.token ?? row.token
  switch (name) {
    case 'none':
      return undefined
    case 'public':
      return publicToken(session, 'main', scopeOf(row.scopes))
    case 'public-payments':
      return publicToken(session, 'main', 'payments')
    case 'public-accounts':
      return publicToken(session, 'main', 'accounts')
    case 'public-other':
    case 'public-limited':
      return publicToken(session, tppOf(name), scopeOf(row.scopes))
    case 'revoked':
      return revokedToken(session)
    case 'latest':
      if (latest === undefined) throw new CouldNotRun('the token endpoint gave no access_token', 'bank')
      return latest.accessToken
    case 'latest-renewed':
      if (latest === undefined) throw new CouldNotRun('the token endpoint gave no access_token', 'bank')
      return latestToken(run, latest, row.scopes.includes('accounts'))
    case 'consent':
      if (!given.tokens && latest !== undefined) return latestToken(run, latest, row.scopes.includes('accounts'))
      return consentToken(run)
  }
}

/** The token of the starting point, renewed where it is about to end. That of a consent that was withdrawn stays as it is. */
export async function consentToken(run: CaseRun): Promise<string> {
  const { test, given } = run
  const tokens = run.renewed ?? given.tokens
  if (!tokens) throw new CouldNotRun(`starting point ${test.given} has no consent token`, 'suite')
  if (isWithdrawn(run)) return tokens.accessToken
  run.renewed = await renewed(run, tokens, given.accountIds !== undefined)
  return run.renewed.accessToken
}

/** The latest token, renewed where it is about to end and can be. */
async function latestToken(run: CaseRun, latest: Tokens, isOfAccounts: boolean): Promise<string> {
  if (latest.refreshToken !== undefined) run.latest = await renewed(run, latest, isOfAccounts)
  return (run.latest ?? latest).accessToken
}

/** @param isOfAccounts of a consent to accounts: the account list is read first with any token */
async function renewed(run: CaseRun, tokens: Tokens, isOfAccounts: boolean): Promise<Tokens> {
  const { session, version, test } = run
  const tpp = session.tokenOwners.get(tokens.accessToken) ?? startingPoints[test.given].tpp
  const usable = await usableTokens(
    session,
    tpp,
    tokens,
    isOfAccounts ? readAccountsFirst(session, version) : undefined,
  )
  if (usable.refreshToken !== undefined && run.refreshToken === tokens.refreshToken) {
    run.refreshToken = usable.refreshToken
  }
  return usable
}

/** True where the consent of the starting point was withdrawn, by it or by the case. */
function isWithdrawn({ session: { consents, openConsents }, given: { values } }: CaseRun): boolean {
  const { consentId } = values as { readonly consentId?: string }
  return consentId !== undefined && consents.has(consentId) && !openConsents.has(consentId)
}

const scopeOf = (scopes: readonly Scope[]): Scope => (scopes.includes('accounts') ? 'accounts' : 'payments')

function tppOf(name: TokenName | undefined): TppName {
  if (name === 'public-other') return 'other'
  return name === 'public-limited' ? 'limited' : 'main'
}

/** Records which consents the run has to withdraw at its end. */
function noteConsent(run: CaseRun, step: Call, call: ApiCall, status: number, body: unknown): void {
  const { consents, openConsents } = run.session
  const consentId = step.call === 'createAccountAccessConsent' && status === 201 ? consentIdOf(body) : undefined
  if (consentId !== undefined) consents.set(consentId, { consentId, version: call.version, tpp: tppOf(step.token) })
  const named = call.params?.ConsentId
  if (named === undefined) return
  const deleted = step.call === 'deleteAccountAccessConsent' && status === 204
  const revoked = (body as { Data?: { Status?: unknown } | null } | null | undefined)?.Data?.Status === 'Revoked'
  if (deleted || (status === 200 && revoked)) openConsents.delete(named)
}
