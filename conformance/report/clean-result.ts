/**
 * The result of a run as reporters show it.
 *
 * @module
 */
import { cleanTexts } from '../text/clean.js'
import type { RunResult } from './reporter.js'

/** Every text but those of the transcript is one printable line. */
export function cleanResult(result: RunResult): RunResult {
  return { ...result, info: cleanTexts(result.info), verdicts: cleanTexts(result.verdicts) }
}
