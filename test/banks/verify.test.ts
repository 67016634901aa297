import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { diffCommand, verifyCommand } from '#conformance/commands/reports.js'
import { createReporters } from '#conformance/report/index.js'
import { runAtHandMadeBank } from './judging.js'

const root = mkdtempSync(join(tmpdir(), 'verify-'))
afterAll(() => rmSync(root, { recursive: true }))

const folderOf = (name: string) => join(root, name)

async function report(name: string, fault?: Parameters<typeof runAtHandMadeBank>[0]): Promise<void> {
  const output = { stdout: () => {}, stderr: () => {}, isTerminal: false, folder: folderOf(name) }
  await runAtHandMadeBank(fault, { only: ['ACC', 'BAL'], wanted: true, reporters: [createReporters(['json'], output)] })
}

beforeAll(async () => {
  await report('clean')
  await report('faulty', 'amounts-as-numbers')
}, 60_000)

function printed(run: (terminal: { stdout: (text: string) => void }) => number): { code: number; text: string } {
  const lines: string[] = []
  const code = run({ stdout: (text) => void lines.push(text) })
  return { code, text: lines.join('') }
}

/** A copy of a report in which one file was changed. */
function altered(name: string, file: string, change: (text: string) => string): string {
  const folder = mkdtempSync(join(root, 'altered-'))
  for (const each of ['report.json', 'transcript.ndjson']) {
    const text = readFileSync(join(folderOf(name), each), 'utf8')
    writeFileSync(join(folder, each), each === file ? change(text) : text)
  }
  return folder
}

test.each(['clean', 'faulty'])('the verdicts of a %s run follow from its evidence', (name) => {
  expect(printed((terminal) => verifyCommand(folderOf(name), terminal))).toMatchObject({
    code: 0,
    text: expect.stringMatching(/^✓ \d+ verdicts follow from \d+ entries/),
  })
})

test.each([
  [
    'a verdict made better',
    'report.json',
    (text: string) => text.replaceAll('"outcome": "fail"', '"outcome": "pass"'),
    /the report says pass, the evidence says fail/,
  ],
  [
    'an answer made better',
    'transcript.ndjson',
    (text: string) => text.replace('"status":200', '"status":204'),
    /entry \d+ of the transcript was changed after it was written/,
  ],
  [
    'an entry left out at the end',
    'transcript.ndjson',
    (text: string) => `${text.trimEnd().split('\n').slice(0, -1).join('\n')}\n`,
    /another transcript/,
  ],
] as const)('%s is found', (_, file, change, message) => {
  const { code, text } = printed((terminal) => verifyCommand(altered('faulty', file, change), terminal))

  expect(code).toBe(1)
  expect(text).toMatch(message)
})

test('a folder without a report is a mistake of the arguments', () => {
  expect(() => verifyCommand(folderOf('none'), { stdout: () => {} })).toThrow(/report\.json/)
})

test('two runs are compared: what is worse, what is better, which causes came and went', () => {
  const worse = printed((terminal) => diffCommand(folderOf('clean'), folderOf('faulty'), terminal))
  const better = printed((terminal) => diffCommand(folderOf('faulty'), folderOf('clean'), terminal))

  expect(worse.code).toBe(1)
  expect(worse.text).toMatch(/Causes that are new:\n {2}GET .*Amount/)
  expect(worse.text).toContain('  WIR-success-schema: pass -> fail')
  expect(worse.text).toMatch(
    /\nexit 1: the later report is worse\. Cause: GET .*Amount.*\(the bank\)( and \d+ other causes?)?\n$/,
  )
  expect(better.code).toBe(0)
  expect(better.text).toContain('  WIR-success-schema: fail -> pass')
  expect(printed((terminal) => diffCommand(folderOf('clean'), folderOf('clean'), terminal)).text).toMatch(
    /^Nothing changed/,
  )
})
