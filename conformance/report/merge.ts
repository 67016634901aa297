/**
 * Makes one run of the reports of its parts (`--shard i/n`), each made on a machine of its own: the transcripts are joined, and the
 * judge judges the whole. docs/decisions/0122.
 *
 * @module
 */
import { cases as allCases } from '../cases/index.js'
import { judge } from '../judge/judge.js'
import { ConfigurationError, type Mistake } from '../profile/mistakes.js'
import type { Waiver } from '../profile/profile.js'
import type { ChainedEntry, RunEntry } from '../transcript/entry.js'
import { joinTranscripts, openingOf } from '../transcript/join.js'
import { digestOfPlan } from '../transcript/shards.js'
import type { JsonReport } from './json-schema.js'
import type { RunResult } from './reporter.js'
import { verifyReport } from './verify.js'

interface Part {
  readonly folder: string
  readonly report: JsonReport
  readonly transcript: readonly ChainedEntry[]
  readonly opening: RunEntry & { readonly shard: NonNullable<RunEntry['shard']> }
}

/**
 * The run whose parts are in these folders, in any order.
 *
 * @throws {ConfigurationError} with everything that keeps them from being one run
 */
export function mergeReports(folders: readonly string[], cases = allCases): RunResult {
  const read = folders.map((folder) => readPart(folder, cases))
  refuse(read.flatMap((each) => ('mistakes' in each ? each.mistakes : [])))
  const parts = read.filter((each): each is Part => 'opening' in each)
  refuse(differences(parts))
  refuse(wrongNumbers(parts))
  const inOrder = [...parts].sort((a, b) => a.opening.shard.index - b.opening.shard.index)
  const transcript = joinTranscripts(inOrder.map((part) => part.transcript))
  refuse(otherPlan(inOrder, openingOf(transcript) as RunEntry))
  return judged(inOrder, transcript, cases)
}

function refuse(mistakes: readonly Mistake[]): void {
  if (mistakes.length > 0) throw new ConfigurationError('arguments', mistakes)
}

function readPart(folder: string, cases: typeof allCases): Part | { readonly mistakes: readonly Mistake[] } {
  try {
    const { report, transcript, problems } = verifyReport(folder, cases)
    if (problems.length > 0) return damaged(folder, problems)
    const opening = openingOf(transcript)
    if (!opening?.shard) {
      const received = opening?.parts ? 'a run that was merged already' : 'a run of the whole plan'
      return { mistakes: [{ path: folder, expected: 'a part of a run (--shard i/n)', received }] }
    }
    return { folder, report, transcript, opening: opening as Part['opening'] }
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    const lines = error.mistakes.map(({ path, received }) =>
      path.startsWith('line') ? `${path}: ${received}` : received,
    )
    return damaged(folder, lines, error.mistakes[0]?.expected)
  }
}

function damaged(folder: string, [first, ...others]: readonly string[], wanted?: string) {
  const more = others.length > 0 ? ` (and ${others.length} more; see ob-conformance verify)` : ''
  const expected = wanted ?? 'a report that follows from its evidence'
  return { mistakes: [{ path: folder, expected, received: `${first}${more}` }] }
}

/** What has to be the same in all parts, and what it is called. */
const common: readonly (readonly [string, (part: Part) => unknown])[] = [
  ['version of the suite', ({ opening, report }) => [opening.suite, report.info.suiteVersion]],
  ['bank', ({ opening: { profile } }) => [profile.name, profile.issuer, profile.versions, profile.families]],
  ['strictness', ({ opening }) => opening.profile.strictness],
  ['waivers', ({ report }) => report.info.waivers],
  ['settings of the profile', ({ opening: { profile, settings } }) => [settings, profile]],
  ['number of parts', ({ opening }) => opening.shard.of],
  [
    'chosen cases (--only, --skip, --wanted)',
    ({ opening: { shard, partial, wanted, notApplicable } }) => [shard.plan, partial, wanted, notApplicable],
  ],
]

function differences([first, ...others]: readonly Part[]): Mistake[] {
  return others.flatMap((part) => {
    const other = common.find(([, of]) => JSON.stringify(of(part)) !== JSON.stringify(of(first as Part)))
    if (!other) return []
    const [name] = other
    return [{ path: part.folder, expected: `the same ${name} as in ${first?.folder}`, received: 'another' }]
  })
}

/** Each part has to be there once. */
function wrongNumbers(parts: readonly Part[]): Mistake[] {
  const of = parts[0]?.opening.shard.of ?? 0
  const mistakes: Mistake[] = []
  for (let index = 1; index <= of; index++) {
    const found = parts.filter(({ opening }) => opening.shard.index === index)
    const [first, ...doubled] = found
    const expected = `part ${index} of ${of} once`
    if (!first) mistakes.push({ path: 'DIR', expected: `a folder with part ${index} of ${of}`, received: 'none' })
    for (const { folder } of doubled) {
      mistakes.push({ path: folder, expected, received: `it again: it is in ${first?.folder} too` })
    }
  }
  return mistakes
}

/** The cases of all parts have to be those of the plan that was dealt out. */
function otherPlan(parts: readonly Part[], { planned }: RunEntry): Mistake[] {
  if (digestOfPlan(planned) === parts[0]?.opening.shard.plan) return []
  return [{ path: 'DIR', expected: 'parts with each case of the plan once', received: 'others' }]
}

function judged(parts: readonly Part[], transcript: readonly ChainedEntry[], cases: typeof allCases): RunResult {
  const infos = parts.map(({ report }) => report.info)
  const [first] = infos as [JsonReport['info']]
  const { planned, at: startedAt } = openingOf(transcript) as RunEntry
  // by the latest day: what had expired in one part counts no more in the whole
  const judgedOn = infos
    .map((info) => info.judgedOn)
    .sort()
    .at(-1) as string
  const waivers = first.waivers as readonly Waiver[]
  const ends = parts.map(({ report }) => Date.parse(report.info.startedAt) + report.millis)
  return {
    info: { ...first, planned: planned.length, startedAt, waivers, judgedOn },
    verdicts: judge(transcript, { cases, waivers, today: judgedOn }),
    transcript,
    millis: Math.max(0, Math.max(...ends) - Date.parse(startedAt)),
  }
}
