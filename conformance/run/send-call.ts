/**
 * Steps that call the bank's API.
 *
 * @module
 */
import { operation, type Scope } from '#standard/index.js'
import { type Call, maxPages, type TokenName } from '../cases/case.js'
import { valueAt } from '../judge/paths.js'
import { type ApiCall, callApi, followLink } from '../tpp/api-call.js'
import { revokedToken } from '../tpp/authorisation-server.js'
import { consentIdOf } from '../tpp/consents.js'
import { CouldNotRun, parseJson } from '../tpp/could-not-run.js'
import { publicToken } from '../tpp/public-token.js'
import type { TppName } from '../tpp/session.js'
import type { Purpose } from '../transcript/entry.js'
import type { Outcome } from '../transcript/wire.js'
import { type CaseRun, fillIn, fillInText } from './case-run.js'

/** Makes the call, as often as the step says. The answer to the last one counts. */
export async function sendCall(run: CaseRun, step: Call, purpose: Purpose): Promise<unknown> {
  const call = await toApiCall(run, step)
  const { times, until } = step.repeat ?? { times: 1 }
  let outcome = await callApi(run.session, call, purpose)
  for (let sent = 1; sent < times && !hasStatus(outcome, until); sent++) {
    outcome = await callApi(run.session, call, purpose)
  }
  if (step.pages === 'all') outcome = await followPages(run, call, outcome, purpose)
  if (!('response' in outcome)) return undefined
  const body = parseJson(outcome.response.body)
  noteConsent(run, step, call, outcome.response.status, body)
  return body
}

/** Follows Links.Next to the end. A link that comes twice, or leads out of the API, is where the walk ends. */
async function followPages(run: CaseRun, call: ApiCall, first: Outcome, purpose: Purpose): Promise<Outcome> {
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

const hasStatus = (outcome: Outcome, status: number | undefined) =>
  'response' in outcome && outcome.response.status === status

async function toApiCall(run: CaseRun, step: Call): Promise<ApiCall> {
  const { method, path, query, headers, rawBody } = step
  const authorization = step.authorization ?? (await bearer(run, step))
  const body = rawBody ?? (step.body === undefined ? undefined : JSON.stringify(fillIn(run, step.body)))
  const filled = (values: Call['params'] = {}) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, fillInText(run, value)]))
  return {
    operation: step.call,
    version: step.base ?? run.version,
    params: filled(step.params),
    ...(authorization !== undefined && { authorization }),
    ...(body !== undefined && { body }),
    ...(method !== undefined && { method }),
    ...(path !== undefined && { path }),
    ...(query && { query: filled(query) }),
    ...(headers && { headers }),
  }
}

async function bearer(run: CaseRun, step: Call): Promise<string | undefined> {
  const token = await accessToken(run, step)
  return token === undefined ? undefined : `Bearer ${token}`
}

function accessToken(run: CaseRun, step: Call): Promise<string> | string | undefined {
  const { session, given, latestToken } = run
  const row = operation(step.call)
  const name: TokenName = step.token ?? row.token
  switch (name) {
    case 'none':
      return undefined
    case 'public':
      return publicToken(session, 'main', scopeOf(row.scopes))
    case 'public-payments':
      return publicToken(session, 'main', 'payments')
    case 'public-other':
    case 'public-limited':
      return publicToken(session, tppOf(name), scopeOf(row.scopes))
    case 'revoked':
      return revokedToken(session)
    case 'latest':
      if (latestToken === undefined) throw new CouldNotRun('the token endpoint gave no access_token', 'bank')
      return latestToken
    case 'consent': {
      const token = given.tokens?.accessToken ?? latestToken
      if (token === undefined) throw new CouldNotRun(`starting point ${run.test.given} has no consent token`, 'suite')
      return token
    }
  }
}

const scopeOf = (scopes: readonly Scope[]): Scope => (scopes.includes('accounts') ? 'accounts' : 'payments')

function tppOf(name: TokenName | undefined): TppName {
  if (name === 'public-other') return 'other'
  return name === 'public-limited' ? 'limited' : 'main'
}

/** Remembers what the run has to clean up. */
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
