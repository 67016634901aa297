/**
 * `ob-conformance list` and `ob-conformance explain`.
 *
 * @module
 */
import { cases } from '../cases/index.js'
import { ConfigurationError } from '../profile/mistakes.js'
import { explainCase, explainOther, listCases } from '../report/index.js'
import type { Terminal } from './terminal.js'

/** Prints every case as a table. */
export function listCommand({ stdout }: Terminal): void {
  stdout(listCases(cases))
}

/**
 * Prints what a case sends and expects, and why; or what a wire check or a row of the ledger says.
 *
 * @throws {ConfigurationError} when there is none of that id
 */
export function explainCommand(id: string, { stdout }: Terminal): void {
  const wanted = cases.find((each) => each.id === id.toUpperCase())
  if (wanted) {
    stdout(explainCase(wanted))
    return
  }
  const other = explainOther(id, cases)
  if (other !== undefined) {
    stdout(other)
    return
  }
  const area = cases.filter((each) => each.id.startsWith(id.slice(0, 3).toUpperCase())).map((each) => each.id)
  const expected = area.length > 0 ? `one of ${area.join(', ')}` : 'the id of a case (ob-conformance list has them)'
  throw new ConfigurationError('arguments', [{ path: 'CASE', expected, received: JSON.stringify(id) }])
}
