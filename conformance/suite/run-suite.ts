/**
 * Runs the suite against a bank: plan, run, judge, report.
 *
 * @module
 */
import type { Case } from '../cases/case.js'
import { cases as allCases } from '../cases/index.js'
import { HttpClient } from '../http/http-client.js'
import { createDriver } from '../journeys/create-driver.js'
import type { JourneyDriver } from '../journeys/driver.js'
import type { Environment } from '../journeys/launch-browser.js'
import { judgeCase } from '../judge/case-verdict.js'
import { judge } from '../judge/judge.js'
import { planRun } from '../plan/plan.js'
import type { Profile, Strictness } from '../profile/profile.js'
import { multiplex } from '../report/multiplexer.js'
import type { Reporter, RunInfo, RunResult } from '../report/reporter.js'
import { runPlan } from '../run/run-plan.js'
import { withdrawOpenConsents } from '../run/withdraw-open-consents.js'
import { openSession } from '../tpp/open-session.js'
import type { Session } from '../tpp/session.js'
import type { EndOfRun } from '../tpp/silence.js'
import { suiteVersion } from './suite-version.js'

/** How long consents may be withdrawn after the end of a run, in milliseconds. */
const cleaningMillis = 10_000

export interface SuiteOptions {
  readonly profile: Profile
  /** Default: every case there is. */
  readonly cases?: readonly Case[]
  /** Patterns of cases to run; see `planRun`. Default: all that apply. */
  readonly only?: readonly string[]
  /** In place of the profile's. */
  readonly strictness?: Strictness
  /** In place of the profile's driver. A driver object is not closed at the end: it belongs to the caller. */
  readonly journeys?: 'browser' | 'headless' | JourneyDriver
  readonly reporters?: readonly Reporter[]
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Where `OB_BROWSER` and `PATH` are looked up. Default: an empty environment. */
  readonly env?: Environment
  /** Ends the run early: cases that are not done by then make it incomplete. */
  readonly signal?: AbortSignal
  /** What `only` and `skip` leave is all that is wanted: such a run can be clean. */
  readonly wanted?: boolean
  /** Patterns of cases to leave out. */
  readonly skip?: readonly string[]
  /** Which part of the plan to run, of how many. */
  readonly shard?: { readonly index: number; readonly of: number }
  /** How many cases run at a time. Default 4. */
  readonly concurrency?: number
  /** Ends the run with the first case that fails. */
  readonly bail?: boolean
  /** Runs the cases in another order, the same for the same seed. */
  readonly shuffleSeed?: number
  /** Receives one line for each reporter that throws. */
  readonly stderr?: (text: string) => void
}

/**
 * Runs the suite against a bank.
 *
 * @throws {ConfigurationError} before anything is sent, when the profile or the filter does not allow a run
 */
export async function runSuite(options: SuiteOptions): Promise<RunResult> {
  const profile = withChanges(options)
  const cases = options.cases ?? allCases
  const plan = planRun(profile, cases, options)
  const shared = typeof options.journeys === 'object' ? options.journeys : undefined
  const journeys = shared ?? createDriver(profile, options.env ?? {})
  const { now } = options
  const startedAt = now()
  const info: RunInfo = {
    profileName: profile.name,
    strictness: profile.strictness,
    versions: profile.versions,
    planned: plan.cases.length,
    startedAt: new Date(startedAt).toISOString(),
    suiteVersion: suiteVersion(),
    waivers: profile.waivers,
    judgedOn: new Date(startedAt).toISOString().slice(0, 10),
  }
  // at the end all are judged together; until then nobody may want to know
  const areWanted = options.bail || options.reporters?.some(({ onCase }) => onCase)
  const reporters = multiplex(options.reporters ?? [], options.stderr ?? (() => {}))
  const http = new HttpClient(profile.limits, profile.network)
  const deadline = startDeadline(profile.limits.runMillis, options.signal)
  const session = openSession({ profile, http, journeys, now, signal: deadline.signal, end: deadline.end })
  try {
    reporters.onBegin(info)
    await runPlan(session, plan, {
      suite: `open-banking-testbed ${info.suiteVersion}`,
      ...(options.shuffleSeed !== undefined && { shuffleSeed: options.shuffleSeed }),
      ...(options.concurrency !== undefined && { concurrency: options.concurrency }),
      onCase: ({ case: test, version }) => {
        if (session.transcript.characters > mostCharacters) deadline.end(tooMuch)
        if (!areWanted) return
        const verdict = judgeCase(test, version, session.transcript.entriesOf(test.id, version), profile.strictness)
        reporters.onCase(verdict)
        if (options.bail && (verdict.outcome === 'fail' || verdict.outcome === 'suite-error')) {
          deadline.end({ why: 'bail', message: `the run ended with the first failure, ${test.id}`, blame: 'config' })
        }
      },
    })
    if (deadline.reason) {
      const { message } = deadline.reason
      const ended = { ...deadline.reason, message: message + waitedFor(session) }
      session.transcript.append({ kind: 'end', at: new Date(now()).toISOString(), ...ended })
    }
    await withdrawOpenConsents({ ...session, signal: AbortSignal.timeout(cleaningMillis) })
  } finally {
    deadline.clear()
    await session.notifications?.close()
    await http.close()
    if (!shared) await journeys.close()
  }
  const transcript = session.transcript.entries
  const verdicts = judge(transcript, {
    cases,
    waivers: profile.waivers,
    today: info.judgedOn,
  })
  const result: RunResult = { info, verdicts, transcript, millis: now() - startedAt }
  await reporters.onEnd(result)
  return result
}

function withChanges({ profile, strictness, journeys }: SuiteOptions): Profile {
  const driver = typeof journeys === 'string' ? journeys : profile.journeys.driver
  return { ...profile, strictness: strictness ?? profile.strictness, journeys: { ...profile.journeys, driver } }
}

/** How much a transcript holds before a run ends, in characters of bodies. */
const mostCharacters = 96_000_000

const tooMuch: EndOfRun = {
  why: 'too-much',
  message: 'the bank has sent more than a run keeps: the run ended',
  blame: 'bank',
}

/** How long a run has waited for the quota of the bank, where that is worth a word. */
function waitedFor({ paces: { api, authorisation } }: Pick<Session, 'paces'>): string {
  const seconds = Math.round(Math.max(api.waited, authorisation.waited) / 1000)
  return seconds < 5 ? '' : `; for ${seconds} s of them it waited, as the bank had asked it to (429, Retry-After)`
}

/** What ends a run early: its deadline, the caller's own signal, or whatever calls `end` first. */
function startDeadline(millis: number, caller: AbortSignal | undefined) {
  const deadline = new AbortController()
  let reason: EndOfRun | undefined
  const end = (why: EndOfRun) => {
    reason ??= why
    deadline.abort()
  }
  const message = `the run ended after ${Math.round(millis / 1000)} s, as limits.runMillis of the profile says`
  const timer = setTimeout(() => end({ why: 'deadline', message, blame: 'config' }), millis)
  const interrupted = () => end({ why: 'interrupted', message: 'somebody ended the run', blame: 'config' })
  caller?.addEventListener('abort', interrupted, { once: true })
  if (caller?.aborted) interrupted()
  return {
    signal: deadline.signal,
    end,
    /** Why the run ended early, where it did. */
    get reason() {
      return reason
    },
    clear: () => {
      clearTimeout(timer)
      caller?.removeEventListener('abort', interrupted)
    },
  }
}
