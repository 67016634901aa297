/**
 * Recomputes every verdict of a report from its evidence, without the bank: the chain of the transcript holds, the report is about
 * this transcript, and the judge comes to the same outcomes again.
 *
 * @module
 */
import { join } from 'node:path'
import { cases as allCases } from '../cases/index.js'
import { judge } from '../judge/judge.js'
import type { Verdicts } from '../judge/verdict.js'
import type { Waiver } from '../profile/profile.js'
import { verifyChain } from '../transcript/chain.js'
import type { ChainedEntry } from '../transcript/entry.js'
import { readTranscript } from '../transcript/ndjson.js'
import { outcomesOf } from './diff.js'
import { reportFiles } from './files.js'
import type { JsonReport } from './json-schema.js'
import { readReport } from './read-report.js'

export interface Verification {
  readonly report: JsonReport
  readonly transcript: readonly ChainedEntry[]
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
  const { waivers, judgedOn: today } = report.info
  try {
    problems.push(...differences(report, judge(transcript, { cases, waivers: waivers as readonly Waiver[], today })))
  } catch (error) {
    problems.push(`the transcript cannot be judged: ${(error as Error).message}`)
  }
  return { report, transcript, problems }
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
