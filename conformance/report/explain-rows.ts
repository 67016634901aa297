/**
 * Explains a row of the ledger, a wire check, an operation or an error code in words: what it says, where it comes from, and what tries it.
 *
 * @module
 */
import {
  errorCodes,
  type OperationId,
  operation,
  operationIds,
  type RequirementId,
  requirement,
  requirements,
} from '#standard/index.js'
import type { Case } from '../cases/case.js'
import type { WireCheck } from '../judge/wire/check.js'
import { wireChecks } from '../judge/wire/index.js'
import { clean } from '../text/clean.js'

/** Text that ends in a line feed, or `undefined` where the id is of nothing. */
export function explainOther(id: string, cases: readonly Case[]): string | undefined {
  const check = wireChecks.find((each) => each.id.toLowerCase() === id.toLowerCase())
  if (check) return asText(checkLines(check))
  const row = requirements.find((each) => each.id === id.toUpperCase())
  if (row) return asText(rowLines(row.id, cases))
  const operationId = operationIds.find((each) => each.toLowerCase() === id.toLowerCase())
  if (operationId) return asText(operationLines(operationId, cases))
  const code = errorCodes.find((each) => each.toLowerCase() === id.toLowerCase())
  return code && asText(codeLines(code, cases))
}

const asText = (lines: readonly string[]) => `${lines.map((line) => clean(line, 2000)).join('\n')}\n`

function checkLines({ id, title, proves }: WireCheck): string[] {
  return [
    `${id}  every exchange: ${title}`,
    '',
    'Looks at all that a run sent and received, whichever case it was for.',
    '',
    'Because',
    ...proves.flatMap(ledgerLines),
  ]
}

function operationLines(id: OperationId, cases: readonly Case[]): string[] {
  const { method, path, versions, token, scopes, obligation } = operation(id)
  const rows = requirements.filter(({ operations }) => operations.includes(id))
  return [
    `${id}  ${method} ${path}`,
    '',
    `  Versions    ${versions.join(', ')}`,
    `  Token       ${token}${scopes.length > 0 ? ` of scope ${scopes.join(' or ')}` : ''}`,
    `  Obligation  ${obligation}`,
    '',
    'What is asked of it',
    ...rows.flatMap(({ id: row }) => ledgerLines(row)),
    '',
    'Tried by',
    ...cases.filter((each) => each.operation === id).map((each) => `  ${each.id}  ${each.title}`),
  ]
}

function codeLines(code: string, cases: readonly Case[]): string[] {
  const rows = requirements.filter(({ text }) => text.includes(code))
  const expecting = cases.filter(({ expect }) => JSON.stringify(expect).includes(`"${code}"`))
  return [
    `${code}  an error code: ErrorCode of an error, one of the ${errorCodes.length} that are published`,
    '',
    'Where it is asked for',
    ...(rows.length > 0
      ? rows.flatMap(({ id }) => ledgerLines(id))
      : ['  nowhere: it is published, and no row says when']),
    '',
    'Expected by',
    ...(expecting.length > 0 ? expecting.map((each) => `  ${each.id}  ${each.title}`) : ['  no case']),
  ]
}

function rowLines(id: RequirementId, cases: readonly Case[]): string[] {
  const { operations = [], versions } = requirement(id)
  const proving = cases.filter(({ expect }) => expect.some(({ proves }) => [proves].flat().includes(id)))
  const checks = wireChecks.filter(({ proves }) => proves.includes(id))
  const triedBy = [...proving, ...checks].map((each) => `  ${each.id}  ${each.title}`)
  return [
    ...ledgerLines(id).map((line) => line.trimStart()),
    '',
    `  Versions    ${versions.join(', ')}`,
    ...(operations.length > 0 ? [`  Operations  ${operations.join(', ')}`] : []),
    '',
    'Tried by',
    ...(triedBy.length > 0 ? triedBy : ['  nothing: why is in conformance/cases/unproven.ts of the sources']),
  ]
}

/** A row of the ledger: its basis, its place and what it says. */
export function ledgerLines(id: string): string[] {
  const row = requirement(id)
  if (!row) return [`  ${id}`]
  return [`  ${id}  ${row.basis}, ${row.strength}  (${row.place})`, `    ${row.text}`]
}
