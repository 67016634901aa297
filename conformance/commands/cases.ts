/**
 * `ob-conformance list` and `ob-conformance explain`.
 *
 * @module
 */
import type { Case } from '../cases/case.js'
import { cases } from '../cases/index.js'
import { ConfigurationError } from '../profile/mistakes.js'
import { explainCase, explainOther, listCases } from '../report/index.js'
import { printableJson } from '../text/clean.js'
import type { Terminal } from './terminal.js'

/** What a program reads of a case; `explain` says the rest. */
const caseFacts = ({ id, title, operation, versions, ref }: Case) => ({ id, title, operation, versions, ref })

/** Prints every case as a table, or as JSON. */
export function listCommand({ json }: { readonly json?: boolean }, { stdout }: Terminal): void {
  stdout(json ? `${printableJson(cases.map(caseFacts))}\n` : listCases(cases))
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
  const known =
    'the id of a case (ob-conformance list has them), of a wire check or of a row of the ledger, an operation or an error code'
  const expected = area.length > 0 ? `one of ${area.join(', ')}` : known
  throw new ConfigurationError('arguments', [{ path: 'ID', expected, received: JSON.stringify(id) }])
}
