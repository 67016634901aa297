/** Parts of one run, judged on machines of their own, become one report. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mergeCommand } from '#conformance/commands/merge.js'
import { diffCommand, verifyCommand } from '#conformance/commands/reports.js'
import { runSuite, type SuiteOptions } from '#conformance/index.js'
import { createReporters } from '#conformance/report/index.js'
import { readTranscript } from '#conformance/transcript/ndjson.js'
import { startHandMadeBank } from './hand-made-bank.js'
import { profileAt } from './judging.js'

const root = mkdtempSync(join(tmpdir(), 'merge-'))
afterAll(() => rmSync(root, { recursive: true }))

const folderOf = (name: string) => join(root, name)
const parts = (...names: readonly string[]) => names.map(folderOf)

interface Run {
  readonly options?: Partial<SuiteOptions>
  readonly profile?: (text: string) => string
}

type Bank = Awaited<ReturnType<typeof startHandMadeBank>>

/** Runs a small part of the suite and writes its report. */
async function report(bank: Bank, name: string, { options = {}, profile }: Run = {}): Promise<number> {
  const output = { stdout: () => {}, stderr: () => {}, isTerminal: false, folder: folderOf(name) }
  const { verdicts } = await runSuite({
    profile: profileAt(bank.url, profile),
    journeys: 'headless',
    now: Date.now,
    only: ['ACC', 'BAL'],
    wanted: true,
    reporters: [createReporters(['json'], output)],
    ...options,
  })
  return verdicts.exitCode
}

const shard = (index: number, of = 3): Run => ({ options: { shard: { index, of } } })
const waive = (check: string) => (text: string) =>
  `${text}\nwaivers:\n  - { case: ${check}, reason: known, until: "2999-12-31" }\n`

const ends: Record<string, number> = {}

beforeAll(async () => {
  const [right, wrong] = await Promise.all([startHandMadeBank(), startHandMadeBank({ fault: 'amounts-as-numbers' })])
  try {
    for (const index of [1, 2, 3]) {
      ends[`clean-${index}`] = await report(right, `clean-${index}`, shard(index))
      ends[`faulty-${index}`] = await report(wrong, `faulty-${index}`, shard(index))
      await report(wrong, `waived-${index}`, { ...shard(index), profile: waive('WIR-success-schema') })
      await report(right, `unneeded-${index}`, { ...shard(index), profile: waive('ACC-001') })
    }
    ends.clean = await report(right, 'clean')
    ends.faulty = await report(wrong, 'faulty')
    await report(right, 'of-four', shard(2, 4))
    await report(right, 'less', { options: { shard: { index: 2, of: 3 }, only: ['ACC'] } })
    await report(right, 'stricter', { options: { shard: { index: 2, of: 3 }, strictness: 'all' } })
    await report(right, 'other-tpp', {
      ...shard(2),
      profile: (text) => text.replace('clientId: tpp-dhow', 'clientId: tpp-dhow-2'),
    })
    const ended = new AbortController()
    ended.abort()
    await report(right, 'ended', { options: { shard: { index: 2, of: 3 }, signal: ended.signal } })
  } finally {
    await Promise.all([right.close(), wrong.close()])
  }
}, 120_000)

let outputs = 0

async function merged(folders: readonly string[], reporter = 'list,json,junit,markdown,html') {
  const output = folderOf(`merged-${outputs++}`)
  const lines: string[] = []
  const terminal = { stdout: (text: string) => lines.push(text), stderr: () => {}, isTerminal: false, env: {} }
  const code = await mergeCommand(folders, { reporter, output }, terminal)
  return {
    code,
    output,
    last: lines
      .join('')
      .trimEnd()
      .split('\n')
      .find((line) => line.includes('exit ')),
  }
}

function printed(run: (terminal: { stdout: (text: string) => void }) => number): { code: number; text: string } {
  const lines: string[] = []
  return { code: run({ stdout: (text) => void lines.push(text) }), text: lines.join('') }
}

const clean = parts('clean-1', 'clean-2', 'clean-3')

test('a part alone is no clean run, and the parts of a clean run are one together, in any order', async () => {
  expect(ends).toMatchObject({ clean: 0, 'clean-1': 3, 'clean-2': 3, 'clean-3': 3 })
  expect((await merged(clean)).code).toBe(0)
  expect((await merged(clean.toReversed())).code).toBe(0)
})

test.each(['clean', 'faulty'])(
  'the merged report of a %s run is that of the whole, and follows from its evidence',
  async (name) => {
    const { code, output } = await merged(parts(`${name}-3`, `${name}-1`, `${name}-2`))

    expect(code).toBe(ends[name])
    expect(printed((terminal) => diffCommand(folderOf(name), output, terminal))).toEqual({
      code: 0,
      text: expect.stringMatching(/^Nothing changed: \d+ verdicts are the same\.\n$/),
    })
    expect(printed((terminal) => verifyCommand(output, terminal)).code).toBe(0)
    expect(readdirSync(output).sort()).toEqual([
      'index.html',
      'junit.xml',
      'report.json',
      'summary.md',
      'transcript.ndjson',
    ])
  },
)

test('a merged report is changed by nobody unnoticed', async () => {
  const { output } = await merged(parts('faulty-1', 'faulty-2', 'faulty-3'))
  const file = join(output, 'transcript.ndjson')
  writeFileSync(file, readFileSync(file, 'utf8').replace('"status":200', '"status":204'))

  expect(printed((terminal) => verifyCommand(output, terminal)).code).toBe(1)
})

test('what an entry says of another is true of it where it is now', async () => {
  const { code, output, last } = await merged(parts('clean-1', 'ended', 'clean-3'))
  const transcript = readTranscript(join(output, 'transcript.ndjson'))

  expect(code).toBe(3)
  expect(last).toMatch(/exit 3: \d+ cases could not run\. Cause: somebody ended the run \(the configuration\)/)
  expect(transcript.filter(({ kind }) => kind === 'run')).toHaveLength(1)
  expect(transcript.find(({ kind }) => kind === 'end')).toMatchObject({ part: 2, why: 'interrupted' })
})

test('waivers are judged by the whole: what passes in one part may fail in another', async () => {
  expect((await merged(parts('waived-1', 'waived-2', 'waived-3'))).code).not.toBe(5)
  expect((await merged(parts('unneeded-1', 'unneeded-2', 'unneeded-3'))).code).toBe(5)
})

/** A copy of a part in which one file was changed. */
function altered(name: string, file: string, change: (text: string) => string): string {
  const folder = folderOf(`altered-${outputs++}`)
  cpSync(folderOf(name), folder, { recursive: true })
  writeFileSync(join(folder, file), change(readFileSync(join(folder, file), 'utf8')))
  return folder
}

describe('parts are refused, each with what was expected,', () => {
  test.each([
    [
      'where one is missing',
      () => parts('clean-1', 'clean-3'),
      /DIR: expected a folder with part 2 of 3, received none/,
    ],
    [
      'where one is there twice',
      () => parts('clean-1', 'clean-2', 'clean-2', 'clean-3'),
      /clean-2: expected part 2 of 3 once/,
    ],
    [
      'of different numbers',
      () => parts('clean-1', 'of-four', 'clean-3'),
      /of-four: expected the same number of parts/,
    ],
    ['of different banks', () => parts('clean-1', 'faulty-2', 'clean-3'), /faulty-2: expected the same bank as in/],
    [
      'of different strictness',
      () => parts('clean-1', 'stricter', 'clean-3'),
      /stricter: expected the same strictness/,
    ],
    [
      'of different profiles',
      () => parts('clean-1', 'other-tpp', 'clean-3'),
      /other-tpp: expected the same settings of the profile/,
    ],
    ['of different choices', () => parts('clean-1', 'less', 'clean-3'), /less: expected the same chosen cases/],
    ['of different waivers', () => parts('clean-1', 'unneeded-2', 'clean-3'), /unneeded-2: expected the same waivers/],
    ['that are whole runs', () => parts('clean'), /clean: expected a part of a run/],
    [
      'that are not there',
      () => parts('clean-1', 'none', 'clean-3'),
      /none: expected a report in .*report\.json .*received no such file/,
    ],
    [
      'whose report is damaged',
      () => [...parts('clean-1', 'clean-2'), altered('clean-3', 'report.json', (text) => text.slice(0, 900))],
      /received a file that is damaged/,
    ],
    [
      'whose report lacks something',
      () => [...parts('clean-1', 'clean-2'), altered('clean-3', 'report.json', () => '{}')],
      /no report of this version/,
    ],
    [
      'whose evidence was changed',
      () => [
        ...parts('clean-1', 'clean-2'),
        altered('clean-3', 'transcript.ndjson', (text) => text.replace('"status":200', '"status":204')),
      ],
      /received entry \d+ of the transcript was changed/,
    ],
    [
      'whose evidence is cut off',
      () => [...parts('clean-1', 'clean-2'), altered('clean-3', 'transcript.ndjson', (text) => text.slice(0, -50))],
      /received line \d+/,
    ],
    [
      'of another suite',
      () => [
        ...parts('clean-1', 'clean-2'),
        altered('clean-3', 'report.json', (text) => text.replace(/"suiteVersion": "[^"]+"/, '"suiteVersion": "0.0.9"')),
      ],
      /expected the same version of the suite/,
    ],
  ] as const)('%s', async (_, folders, message) => {
    await expect(merged(folders())).rejects.toThrow(message)
  })

  test('and the folder of the whole is none of theirs', async () => {
    const terminal = { stdout: () => {}, stderr: () => {}, isTerminal: false, env: {} }
    const flags = { reporter: 'json', output: folderOf('clean-1') }

    await expect(mergeCommand(clean, flags, terminal)).rejects.toThrow('--output: expected another folder')
    expect(readdirSync(folderOf('clean-1'))).toContain('report.json')
  })
})

test('nothing of an older report is left where parts are refused', async () => {
  const { output } = await merged(clean)
  const terminal = { stdout: () => {}, stderr: () => {}, isTerminal: false, env: {} }

  await expect(mergeCommand(parts('clean-1'), { reporter: 'json', output }, terminal)).rejects.toThrow('part 2 of 3')
  expect(readdirSync(output)).toEqual([])
})
