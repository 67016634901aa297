/**
 * Runs cases against the fake bank and reads the transcript.
 *
 * @module
 */
import type { Case } from '../cases/case.js'
import { planRun } from '../plan/plan.js'
import type { Profile } from '../profile/profile.js'
import { type RunPlanOptions, runPlan } from '../run/run-plan.js'
import type { CaseEntry, ChainedEntry, ExchangeEntry } from '../transcript/entry.js'
import type { FakeBank } from './fake-bank.js'
import { openTestSession, type TestSession } from './open-session.js'

/** A case that reads accounts without a token, with some members changed. */
export const made = (id: string, changes: Partial<Case> = {}): Case => ({
  id,
  title: `does ${id}`,
  operation: 'getAccounts',
  versions: ['1.0.0'],
  ref: 'Accounts',
  given: 'nothing',
  steps: [{ call: 'getAccounts', token: 'none', deviates: ['token'] }],
  expect: [{ proves: 'ACC-REQ-010', status: 401 }],
  ...changes,
})

/** The consent of the starting point. */
export const consentId = { from: 'given', name: 'consentId' } as const

export interface RunOptions extends Partial<RunPlanOptions> {
  readonly now: () => number
  readonly profile?: Profile
  /** Default a fresh one, closed afterwards. */
  readonly session?: TestSession
}

/** Runs the cases in a session of their own and returns the transcript. */
export async function runCases(
  bank: FakeBank,
  cases: readonly Case[],
  options: RunOptions,
): Promise<readonly ChainedEntry[]> {
  const { now, profile = bank.profile, session: given, ...rest } = options
  const session = given ?? openTestSession(profile, now)
  try {
    await runPlan(session, planRun(profile, cases), { suite: 'suite 1.0', ...rest })
    return session.transcript.entries
  } finally {
    if (!given) await session.close()
  }
}

/** The entries that close cases. */
export const closing = (entries: readonly ChainedEntry[]): (ChainedEntry & CaseEntry)[] =>
  entries.filter((entry) => entry.kind === 'case')

/** The exchanges with these properties. */
export function exchanges(
  entries: readonly ChainedEntry[],
  like: Partial<ExchangeEntry> = {},
): (ChainedEntry & ExchangeEntry)[] {
  const wanted = Object.entries(like) as [keyof ExchangeEntry, unknown][]
  return entries
    .filter((entry) => entry.kind === 'exchange')
    .filter((entry) => wanted.every(([name, value]) => entry[name] === value))
}

/** Every value of a header that was sent. */
export const sentHeader = (exchange: ExchangeEntry | undefined, name: string): string[] =>
  (exchange?.request.headers ?? []).filter(([each]) => each === name).map(([, value]) => value)
