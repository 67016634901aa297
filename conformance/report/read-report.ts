/**
 * Reads the report of an earlier run back.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Value } from '@sinclair/typebox/value'
import { ConfigurationError } from '../profile/mistakes.js'
import { inWords } from '../text/system-error.js'
import { reportFiles } from './files.js'
import { JsonReport } from './json-schema.js'

/**
 * The `report.json` of a folder.
 *
 * @param path what the folder is called in the message
 * @throws {ConfigurationError} when there is none, or it is not whole
 */
export function readReport(folder: string, path = 'FOLDER'): JsonReport {
  const file = join(folder, reportFiles.json)
  const refuse = (received: string) => {
    const expected = `a report in ${file} (run with --reporter json)`
    return new ConfigurationError('arguments', [{ path, expected, received }])
  }
  let report: unknown
  try {
    report = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw refuse(error instanceof SyntaxError ? 'a file that is damaged' : inWords(error))
  }
  if (Value.Check(JsonReport, report)) return report
  const [wrong] = Value.Errors(JsonReport, report)
  throw refuse(`a file that is no report of this version (${wrong?.path || 'the whole'})`)
}
