/**
 * Judges a bank with one fault at a time.
 *
 * @module
 */
import { type Case, fetchProfile, type RunResult, runSuite } from '#conformance/index.js'
import { type FaultId, startSandbox } from '#sandbox/index.js'

/** Short deadlines: a bank that hangs is a fault too. */
const limits = { firstByteMillis: 2000, bodyMillis: 1500, journeyMillis: 5000, runMillis: 120_000 }

/** Judges a new bank that has this fault; without one, a bank as it should be. Headless, with every case unless some are named. */
export async function judgeWith(fault?: FaultId, cases?: readonly Case[]): Promise<RunResult> {
  const bank = await startSandbox()
  try {
    if (fault !== undefined) await bank.faults.set([{ id: fault }])
    const { payments, ...profile } = await fetchProfile(bank.url)
    return await runSuite({
      profile: {
        ...profile,
        ...(payments && { payments: { ...payments, pollMillis: 8000 } }),
        limits: { ...profile.limits, ...limits },
      },
      ...(cases && { cases }),
      journeys: 'headless',
      now: () => Date.now(),
    })
  } finally {
    await bank.close()
  }
}
