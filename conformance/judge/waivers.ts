/**
 * Waivers, the known failures of a profile: what they cover, and which of them are stale.
 *
 * @module
 */
import type { Waiver } from '../profile/profile.js'
import type { CaseVerdict, Outcome, StaleWaiver, WireVerdict } from './verdict.js'

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

/**
 * Marks what a waiver covers as `waived`. A waiver that has expired covers nothing. One that is expired, covers only what
 * passes, or names an unknown case or check is stale.
 *
 * @param known the ids of every case and wire check, whether they ran or not
 */
export function waive(
  cases: readonly CaseVerdict[],
  wire: readonly WireVerdict[],
  waivers: readonly Waiver[],
  today: string,
  known: ReadonlySet<string>,
): Waived {
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
    stale: waivers.flatMap((waiver) => whyStale(waiver, cases, wire, today, known)),
  }
}

function coversCase(waiver: Waiver, verdict: CaseVerdict): boolean {
  return waiver.case === verdict.case && (waiver.version === undefined || waiver.version === verdict.version)
}

function whyStale(
  waiver: Waiver,
  cases: readonly CaseVerdict[],
  wire: readonly WireVerdict[],
  today: string,
  known: ReadonlySet<string>,
): StaleWaiver[] {
  const { case: id, version, until } = waiver
  const stale = (why: StaleWaiver['why']) => [{ case: id, ...(version && { version }), why, until }]
  if (!known.has(id)) return stale('unknown')
  if (isExpired(waiver, today)) return stale('expired')
  const outcomes = [
    ...cases.filter((verdict) => coversCase(waiver, verdict)).map(({ outcome }) => outcome),
    ...wire.filter(({ check }) => check === id).map(({ outcome }) => outcome),
  ]
  return outcomes.length > 0 && outcomes.every((outcome) => passing.has(outcome)) ? stale('passes') : []
}
