/**
 * Recomputes every verdict of a report from its evidence, without the bank: the chain of the transcript holds, the report is about
 * this transcript, and the judge comes to the same outcomes again.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cases as allCases } from '../cases/index.js'
import { judge } from '../judge/judge.js'
import type { Verdicts } from '../judge/verdict.js'
import { ConfigurationError } from '../profile/mistakes.js'
import type { Waiver } from '../profile/profile.js'
import { verifyChain } from '../transcript/chain.js'
import { readTranscript } from '../transcript/ndjson.js'
import { outcomesOf } from './diff.js'
import { reportFiles } from './files.js'
import type { JsonReport } from './json-schema.js'

export interface Verification {
  readonly entries: number
  readonly verdicts: number
  /** Everything that does not agree; empty where the report is what its evidence says. */
  readonly problems: readonly string[]
}

/**
 * Verifies the report in a folder.
 *
 * @throws {ConfigurationError} when there is no `report.json` or `transcript.ndjson` in it
 */
export function verifyReport(folder: string, cases = allCases): Verification {
  const report = readReport(folder)
  const transcript = readTranscript(join(folder, reportFiles.ndjson))
  const problems: string[] = []
  const chain = verifyChain(transcript)
  if (!chain.intact) problems.push(`entry ${chain.seq} of the transcript ${chain.reason}`)
  const head = transcript.at(-1)?.hash ?? null
  if (report.transcript.head !== head || report.transcript.entries !== transcript.length) {
    problems.push('the report is about another transcript, or about one with other entries at its end')
  }
  const again = judge(transcript, {
    cases,
    waivers: waiversOf(report),
    today: report.info.startedAt.slice(0, 10),
  })
  problems.push(...differences(report, again))
  return { entries: transcript.length, verdicts: report.cases.length + report.wire.length, problems }
}

/** @throws {ConfigurationError} when the folder has no report */
export function readReport(folder: string): JsonReport {
  const file = join(folder, reportFiles.json)
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as JsonReport
  } catch {
    throw new ConfigurationError('arguments', [
      { path: 'FOLDER', expected: `a report in ${file} (run with --reporter json)`, received: 'none' },
    ])
  }
}

/** The waivers of the profile, as far as they show in the report. */
function waiversOf({ cases, wire, staleWaivers }: JsonReport): Waiver[] {
  const ofCases = cases.flatMap(({ case: id, version, waiver }) =>
    waiver ? [{ case: id, version: version as NonNullable<Waiver['version']>, ...waiver }] : [],
  )
  const ofWire = wire.flatMap(({ check, waiver }) => (waiver ? [{ case: check, ...waiver }] : []))
  const stale = staleWaivers.map(({ case: id, version, until }) => ({
    case: id,
    ...(version !== undefined && { version: version as NonNullable<Waiver['version']> }),
    reason: 'stale',
    until,
  }))
  return [...ofCases, ...ofWire, ...stale]
}

function differences(report: JsonReport, again: Verdicts): string[] {
  const [said, found] = [report, again].map(
    (verdicts) => new Map([...outcomesOf(verdicts), ['the exit code', String(verdicts.exitCode)] as const]),
  ) as [Map<string, string>, Map<string, string>]
  return [...new Set([...said.keys(), ...found.keys()])].flatMap((name) => {
    const [one = 'nothing', other = 'nothing'] = [said.get(name), found.get(name)]
    return one === other ? [] : [`${name}: the report says ${one}, the evidence says ${other}`]
  })
}
