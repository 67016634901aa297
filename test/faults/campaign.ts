/**
 * Judges a bank with one fault at a time.
 *
 * @module
 */
import {
  type Case,
  fetchProfile,
  type Limits,
  type Profile,
  type RunResult,
  runSuite,
  type Strictness,
} from '#conformance/index.js'
import { type FaultId, type Sandbox, type SandboxOptions, startSandbox } from '#sandbox/index.js'
import { sharedKeys } from '#sandbox/testing/shared-keys.js'
import { authorisationFor, faultSettings, limitsFor, settingsFor } from './banks.js'

/** Payments arrive soon: half the time of the campaign was spent waiting for them. */
const nrtSeconds = 1

/** Banks of one instant share what follows from it; after a while it is no longer as if one had just been opened. */
const sharedMillis = 600_000
let openedAt = 0

function opening(): number {
  if (Date.now() - openedAt > sharedMillis) openedAt = Date.now()
  return openedAt
}

/**
 * Judges a new bank that has this fault; without one, a bank as it should be. Headless, with every case unless some are named.
 *
 * @param settings default those that the fault needs to be seen
 */
export async function judgeWith(
  fault?: FaultId,
  cases?: readonly Case[],
  settings: SandboxOptions = (fault && settingsFor[fault]) ?? {},
): Promise<RunResult> {
  return judgeBank(settings, {
    ...(cases && { cases }),
    ...(fault && limitsFor[fault] && { limits: limitsFor[fault] }),
    ...(fault && authorisationFor[fault] && { authorisation: authorisationFor[fault] }),
    prepare: async (bank) => {
      if (fault !== undefined) await bank.faults.set([faultSettings[fault] ?? { id: fault }])
    },
  })
}

/** Judges a new bank, headless: with every case, unless some are named, as strictly as its profile says, unless told otherwise. */
export async function judgeBank(
  settings: SandboxOptions,
  {
    prepare,
    cases,
    strictness,
    limits,
    authorisation,
  }: {
    prepare(bank: Sandbox): Promise<void>
    cases?: readonly Case[]
    strictness?: Strictness
    /** Default those of the profile: a right bank on a busy machine is slow, and no test should see it. */
    limits?: Partial<Limits>
    authorisation?: Partial<Profile['authorisation']>
  },
): Promise<RunResult> {
  const options = { ...settings, payments: { nrtSeconds, ...settings.payments } }
  const bank = await startSandbox(options, { makeKey: sharedKeys(), openedAt: opening() })
  try {
    await prepare(bank)
    const profile = await fetchProfile(bank.url, bank.ca === undefined ? {} : { ca: bank.ca })
    return await runSuite({
      profile: {
        ...profile,
        ...(strictness && { strictness }),
        limits: { ...profile.limits, ...limits },
        authorisation: { ...profile.authorisation, ...authorisation },
      },
      ...(cases && { cases }),
      journeys: 'headless',
      now: () => Date.now(),
    })
  } finally {
    await bank.close()
  }
}
