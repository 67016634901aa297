/**
 * The cases as a table.
 *
 * @module
 */
import type { Case } from '../cases/case.js'
import { strongestRow } from './summary.js'
import { count } from './words.js'

/** One line for each case in the given order, with a heading and a count; ends in a line feed. */
export function listCases(cases: readonly Case[]): string {
  const heading = ['CASE', 'VERSIONS', 'BASIS', 'OPERATION', 'TITLE']
  const rows = cases.map(({ id, versions, expect, operation, title }) => {
    const rests = strongestRow(expect.flatMap(({ proves }) => proves)) ?? ''
    return [id, versions.join(' '), rests, operation, title]
  })
  const widths = heading.map((name, column) => Math.max(name.length, ...rows.map((row) => (row[column] ?? '').length)))
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  return `${[heading, ...rows].map(line).join('\n')}\n\n${count(cases.length, 'case')}\n`
}
