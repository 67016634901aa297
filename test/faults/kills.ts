/**
 * What every fault turns red, in the whole table of faults and cases.
 *
 * @module
 */
import type { RunResult } from '#conformance/index.js'
import { type FaultId, faultIds } from '#sandbox/index.js'
import type { Version } from '#standard/index.js'
import { caughtBy } from './caught-by.js'
import { checkOf, redsOf } from './reds.js'

/** What one fault turns red. */
export interface Kills {
  /** Cases and wire checks: `AAC-001` in every version it ran in, `AAC-001@1.0.0` in one of two. */
  readonly checks: readonly string[]
  /** How many cases could not run, each counted in each version. */
  readonly blocked: number
}

export function killsOf(result: RunResult): Kills {
  const reds = redsOf(result)
  const found = reds.filter(({ outcome }) => outcome !== 'could-not-run')
  const versionsOf = (id: string) =>
    result.verdicts.cases.filter((each) => each.case === id && each.outcome !== 'not-applicable').length
  const inAll = (id: string) => found.filter(({ check }) => check === id).length === versionsOf(id)
  const name = (check: string, version: Version | undefined) =>
    version === undefined || inAll(check) ? check : `${check}@${version}`
  return {
    checks: [...new Set(found.map(({ check, version }) => name(check, version)))],
    blocked: reds.length - found.length,
  }
}

/** The table, in the order of the registry. */
export function killsTable(kills: ReadonlyMap<FaultId, Kills>): string {
  const rows = faultIds.flatMap((id) => {
    const found = kills.get(id)
    return found ? [row(id, found)] : []
  })
  return `| Fault | Meant to catch it | Turns red besides |
| --- | --- | --- |
${rows.join('\n')}
`
}

function row(id: FaultId, { checks, blocked }: Kills): string {
  const named = new Set(caughtBy[id].map(checkOf))
  const besides = checks.filter((check) => !named.has(checkOf(check)))
  const stopped = blocked === 0 ? [] : [`${blocked} cases could not run`]
  return `| \`${id}\` | ${caughtBy[id].join(', ')} | ${[...besides, ...stopped].join(', ')} |`
}
