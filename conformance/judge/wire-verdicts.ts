/**
 * The verdicts of the wire checks over a whole transcript: equal findings are grouped, with severity and blame.
 *
 * @module
 */
import { type Requirement, type RequirementId, requirement } from '#standard/index.js'
import { withoutIndexes } from '../cases/paths.js'
import type { Strictness } from '../profile/profile.js'
import type { ChainedEntry, RunEntry } from '../transcript/entry.js'
import { blameOf, blameOfBreach } from './blame.js'
import { overall } from './outcome.js'
import { factsOf, type RunFacts } from './run-facts.js'
import { mostSevere, severityOf } from './severity.js'
import type { WireFinding, WireVerdict } from './verdict.js'
import type { Finding, WireCheck } from './wire/check.js'
import { judges, wireChecks } from './wire/index.js'
import { type Seen, sortEntries } from './wire/seen.js'

/** How many exchanges a finding lists; the rest is only counted. */
const placesKept = 20

/** The verdicts as they are kept: each finding with its first places. */
export const withFewPlaces = (verdicts: readonly WireVerdict[]): WireVerdict[] =>
  verdicts.map((verdict) => ({
    ...verdict,
    findings: verdict.findings.map((finding) => ({ ...finding, evidence: finding.evidence.slice(0, placesKept) })),
  }))

/** The verdict of every wire check, with every place of each finding. */
export function judgeWire(
  transcript: readonly ChainedEntry[],
  profile: RunEntry['profile'],
  checks: readonly WireCheck[] = wireChecks,
  facts: RunFacts = factsOf(transcript),
): WireVerdict[] {
  const seen = sortEntries(transcript, profile)
  return checks.map((check) => judgeOne(check, seen, facts, profile.strictness))
}

function run(check: WireCheck, seen: Seen): { looked: number; found: readonly Finding[] } {
  switch (check.on) {
    case 'api':
      return apply(check, seen.api)
    case 'token':
      return apply(check, seen.token)
    case 'pushed':
    case 'discovery':
    case 'keys':
    case 'revocation':
    case 'introspection':
      return apply(check, seen[check.on])
    case 'notification':
      return apply(check, seen.notification)
    case 'own':
      return apply(check, seen.own)
    default:
      return apply(check, seen.journey)
  }
}

function apply<T>(
  check: { applies(seen: T): boolean; check(seen: readonly T[]): readonly Finding[] },
  all: readonly T[],
): { looked: number; found: readonly Finding[] } {
  const those = all.filter((each) => check.applies(each))
  return { looked: those.length, found: check.check(those) }
}

function judgeOne(check: WireCheck, seen: Seen, facts: RunFacts, strictness: Strictness): WireVerdict {
  const { looked, found } = run(check, seen)
  const whose = judges(check)
  const findings = group(
    found.map((finding) => ({ finding, ...weigh(finding, whose, facts, strictness) })),
    check.id,
  )
  const base = { check: check.id, title: check.title, judges: whose, looked, findings }
  if (looked === 0) return { ...base, outcome: 'not-applicable', blame: 'spec-gap' }
  if (findings.length === 0) return { ...base, outcome: 'pass' }
  const outcome = overall(findings.map((each) => each.outcome))
  const blame = findings.find((each) => each.outcome === outcome)?.blame ?? 'bank'
  return { ...base, outcome, blame }
}

type Weighed = Required<Pick<WireFinding, 'outcome' | 'blame'>> & { readonly finding: Finding }

function weigh(
  { proves, basis, evidence }: Finding,
  whose: 'bank' | 'tpp',
  facts: RunFacts,
  strictness: Strictness,
): Omit<Weighed, 'finding'> {
  if (whose === 'tpp') return { outcome: 'suite-error', blame: 'suite' }
  const blames = evidence.map((seq) => blameOf(facts.at(seq), { formOnly: true, facts }))
  const others = blames.find((blame) => blame !== 'bank')
  if (others) return { outcome: 'could-not-run', blame: others }
  const rows = proves.map((id): Requirement => requirement(id))
  const outcome = basis
    ? severityOf({ basis, strength: 'must' }, strictness)
    : mostSevere(rows.map((row) => severityOf(row, strictness)))
  return { outcome, blame: blameOfBreach(outcome, rows) }
}

/** One finding for all that differ only in the exchange, the array index and the received value. */
function group(all: readonly Weighed[], check: string): WireFinding[] {
  const groups = new Map<string, Weighed[]>()
  for (const each of all) {
    const { pointer = '', expected, proves } = each.finding
    const key = JSON.stringify([each.outcome, each.blame, withoutIndexes(pointer), expected, proves])
    const those = groups.get(key)
    if (those) those.push(each)
    else groups.set(key, [each])
  }
  return [...groups.values()].map((those): WireFinding => {
    const [{ finding, outcome, blame }] = those as [Weighed, ...Weighed[]]
    const { pointer, expected, received } = finding
    const operations = new Set(those.map((each) => each.finding.operation))
    const evidence = [...new Set(those.flatMap((each) => each.finding.evidence))]
    return {
      check,
      outcome,
      blame,
      proves: finding.proves as readonly RequirementId[],
      evidence,
      ...(pointer !== undefined && {
        pointer: those.every((each) => each.finding.pointer === pointer) ? pointer : withoutIndexes(pointer),
      }),
      expected,
      received,
      ...(operations.size === 1 && finding.operation && { operation: finding.operation }),
      count: those.length,
    }
  })
}
