/**
 * Prints the closing line of a run from the JSON report of the tests, and exits with 0 only when all of them passed.
 * A step that ended badly without a failed test (lint, types, a test file that does not load) counts as one failure.
 *
 * Usage: node .ci/summary.mjs REPORT STEP EXIT-CODE-OF-STEP
 */
import { readFileSync } from 'node:fs'

const [report, step, exitCode] = process.argv.slice(2)

function counts() {
  try {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(readFileSync(report, 'utf8'))
    return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests }
  } catch {
    return { passed: 0, failed: 0, skipped: 0 }
  }
}

const { passed, failed, skipped } = counts()
const ended = Number(exitCode)
if (ended !== 0) console.log(`${step} ended with exit code ${ended}.`)
if (ended === 0 && passed === 0) console.log(`${step} ran no test.`)
const isClean = ended === 0 && failed === 0 && passed > 0
console.log(`${passed} passed, ${isClean ? 0 : Math.max(1, failed)} failed, ${skipped} skipped`)
process.exitCode = isClean ? 0 : 1
