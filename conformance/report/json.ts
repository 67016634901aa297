/**
 * The report for programs: `report.json`, as `json-schema.ts` describes it.
 *
 * @module
 */
import type { Cause } from '../judge/cause.js'
import { printableJson } from '../text/clean.js'
import { cleanResult } from './clean-result.js'
import { reportFiles, writeWhole } from './files.js'
import type { JsonReport } from './json-schema.js'
import type { Reporter, ReporterOutput, RunInfo, RunResult } from './reporter.js'
import { exitReason, tally } from './summary.js'

/** Writes `report.json` when the run ends. */
export function jsonReporter({ folder, stdout }: ReporterOutput): Reporter {
  return {
    name: 'json',
    async onEnd(result) {
      const text = `${printableJson(toJsonReport(result), 2)}\n`
      stdout(`  json        ${await writeWhole(folder, reportFiles.json, text)}\n`)
    },
  }
}

/** The run as data of version 1. */
export function toJsonReport(dirty: RunResult): JsonReport {
  const { info, verdicts, transcript, millis } = cleanResult(dirty)
  return {
    version: 1,
    info: { ...info, versions: definedVersions(info), waivers: [...info.waivers] },
    millis,
    exitCode: verdicts.exitCode,
    exitReason: exitReason(verdicts),
    complete: verdicts.complete,
    partial: verdicts.partial,
    ...(verdicts.shard && { shard: verdicts.shard }),
    counts: { cases: verdicts.counts, wire: tally(verdicts.wire) },
    causes: verdicts.causes.map(copyOfCause),
    cases: verdicts.cases.map((verdict) => ({ ...verdict, checks: verdict.checks.map(copyOfCheck) })),
    wire: verdicts.wire.map((verdict) => ({ ...verdict, findings: verdict.findings.map(copyOfCheck) })),
    unclaimed: [...(verdicts.unclaimed ?? [])],
    staleWaivers: [...(verdicts.staleWaivers ?? [])],
    transcript: { file: reportFiles.ndjson, entries: transcript.length, head: transcript.at(-1)?.hash ?? null },
  }
}

function definedVersions({ versions }: RunInfo): Record<string, string> {
  return Object.fromEntries(Object.entries(versions).flatMap(([version, base]) => (base ? [[version, base]] : [])))
}

function copyOfCause({ evidence, proves, cases, checks, ...cause }: Cause) {
  return { ...cause, evidence: [...evidence], proves: [...proves], cases: [...cases], checks: [...checks] }
}

function copyOfCheck<T extends { readonly proves: readonly string[]; readonly evidence: readonly number[] }>(check: T) {
  return { ...check, proves: [...check.proves], evidence: [...check.evidence] }
}
