/**
 * The text of docs/faults.md.
 *
 * @module
 */
import { type Fault, type FaultId, faultIds, faults } from '#sandbox/index.js'
import { caughtBy } from './faults/caught-by.js'

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

/** How a fault can be limited: those of rules, redirects and the authorisation server are on or off. */
function limitsOf({ alter, takesMillis }: Fault): string {
  if (!alter) return ''
  return takesMillis ? 'all' : 'all but `millis`'
}

function row(id: FaultId): string {
  const fault: Fault = faults[id]
  const text = fault.source === undefined ? fault.title : `${fault.title} (${fault.source})`
  return `| \`${id}\` | ${text} | ${limitsOf(fault)} | ${caughtBy[id].join(', ')} |`
}

/** The page, in the order of the registry. */
export function faultsPage(): string {
  return `# Faults

What a TPP can meet at a bank that breaks the standard, to be switched at this one on purpose; and what of the judge is meant to catch
each, which \`npm run test:faults\` proves. Generated from \`sandbox/faults/\` and \`test/faults/caught-by.ts\` by \`npm run docs:write\`.

${howToSwitch}| Fault | The bank | Limits | Meant to catch it |
| --- | --- | --- | --- |
${faultIds.map(row).join('\n')}
`
}
