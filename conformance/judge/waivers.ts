/**
 * Waivers, the known failures of a profile: what they cover, and which of them are stale.
 *
 * @module
 */
import type { Case } from '../cases/case.js'
import type { Waiver } from '../profile/profile.js'
import type { RunEntry } from '../transcript/entry.js'
import type { CaseVerdict, Outcome, StaleWaiver, WireVerdict } from './verdict.js'
import { wireChecks } from './wire/index.js'

/** The outcomes a waiver can cover. */
const waivable: ReadonlySet<Outcome> = new Set<Outcome>(['fail', 'warn'])

/** The outcomes that make a waiver unnecessary. */
const passing: ReadonlySet<Outcome> = new Set<Outcome>(['pass', 'info'])

/** True when the last day of a waiver is before `today`; both are ISO dates. */
export const isExpired = ({ until }: Waiver, today: string) => until < today

export interface Waived {
  readonly cases: readonly CaseVerdict[]
  readonly wire: readonly WireVerdict[]
  readonly stale: readonly StaleWaiver[]
}

export interface WaiverOptions {
  readonly waivers: readonly Waiver[]
  readonly today: string
  /** Every case there is, whether it ran or not. */
  readonly cases: readonly Case[]
  readonly opening: Pick<RunEntry, 'profile' | 'partial' | 'shard'>
}

/**
 * Marks what a waiver covers as `waived`. A waiver that has expired covers nothing. One that is expired, covers only what
 * passes, or names an unknown case or check is stale.
 */
export function waive(cases: readonly CaseVerdict[], wire: readonly WireVerdict[], options: WaiverOptions): Waived {
  const { waivers, today } = options
  const current = waivers.filter((waiver) => !isExpired(waiver, today))
  const mark = <V extends CaseVerdict | WireVerdict>(verdict: V, covers: (waiver: Waiver) => boolean): V => {
    const waiver = waivable.has(verdict.outcome) ? current.find(covers) : undefined
    if (!waiver) return verdict
    const { reason, until } = waiver
    return { ...verdict, outcome: 'waived', waiver: { reason, until } }
  }
  return {
    cases: cases.map((verdict) => mark(verdict, (waiver) => coversCase(waiver, verdict))),
    wire: wire.map((verdict) => mark(verdict, (waiver) => waiver.case === verdict.check)),
    stale: waivers.flatMap((waiver) => whyStale(waiver, cases, wire, options)),
  }
}

function coversCase(waiver: Waiver, verdict: CaseVerdict): boolean {
  return waiver.case === verdict.case && (waiver.version === undefined || waiver.version === verdict.version)
}

function whyStale(
  waiver: Waiver,
  cases: readonly CaseVerdict[],
  wire: readonly WireVerdict[],
  { today, cases: tests, opening }: WaiverOptions,
): StaleWaiver[] {
  const { case: id, version, until } = waiver
  const stale = (why: StaleWaiver['why']) => [{ case: id, ...(version && { version }), why, until }]
  const test = tests.find((each) => each.id === id)
  if (!test && !wireChecks.some((each) => each.id === id)) return stale('unknown')
  if (isExpired(waiver, today)) return stale('expired')
  const covered = cases.filter((verdict) => coversCase(waiver, verdict))
  // where something was left out, what passes here may fail there: nothing is said but of a case that was looked at as a whole
  const claimed = test?.versions.filter((each) => opening.profile.versions[each] !== undefined) ?? []
  const isSeen = test !== undefined && covered.length === (version === undefined ? claimed.length : 1)
  if ((opening.partial || opening.shard) && !isSeen) return []
  const outcomes = [
    ...covered.map(({ outcome }) => outcome),
    ...wire.filter(({ check }) => check === id).map(({ outcome }) => outcome),
  ]
  return outcomes.length > 0 && outcomes.every((outcome) => passing.has(outcome)) ? stale('passes') : []
}
