/**
 * The redirect of a PSU to the bank and back, and the exchange of the code: authorization code with PKCE (RFC 7636),
 * or hybrid with a signed request object, the consent bound by the `claims` parameter or by `consent_id`.
 *
 * @module
 */
import { createHash, randomBytes } from 'node:crypto'
import type { Scope } from '#standard/index.js'
import type { Decision, JourneyOutcome, JourneyRequest } from '../journeys/driver.js'
import type { Purpose } from '../transcript/entry.js'
import { entryOf, noteEntry } from '../transcript/provenance.js'
import { responseTypes, sendRequest } from './authorisation-request.js'
import { readTokens, requestToken, type Tokens } from './authorisation-server.js'
import { type Blame, CouldNotRun, RunEnded } from './could-not-run.js'
import { type AskedFor, checkIdToken } from './id-token.js'
import { type PsuName, type Session, type TppName, tppCredentials } from './session.js'

export interface AuthorisationOptions {
  readonly consentId: string
  /** The TPP that sends the PSU to the bank: the one that made the consent, unless a case says otherwise. */
  readonly tpp: TppName
  readonly psu: PsuName
  readonly decision: Decision
  readonly accounts: 'all' | 'first'
  /** What the consent is about. Default `accounts`. */
  readonly scope?: Scope
  readonly firstAccountId?: string
  /** Default: a fresh random one. */
  readonly state?: string
  /** Default: as the profile says. */
  readonly binding?: 'claims' | 'consent_id'
  /** Parameters of the authorisation request to add, change or (`null`) leave out. */
  readonly parameters?: Readonly<Record<string, string | null>>
}

/** The outcome of a journey, with what the exchange of the code needs. */
export interface Authorisation {
  readonly tpp: TppName
  readonly outcome: JourneyOutcome
  readonly redirectUri: string
  readonly codeVerifier: string
  /** Of the redirect, where it has one. */
  readonly code?: string
}

/**
 * Sends the PSU to the bank's page and records the journey.
 *
 * @throws {CouldNotRun} when the profile lacks the PSU or the TPP, or discovery fails
 */
export async function authorise(
  session: Session,
  options: AuthorisationOptions,
  purpose: Purpose,
): Promise<Authorisation> {
  const { redirectUri: configured } = tppCredentials(session, options.tpp)
  const psu = session.profile.psus[options.psu]
  if (!psu) throw new CouldNotRun(`the profile has no psus.${options.psu}`, 'config')
  if (session.signal.aborted) throw new RunEnded()
  const address = await session.journeys.openRedirect(configured)
  try {
    const { redirectUri } = address
    const codeVerifier = randomBytes(32).toString('base64url')
    session.redactor.learn(codeVerifier)
    const parameters = requestParameters(session, options, redirectUri, codeVerifier)
    const asked = await sendRequest(session, options.tpp, parameters, purpose)
    const request: JourneyRequest = {
      authorizationUrl: asked.authorizationUrl,
      psu,
      decision: options.decision,
      accounts: options.accounts,
      ...(options.firstAccountId !== undefined && { firstAccountId: options.firstAccountId }),
      redirectUri,
      state: parameters.get('state'),
    }
    const startedAt = session.now()
    const outcome =
      'refused' in asked
        ? { failure: asked.refused }
        : await session.journeys.authorise(request, address, session.signal)
    if (session.signal.aborted && 'failure' in outcome) throw new RunEnded()
    const idToken = parameterOf(outcome, 'id_token')
    if (idToken !== undefined) session.redactor.learn(idToken)
    const code = parameterOf(outcome, 'code')
    const found =
      idToken === undefined
        ? undefined
        : await checkIdToken(session, idToken, tppCredentials(session, options.tpp).clientId, {
            ...askedFor(options, parameters),
            ...(code !== undefined && { code }),
          })
    const { seq } = session.transcript.append({
      kind: 'journey',
      at: new Date(startedAt).toISOString(),
      millis: session.now() - startedAt,
      ...purpose,
      driver: session.journeys.name,
      psu: options.psu,
      decision: options.decision,
      authorizationUrl: request.authorizationUrl,
      state: request.state,
      ...(parameters.has('response_type') && { responseType: String(parameters.get('response_type')) }),
      ...outcome,
      ...(found && { idToken: found }),
    })
    noteEntry(outcome, seq)
    if (code !== undefined) {
      session.redactor.learn(code)
      session.askedFor.set(code, askedFor(options, parameters))
    }
    if (code !== undefined || mayHaveApproved(options.decision, outcome)) session.openConsents.add(options.consentId)
    return { tpp: options.tpp, outcome, redirectUri, codeVerifier, ...(code !== undefined && { code }) }
  } finally {
    await address.close()
  }
}

/** What the ID token has to repeat. */
function askedFor({ consentId }: AuthorisationOptions, parameters: URLSearchParams): AskedFor {
  return { nonce: parameters.get('nonce'), ...(parameters.has('claims') && { consentId }) }
}

function requestParameters(
  session: Session,
  { consentId, tpp, state, binding: named, parameters, scope = 'accounts' }: AuthorisationOptions,
  redirectUri: string,
  codeVerifier: string,
): URLSearchParams {
  const intent = { openbanking_intent_id: { value: consentId, essential: true } }
  const binding =
    (named ?? session.profile.authorisation.consentBinding) === 'claims'
      ? { claims: JSON.stringify({ userinfo: intent, id_token: intent }) }
      : { consent_id: consentId }
  const all: Record<string, string | null> = {
    response_type: responseTypes[session.profile.authorisation.flow ?? 'code'],
    client_id: tppCredentials(session, tpp).clientId,
    redirect_uri: redirectUri,
    scope: `openid ${scope}`,
    state: state ?? randomBytes(16).toString('base64url'),
    nonce: randomBytes(16).toString('base64url'),
    code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...binding,
    ...parameters,
  }
  return new URLSearchParams(
    Object.entries(all).flatMap(([name, value]) => (value === null ? [] : [[name, value] as [string, string]])),
  )
}

/** The PSU may have approved before the journey failed. */
function mayHaveApproved(decision: Decision, outcome: JourneyOutcome): boolean {
  return (
    decision === 'approve' &&
    'failure' in outcome &&
    ['timeout', 'page', 'unreachable', 'elsewhere'].includes(outcome.failure.kind)
  )
}

function parameterOf(outcome: JourneyOutcome, wanted: string): string | undefined {
  if (!('redirect' in outcome)) return undefined
  return outcome.redirect.parameters.find(([name]) => name === wanted)?.[1] || undefined
}

/** The form that exchanges the code of an authorisation. */
export function codeForm({ code, redirectUri, codeVerifier }: Authorisation): Record<string, string> {
  return {
    grant_type: 'authorization_code',
    code: code ?? '',
    redirect_uri: redirectUri,
    code_verifier: codeVerifier,
  }
}

/**
 * Exchanges the code of an approved consent.
 *
 * @throws {CouldNotRun} when no code came back, or the bank gives no token for it
 */
export async function exchangeCode(session: Session, authorisation: Authorisation, purpose: Purpose): Promise<Tokens> {
  if (authorisation.code === undefined) throw noCode(authorisation.outcome)
  const request = { tpp: authorisation.tpp, form: codeForm(authorisation) }
  return readTokens(session, 'token endpoint', await requestToken(session, request, purpose))
}

const blames: Readonly<Record<string, Blame>> = {
  timeout: 'bank',
  page: 'config',
  'no-browser': 'config',
  unreachable: 'network',
  refused: 'bank',
  elsewhere: 'bank',
}

/** Why the journey gave no code. */
export function noCode(outcome: JourneyOutcome): CouldNotRun {
  const entry = entryOf(outcome)
  if ('failure' in outcome) {
    return new CouldNotRun(`the journey failed: ${outcome.failure.message}`, blames[outcome.failure.kind] ?? 'bank', {
      entry,
    })
  }
  const value = (name: string) => outcome.redirect.parameters.find((pair) => pair[0] === name)?.[1]
  const error = [value('error'), value('error_description')].filter(Boolean).join(': ')
  return new CouldNotRun(`the bank redirected back ${error ? `with ${error}` : 'without a code'}`, 'bank', { entry })
}
