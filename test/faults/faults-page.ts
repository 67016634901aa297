/**
 * The page that says what every fault turns red, in the whole table of faults and cases.
 *
 * @module
 */
import type { RunResult } from '#conformance/index.js'
import { type Fault, type FaultId, faultIds, faults } from '#sandbox/index.js'
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

/** What a reader needs to switch a fault. */
const howToSwitch = `## How to switch one

On a running bank, from a shell:

\`\`\`text
npx --no ob-sandbox faults                                   every fault; those that are on have a star
npx --no ob-sandbox faults on latency --millis 3000
npx --no ob-sandbox faults on unavailable --operation createDomesticPayment --nth 1
npx --no ob-sandbox faults on unavailable --probability 0.1
npx --no ob-sandbox faults off
\`\`\`

\`PUT /_sandbox/faults\` with \`[{"id":"latency","millis":3000}]\` switches these on and all others off; in a test process \`await bank.faults.set([...])\` does. The limits of a fault that changes answers:

| Limit | The fault takes hold |
| --- | --- |
| \`path\` | on paths that begin so |
| \`operation\` | on answers of one operation, by its id in [operations.md](operations.md) |
| \`every\` | on every n-th answer |
| \`nth\` | on the n-th answer, once |
| \`probability\` | with this probability; the same answers each time it is switched on |
| \`millis\` | of \`latency\` alone: how late an answer is |

Faults that replace a rule of the bank or concern its authorisation server are on or off.

## Every fault

`

/** The page, in the order of the registry. */
export function faultsPage(kills: ReadonlyMap<FaultId, Kills>): string {
  const rows = faultIds.flatMap((id) => {
    const found = kills.get(id)
    return found ? [row(id, faults[id], found)] : []
  })
  return `# Faults

Written by \`npm run faults:write\`, which judges the bank with each fault and every case; no test compares it. What is *meant*
to catch a fault is in \`test/faults/caught-by.ts\`, and tested.

${howToSwitch}| Fault | The bank | Meant to catch it | Turns red besides |
| --- | --- | --- | --- |
${rows.join('\n')}
`
}

function row(id: FaultId, { title, source }: Fault, { checks, blocked }: Kills): string {
  const named = new Set(caughtBy[id].map(checkOf))
  const besides = checks.filter((check) => !named.has(checkOf(check)))
  const stopped = blocked === 0 ? [] : [`${blocked} cases could not run`]
  const text = source === undefined ? title : `${title} (${source})`
  return `| \`${id}\` | ${text} | ${caughtBy[id].join(', ')} | ${[...besides, ...stopped].join(', ')} |`
}
