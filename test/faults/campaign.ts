/**
 * Judges a bank with one fault at a time, and says what turned red.
 *
 * @module
 */
import { fetchProfile, type RunResult, runSuite } from '#conformance/index.js'
import { type FaultId, startSandbox } from '#sandbox/index.js'

/** What a run found wrong. */
export interface Reds {
  /** Cases that failed or warned: `AAC-001` in every version it ran in, `AAC-001@1.0.0` in one of two. */
  readonly cases: readonly string[]
  /** Wire checks with a finding. */
  readonly wire: readonly string[]
  /** How many cases could not be run, for want of a starting point. */
  readonly blocked: number
}

/** Short deadlines: a bank that hangs is a fault too. */
const limits = { firstByteMillis: 2000, bodyMillis: 1500, journeyMillis: 5000, runMillis: 120_000 }

const red = new Set(['fail', 'warn', 'suite-error'])

/** Judges a new bank that has this fault; without one, a bank as it should be. Headless. */
export async function judgeWith(fault?: FaultId): Promise<RunResult> {
  const bank = await startSandbox()
  try {
    if (fault !== undefined) await bank.faults.set([{ id: fault }])
    const profile = await fetchProfile(bank.url)
    return await runSuite({
      profile: { ...profile, limits: { ...profile.limits, ...limits } },
      journeys: 'headless',
      now: () => Date.now(),
    })
  } finally {
    await bank.close()
  }
}

export function redsOf({ verdicts }: RunResult): Reds {
  const ran = new Map<string, string[]>()
  const failed = new Map<string, string[]>()
  for (const { case: id, version, outcome } of verdicts.cases) {
    if (outcome === 'not-applicable') continue
    ran.set(id, [...(ran.get(id) ?? []), version])
    if (red.has(outcome)) failed.set(id, [...(failed.get(id) ?? []), version])
  }
  return {
    cases: [...failed].flatMap(([id, versions]) =>
      versions.length === ran.get(id)?.length ? [id] : versions.map((version) => `${id}@${version}`),
    ),
    wire: verdicts.wire.filter(({ outcome }) => red.has(outcome)).map(({ check }) => check),
    blocked: verdicts.cases.filter(({ outcome }) => outcome === 'could-not-run').length,
  }
}
