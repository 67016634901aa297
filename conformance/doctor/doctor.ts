/**
 * The doctor: tries each setting of a profile once, in the order in which they are needed, and names the one that is wrong. What it
 * finds is about the profile and the way to the bank; what the bank does wrong is found by the cases.
 *
 * @module
 */
import { HttpClient } from '../http/http-client.js'
import { createDriver } from '../journeys/create-driver.js'
import type { Environment } from '../journeys/launch-browser.js'
import type { Profile } from '../profile/profile.js'
import { withdrawOpenConsents } from '../run/withdraw-open-consents.js'
import { CouldNotRun, RunEnded } from '../tpp/could-not-run.js'
import { openSession } from '../tpp/open-session.js'
import type { Session } from '../tpp/session.js'
import { type Check, checksOf } from './checks.js'
import { settingOfConnection } from './reasons.js'
import { WrongSetting } from './wrong-setting.js'

/** One setting that was tried. */
export interface Trial {
  /** What was tried: `PSU main signs in and approves`. */
  readonly what: string
  /** `unclear`: the bank did not do as it should, and no setting explains it; the cases will say more. */
  readonly outcome: 'right' | 'wrong' | 'unclear'
  /** The setting that is wrong: `psus.main.password`. */
  readonly setting?: string
  readonly found?: string
  readonly advice?: string
}

export interface DoctorOptions {
  readonly profile: Profile
  /** Where `OB_BROWSER` and `PATH` are looked up. */
  readonly env: Environment
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly signal: AbortSignal
  /** Called as soon as a setting has been tried. */
  readonly onTrial?: (trial: Trial) => void
}

/** How long the doctor waits for an answer, and for a page to show what a step says, in milliseconds. */
const patience = { answer: 4_000, page: 3_000, journey: 20_000, cleaning: 5_000 } as const

/** Tries the settings one after another and ends with the first that is wrong. */
export async function examine(options: DoctorOptions): Promise<readonly Trial[]> {
  const { now, env, signal } = options
  const profile = hurried(options.profile)
  const http = new HttpClient(profile.limits, profile.network)
  const journeys = createDriver(profile, env, { stepMillis: patience.page, person: { tell: () => {} } })
  const session = openSession({ profile, http, journeys, now, signal })
  const trials: Trial[] = []
  try {
    for (const check of checksOf(profile)) {
      const trial = await tried(check, session)
      trials.push(trial)
      options.onTrial?.(trial)
      if (trial.outcome !== 'right') break
    }
    await withdrawOpenConsents({ ...session, signal: AbortSignal.timeout(patience.cleaning) })
  } finally {
    await journeys.close()
    await http.close()
  }
  return trials
}

function hurried(profile: Profile): Profile {
  const { limits } = profile
  return {
    ...profile,
    limits: {
      ...limits,
      connectMillis: Math.min(limits.connectMillis, patience.answer),
      firstByteMillis: Math.min(limits.firstByteMillis, patience.answer),
      bodyMillis: Math.min(limits.bodyMillis, patience.answer),
      journeyMillis: Math.min(limits.journeyMillis, patience.journey),
    },
  }
}

async function tried({ what, setting, advice, run }: Check, session: Session): Promise<Trial> {
  try {
    await run(session)
    return { what, outcome: 'right' }
  } catch (error) {
    if (error instanceof RunEnded) throw error
    const better = error instanceof Error ? settingOfConnection(error.message, session.profile, setting) : undefined
    if (better) return { what, outcome: 'wrong', setting: better.setting, found: better.message, advice: better.advice }
    if (error instanceof WrongSetting) {
      return { what, outcome: 'wrong', setting: error.setting, found: error.message, advice: error.advice }
    }
    if (!(error instanceof CouldNotRun)) throw error
    const isSetting = error.blame === 'config' || error.blame === 'network'
    return isSetting
      ? { what, outcome: 'wrong', setting, found: error.message, advice }
      : { what, outcome: 'unclear', found: error.message }
  }
}
