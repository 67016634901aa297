import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ConfigurationError } from '../profile/mistakes.js'
import { chain, verifyChain } from '../transcript/chain.js'
import { readTranscript } from '../transcript/ndjson.js'
import { createReporters, reporterNames } from './index.js'
import { sampleExchange, sampleRun } from './testing/sample-run.js'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'report-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

function output(lines: string[] = []) {
  const write = (text: string) => void lines.push(text)
  return { stdout: write, stderr: write, isTerminal: false, folder: join(folder, 'report') }
}

test('names every unknown reporter at once, and the ones there are', () => {
  const create = () => createReporters(['list', 'xml', 'pdf\u001b', 'toString'], output())

  expect(create).toThrow(ConfigurationError)
  for (const received of ['"xml"', '"pdf\\u001b"', '"toString"']) {
    expect(create).toThrow(`--reporter: expected some of ${reporterNames.join(',')}, received ${received}`)
  }
})

test('writes each file under its name and prints its path', async () => {
  const lines: string[] = []

  await createReporters(reporterNames, output(lines)).onEnd(sampleRun())

  expect((await readdir(join(folder, 'report'))).sort()).toEqual([
    'index.html',
    'junit.xml',
    'report.json',
    'summary.md',
    'transcript.ndjson',
  ])
  expect(lines).toContain(`  html        ${join(folder, 'report', 'index.html')}\n`)
})

test('brings the transcript along with a report that points to it', async () => {
  await createReporters(['html', 'html'], output()).onEnd(sampleRun())

  expect((await readdir(join(folder, 'report'))).sort()).toEqual(['index.html', 'transcript.ndjson'])
})

test('touches no disk for the list alone', async () => {
  await createReporters(['list'], output()).onEnd(sampleRun())

  expect(await readdir(folder)).toEqual([])
})

test('goes on without the files when the folder cannot be made', async () => {
  const lines: string[] = []
  await writeFile(join(folder, 'report'), 'a file')
  const reporters = createReporters(['list', 'json'], output(lines))

  await reporters.onEnd(sampleRun())

  expect(reporters.dropped).toEqual(['ndjson', 'json'])
  expect(lines.join('')).toContain('exit 1: 1 case failed')
})

test('writes a transcript that holds no control character and whose chain still holds', async () => {
  const hostile = sampleExchange({
    response: { status: 200, headers: [], body: '\u001b[31m\u202e\u2028\u009b \ud800' },
  })
  const first = chain(hostile, undefined)
  const transcript = [first, chain(hostile, first)]

  await createReporters(['ndjson'], output()).onEnd({ ...sampleRun(), transcript })

  const file = join(folder, 'report', 'transcript.ndjson')
  expect(await readFile(file, 'utf8')).toMatch(/^(?:[^\p{Cc}\p{Cf}]|\n)*$/u)
  expect(verifyChain(readTranscript(file))).toEqual({ intact: true, length: 2 })
})
