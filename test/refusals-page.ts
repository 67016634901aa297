/**
 * The page `docs/refusals.md`: everything the bank refuses, out of the table in `sandbox/http/refusals`.
 *
 * @module
 */
import { accountInformationConditions } from '#sandbox/http/refusals/account-information.js'
import type { Condition } from '#sandbox/http/refusals/condition.js'
import { controlConditions } from '#sandbox/http/refusals/control.js'
import { eventConditions } from '#sandbox/http/refusals/events.js'
import { fileConditions } from '#sandbox/http/refusals/files.js'
import { paymentConditions } from '#sandbox/http/refusals/payments.js'
import { requestConditions } from '#sandbox/http/refusals/requests.js'
import { requirement } from '#standard/index.js'

const chapters: readonly (readonly [title: string, conditions: Readonly<Record<string, Condition>>])[] = [
  ['Any request', requestConditions],
  ['Account access consents and reads', accountInformationConditions],
  ['Payment consents, payments and cancellations', paymentConditions],
  ['Files of payments', fileConditions],
  ['Events', eventConditions],
  ['The control API', controlConditions],
]

const header = ['Condition', 'Status', 'ErrorCode', 'Path', 'Because']

/** The whole page, ending in a line feed. */
export function refusalsPage(): string {
  return `# Refusals

Written by \`npm run docs:write\` out of \`sandbox/http/refusals/\`; change it there.

What the sandbox refuses, in the order in which a request is judged. The row is not sent to the TPP; the bank
keeps it beside each refusal.

- **ErrorCode**: empty on the statuses that have no body.
- **Path**: empty where it follows from the request or there is none.
- **Because**: the row of the ledger (\`standard/requirements/\`) that says so. Of several the one that is about the operation.
  Where no row does, the [decision record](decisions/).

${chapters.map(([title, conditions]) => chapter(title, conditions)).join('\n')}`
}

function chapter(title: string, conditions: Readonly<Record<string, Condition>>): string {
  const lines = [header, header.map(() => '---'), ...Object.entries(conditions).map(cells)]
  return `## ${title}\n\n${lines.map((each) => `| ${each.join(' | ')} |\n`).join('')}`
}

function cells([name, condition]: [string, Condition]): string[] {
  const { code = '', path = '' } = 'code' in condition ? condition : {}
  return [`\`${name}\``, String(condition.status), code, typeof path === 'string' ? path : '', because(condition)]
}

function because(condition: Condition): string {
  if ('decision' in condition) return `Decision ${condition.decision}`
  const rows = 'rows' in condition ? condition.rows : [condition.row]
  return rows.map((id) => `${id}: ${requirement(id).text}`).join('<br>')
}
