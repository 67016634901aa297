/**
 * What a run found wrong, and in which answers it was seen.
 *
 * @module
 */
import type { ChainedEntry, RunResult } from '#conformance/index.js'
import type { Version } from '#standard/index.js'

/** A case or a wire check that did not pass. */
export interface Red {
  /** `AAC-001`, `WIR-content-type`. */
  readonly check: string
  /** Of a case. */
  readonly version?: Version
  readonly outcome: 'fail' | 'warn' | 'suite-error' | 'could-not-run'
  /** Why it could not run. */
  readonly reason?: string
  /** Exchanges and journeys that the findings rest on: those that were kept of many. None for what could not run. */
  readonly seenIn: readonly ChainedEntry[]
}

const isRed = (outcome: string): outcome is Red['outcome'] =>
  ['fail', 'warn', 'suite-error', 'could-not-run'].includes(outcome)

export function redsOf({ verdicts, transcript }: Pick<RunResult, 'verdicts' | 'transcript'>): readonly Red[] {
  const entries = new Map(transcript.map((entry) => [entry.seq, entry]))
  const seenIn = (findings: readonly { readonly outcome: string; readonly evidence: readonly number[] }[]) =>
    findings
      .filter(({ outcome }) => isRed(outcome))
      .flatMap(({ evidence }) => evidence)
      .flatMap((seq) => entries.get(seq) ?? [])
  const cases = verdicts.cases.flatMap(({ case: check, version, outcome, reason, checks }): Red[] =>
    isRed(outcome)
      ? [
          {
            check,
            version,
            outcome,
            ...(reason && { reason }),
            seenIn: outcome === 'could-not-run' ? [] : seenIn(checks),
          },
        ]
      : [],
  )
  const wire = verdicts.wire.flatMap(({ check, outcome, findings }): Red[] =>
    isRed(outcome) ? [{ check, outcome, seenIn: seenIn(findings) }] : [],
  )
  return [...cases, ...wire]
}

/** A line about it: `AAC-001 1.0.0 could-not-run: no account has rows`. */
export const lineOf = ({ check, version, outcome, reason }: Red): string =>
  `${[check, version, outcome].filter(Boolean).join(' ')}${reason ? `: ${reason}` : ''}`

/**
 * The checks that did not turn red as they are meant to: a case has to in every version it ran in, or in the one that is
 * named behind an `@`. `AAC-001 could not run` is what a fault does that keeps a case from its starting point.
 */
export function missedOf(expected: readonly string[], result: Pick<RunResult, 'verdicts' | 'transcript'>): string[] {
  const reds = redsOf(result)
  const ran = result.verdicts.cases.filter(({ outcome }) => outcome !== 'not-applicable')
  return expected.filter((name) => {
    const [check = '', version] = nameOf(name).split('@')
    const isMeant = (red: Red) => red.check === check && (red.outcome === 'could-not-run') === name.endsWith(blocked)
    if (check.startsWith('WIR-')) return !reds.some(isMeant)
    const versions = ran.filter((each) => each.case === check && (version ?? each.version) === each.version)
    const isRedIn = (each: Version) => reds.some((red) => isMeant(red) && red.version === each)
    return versions.length === 0 || !versions.every((each) => isRedIn(each.version))
  })
}

const blocked = ' could not run'

/** The check that an expectation names: `AAC-073@1.0.0` of itself, `ACC-002` of `ACC-002 could not run`. */
export const nameOf = (expected: string): string => expected.replace(blocked, '')

/** The case or wire check that an expectation names, whatever the version. */
export const checkOf = (expected: string): string => nameOf(expected).split('@')[0] as string
