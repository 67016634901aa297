import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const script = resolve(import.meta.dirname, '../.ci/summary.mjs')
const folder = mkdtempSync(join(tmpdir(), 'summary-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The closing line and the exit code for a report of the tests and the exit code of the step that wrote it. */
function summarise(report: string | undefined, exitCode: number) {
  const path = join(folder, 'results.json')
  rmSync(path, { force: true })
  if (report !== undefined) writeFileSync(path, report)
  const { stdout, status } = spawnSync(process.execPath, [script, path, 'npm test', String(exitCode)], {
    encoding: 'utf8',
  })
  return [stdout.trim().split('\n').at(-1), status]
}

const report = (numPassedTests: number, numFailedTests: number, numPendingTests = 0, numTodoTests = 0) =>
  JSON.stringify({ numPassedTests, numFailedTests, numPendingTests, numTodoTests })

test.each([
  ['everything passed', report(12, 0), 0, '12 passed, 0 failed, 0 skipped', 0],
  ['some were skipped', report(12, 0, 2, 1), 0, '12 passed, 0 failed, 3 skipped', 0],
  ['some failed', report(10, 2), 1, '10 passed, 2 failed, 0 skipped', 1],
  ['some failed and the step says it went well', report(10, 2), 0, '10 passed, 2 failed, 0 skipped', 1],
  ['a file did not load', report(10, 0), 1, '10 passed, 1 failed, 0 skipped', 1],
  ['there was no test', report(0, 0), 0, '0 passed, 1 failed, 0 skipped', 1],
  ['the step ended before the tests', undefined, 2, '0 passed, 1 failed, 0 skipped', 1],
  ['there is no report and the step says it went well', undefined, 0, '0 passed, 1 failed, 0 skipped', 1],
  ['the report is torn', '{"numPassedTests": 3', 1, '0 passed, 1 failed, 0 skipped', 1],
])('closes with what happened when %s', (_what, json, exitCode, line, status) => {
  expect(summarise(json, exitCode)).toEqual([line, status])
})
