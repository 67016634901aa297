/**
 * The judge: a pure function from a transcript and the rules to verdicts. The same transcript gives the same verdicts, on
 * any machine and on any day until a waiver expires.
 *
 * @module
 */
import type { Version } from '#standard/index.js'
import type { Case } from '../cases/case.js'
import { unclaimedMandatory } from '../profile/mandatory.js'
import type { Waiver } from '../profile/profile.js'
import type { ChainedEntry, RunEntry } from '../transcript/entry.js'
import { judgeCase } from './case-verdict.js'
import { causesOf, excuse, readRun } from './causes.js'
import { count } from './outcome.js'
import { factsOf, type RunFacts } from './run-facts.js'
import { twinsOf } from './twins.js'
import type { CaseVerdict, Outcome, Verdicts, WireVerdict } from './verdict.js'
import { waive } from './waivers.js'
import { wireChecks } from './wire/index.js'
import { judgeWire, withFewPlaces } from './wire-verdicts.js'

export { judgeCase } from './case-verdict.js'

export interface JudgeOptions {
  /** Every case there is; the transcript says which of them were planned. */
  readonly cases: readonly Case[]
  readonly waivers: readonly Waiver[]
  /** ISO date (2030-01-31). */
  readonly today: string
}

/** A transcript that cannot be judged: it has no `run` entry, or was made with other cases. */
export class UnjudgeableTranscript extends Error {
  override readonly name = 'UnjudgeableTranscript'
}

/**
 * The verdicts over a whole run.
 *
 * @throws {UnjudgeableTranscript} naming every planned case that is not among `cases`
 */
export function judge(transcript: readonly ChainedEntry[], options: JudgeOptions): Verdicts {
  const opening = transcript.find((entry) => entry.kind === 'run')
  if (!opening) throw new UnjudgeableTranscript('the transcript has no entry that opens a run')
  const facts = { ...factsOf(transcript), twinOf: twinsOf(transcript, options.cases) }
  const run = readRun(transcript, options.cases, facts)
  const judged = excuse(judgePlanned(opening, transcript, options.cases, facts), run)
  const all = [...judged, ...notApplicable(opening, options.cases)]
  const wire = judgeWire(transcript, opening.profile, wireChecks, facts)
  const found = waive(all, wire, { ...options, opening })
  const isUnrun = ({ outcome }: { readonly outcome: Outcome }) => outcome === 'could-not-run'
  const complete = opening.planned.length > 0 && !judged.some(isUnrun) && !wire.some(isUnrun)
  const { cases, stale } = found
  const unclaimed = unclaimedMandatory(opening.profile)
  return {
    cases,
    wire: withFewPlaces(found.wire),
    counts: count(cases.map(({ outcome }) => outcome)),
    complete,
    partial: opening.partial,
    ...(unclaimed.length > 0 && { unclaimed }),
    causes: causesOf(found, run),
    ...(opening.shard && { shard: { index: opening.shard.index, of: opening.shard.of } }),
    staleWaivers: stale,
    exitCode: exitCode(
      found,
      facts.ended,
      complete && (!opening.partial || opening.wanted === true) && !opening.shard && unclaimed.length === 0,
    ),
  }
}

function judgePlanned(
  opening: RunEntry,
  transcript: readonly ChainedEntry[],
  cases: readonly Case[],
  facts: RunFacts,
): CaseVerdict[] {
  const byId = new Map(cases.map((test) => [test.id, test]))
  const unknown = opening.planned.filter((key) => !byId.has(split(key).id))
  if (unknown.length > 0) {
    const names = unknown.join(', ')
    throw new UnjudgeableTranscript(`the transcript is of a suite with other cases; unknown here: ${names}`)
  }
  const entries = byCase(transcript)
  return opening.planned.map((key) => {
    const { id, version } = split(key)
    return judgeCase(byId.get(id) as Case, version, entries.get(key) ?? [], opening.profile.strictness, facts)
  })
}

function byCase(transcript: readonly ChainedEntry[]): ReadonlyMap<string, readonly ChainedEntry[]> {
  const groups = new Map<string, ChainedEntry[]>()
  for (const entry of transcript) {
    if (entry.kind === 'run' || entry.case === undefined) continue
    const key = `${entry.case}@${entry.version}`
    const group = groups.get(key)
    if (group) group.push(entry)
    else groups.set(key, [entry])
  }
  return groups
}

function split(key: string): { id: string; version: Version } {
  const [id = '', version = ''] = key.split('@')
  return { id, version: version as Version }
}

function notApplicable(opening: RunEntry, cases: readonly Case[]): CaseVerdict[] {
  return (opening.notApplicable ?? []).flatMap(({ case: id, version, reason }): CaseVerdict[] => {
    const test = cases.find((each) => each.id === id)
    if (!test) return []
    const { title, operation } = test
    return [
      {
        case: id,
        version,
        title,
        operation,
        outcome: 'not-applicable',
        blame: 'config',
        reason,
        checks: [],
        millis: 0,
      },
    ]
  })
}

/** Where several apply: 4, because no verdict can be trusted then, 1, 5, 2 and 3. An incomplete run is never 0. */
function exitCode(
  { cases, wire, stale }: { cases: readonly CaseVerdict[]; wire: readonly WireVerdict[]; stale: readonly unknown[] },
  ended: boolean,
  whole: boolean,
): Verdicts['exitCode'] {
  const all: readonly (CaseVerdict | WireVerdict)[] = [...cases, ...wire]
  const has = (outcome: Outcome) => all.some((each) => each.outcome === outcome)
  if (has('suite-error')) return 4
  if (has('fail')) return 1
  if (stale.length > 0) return 5
  const unrun = all.filter(({ outcome }) => outcome === 'could-not-run')
  if (!ended && unrun.length > 0 && unrun.every(({ blame }) => blame === 'config')) return 2
  return whole ? 0 : 3
}
