/**
 * Has a person go through the pages of a bank, and makes an adapter of what was done: an approval, and then, where the person wishes, the
 * ways that refuse.
 *
 * @module
 */
import type { Page } from 'playwright'
import { type Version, versions } from '#standard/index.js'
import { HttpClient } from '../http/http-client.js'
import type { Decision, JourneyOutcome } from '../journeys/driver.js'
import { type Environment, NoBrowser } from '../journeys/launch-browser.js'
import type { Profile } from '../profile/profile.js'
import { withdrawOpenConsents } from '../run/withdraw-open-consents.js'
import { authorise } from '../tpp/authorisation.js'
import { createConsent } from '../tpp/consents.js'
import { RunEnded } from '../tpp/could-not-run.js'
import { openSession } from '../tpp/open-session.js'
import type { Session } from '../tpp/session.js'
import { adapterOf, CannotDescribe, type RecordedAdapter, type Walks } from './adapter-of.js'
import { closedMessage, openRecorder, type Recorder } from './recorder.js'
import { stepsOf } from './steps.js'

export interface RecordOptions {
  readonly profile: Profile
  readonly env: Environment
  readonly now: () => number
  readonly signal: AbortSignal
  readonly locale: string
  /** Whether the browser is shown. */
  readonly isShown: boolean
  /** How long one journey may take. */
  readonly millis: number
  /** Called before each journey: what to do. False leaves out a journey that need not be. */
  readonly begin: (decision: Decision) => Promise<boolean>
  /** Called when a page is there to act on. */
  readonly onPage?: (page: Page, decision: Decision) => void
}

/** Nothing was recorded; the message says why. */
export class NotRecorded extends Error {
  override readonly name = 'NotRecorded'
  /** Whether the journey was ended, or ended otherwise; or whether it cannot be gone through at all. */
  readonly kind: 'ended' | 'impossible'

  /** Who has to act: who went through the pages, or the bank that sent nobody back. */
  readonly party: 'config' | 'bank'

  constructor(message: string, kind: 'ended' | 'impossible', party: 'config' | 'bank' = 'config') {
    super(message)
    this.kind = kind
    this.party = party
  }
}

const purpose = { given: 'pages' }

/** How long the withdrawal of consents may take, in milliseconds. */
const cleaningMillis = 5_000

/**
 * @throws {NotRecorded} where there is no journey to its end, or a file cannot describe it
 * @throws {CouldNotRun} where there is no consent to decide on
 */
export async function recordPages(options: RecordOptions): Promise<RecordedAdapter> {
  const { profile, env, now, signal, locale, isShown, millis, onPage } = options
  const { limits, network } = profile
  const http = new HttpClient(limits, network)
  const journeys = openRecorder({ env, network, limits, locale, isShown, millis, onPage })
  const session = openSession({ profile, http, journeys, now, signal })
  try {
    await journeys.open()
    const walks = await walk(session, journeys, options)
    return adapterOf(walks, { name: profile.name, locale, psu: profile.psus.main })
  } catch (error) {
    if (error instanceof CannotDescribe) {
      const advice = 'a module can go through such pages (`journeys.adapter: pages.mjs`)'
      throw new NotRecorded(`a file cannot describe these pages: ${error.message}; ${advice}`, 'impossible')
    }
    if (error instanceof NoBrowser) throw new NotRecorded(error.message, 'impossible')
    if (error instanceof RunEnded) throw new NotRecorded('ended before the bank sent the person back', 'ended')
    throw error
  } finally {
    await journeys.close()
    await withdrawOpenConsents({ ...session, signal: AbortSignal.timeout(cleaningMillis) }).finally(() => http.close())
  }
}

async function walk(session: Session, recorder: Recorder, { begin }: RecordOptions): Promise<Walks> {
  const walks: { -readonly [K in keyof Walks]?: Walks[K] } = {}
  for (const decision of ['approve', 'reject', 'cancel'] as const) {
    const isWanted = await begin(decision)
    if (!isWanted && decision !== 'approve') continue
    const outcome = await decideOnce(session, decision)
    const problem = problemOf(outcome, decision)
    if (problem === undefined) {
      const { acts, beyond } = await recorder.recording()
      if (beyond.length > 0) throw new CannotDescribe(beyond.join(', '))
      walks[decision] = stepsOf(acts)
    } else if (decision === 'approve' || problem !== closedMessage) {
      const kind = 'failure' in outcome && isHopeless(outcome.failure.kind) ? 'impossible' : 'ended'
      throw new NotRecorded(problem, kind, isOfBank(outcome, decision) ? 'bank' : 'config')
    } else break
  }
  return walks as Walks
}

/** A consent, and what the person decided on it. */
async function decideOnce(session: Session, decision: Decision): Promise<JourneyOutcome> {
  const version = versions.findLast((each) => session.profile.versions[each] !== undefined) as Version
  const permissions = ['ReadAccountsBasic'] as const
  const { consentId } = await createConsent(session, { version, tpp: 'main', permissions }, purpose)
  const options = { consentId, tpp: 'main', psu: 'main', decision, accounts: 'all' } as const
  return (await authorise(session, options, purpose)).outcome
}

/** The person approved, and came back with something else than a code or a refusal. */
const isOfBank = (outcome: JourneyOutcome, decision: Decision) =>
  decision === 'approve' &&
  'redirect' in outcome &&
  !outcome.redirect.parameters.some(([name, value]) => name === 'error' && value === 'access_denied')

const isHopeless = (kind: string) => kind === 'unreachable' || kind === 'refused'

/** Why a journey does not show what it was for, if it does not. */
function problemOf(outcome: JourneyOutcome, decision: Decision): string | undefined {
  if ('failure' in outcome) return outcome.failure.message
  const { parameters } = outcome.redirect
  const error = parameters.find(([name]) => name === 'error')?.[1]
  const hasCode = parameters.some(([name]) => name === 'code')
  if (decision === 'approve') {
    return hasCode ? undefined : `the bank sent back ${error ?? 'neither a code nor an error'}: it was not approved`
  }
  return hasCode ? 'the bank sent back a code: it was approved, and not refused' : undefined
}
