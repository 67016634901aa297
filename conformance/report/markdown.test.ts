import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Cause } from '../judge/cause.js'
import { githubReporter, renderAnnotations } from './github.js'
import { renderMarkdown } from './markdown.js'
import { sampleExchange, sampleRun } from './testing/sample-run.js'

const folder = await mkdtemp(join(tmpdir(), 'markdown-'))
afterAll(() => rm(folder, { recursive: true }))

const cause = (change: Partial<Cause> = {}): Cause => ({
  party: 'bank',
  title: 'GET /accounts answers 500',
  advice: 'Look it up.',
  outcome: 'fail',
  evidence: [0],
  proves: ['AAC-REQ-020'],
  cases: ['AAC-003@1.0.0'],
  checks: ['WIR-content-type'],
  ...change,
})

const run = (causes: readonly Cause[], exitCode: 0 | 1 = 1) =>
  sampleRun({ entries: [sampleExchange()], verdicts: { causes, exitCode } })

const hostile = '<img src=x>|`x`\n# [a](http://x) @all ::error::'

test('Markdown begins with the causes: what to do, where it was seen, what is asked for, a line to paste', () => {
  const text = renderMarkdown(run([cause()]))

  const order = [
    '# Failed: Example Bank',
    '## 1. The bank: GET /accounts answers 500',
    '**What to do:** Look it up.',
    '- Seen in entry 0: POST',
    '- Asked for: AAC-REQ-020',
    '- Follows: 1 case failed, 1 wire check',
    '```sh\ncurl -i',
    '| Cases | 2: 1 passed, 1 failed |',
  ]
  const places = order.map((part) => text.indexOf(part))
  expect(
    places.every((place) => place >= 0),
    `${places}`,
  ).toBe(true)
  expect(places).toEqual([...places].sort((a, b) => a - b))
})

test('nothing a bank sends is markup, a link or a mention, and no fence ends early', () => {
  const exchange = sampleExchange({
    request: { method: 'GET', url: 'https://b.example/```', headers: [], body: '```\n# x' },
  })
  const text = renderMarkdown(
    sampleRun({
      entries: [exchange],
      verdicts: { causes: [cause({ title: hostile, received: hostile })], exitCode: 1 },
    }),
  )

  expect(text).not.toMatch(/<img|@all|\]\(http/)
  expect(text.match(/^#/gm)).toHaveLength(2)
  expect(text.match(/^````/gm)).toHaveLength(2)
})

test('GitHub gets an annotation for each cause, at most nine, and one for how the run ended', () => {
  const lines = renderAnnotations(run(Array.from({ length: 40 }, (_, index) => cause({ title: `cause ${index}` }))))
    .trimEnd()
    .split('\n')

  expect(lines).toHaveLength(10)
  expect(lines[0]).toMatch(/^::error title=The bank%3A cause 0::entry 0: POST .*%0ALook it up\.%0Afollows: /)
  expect(lines.at(-1)).toMatch(/^::error title=Conformance::exit 1: .*\(the bank\) and 39 other causes$/)
  expect(renderAnnotations(run([], 0))).toBe(
    '::notice title=Conformance::exit 0: every planned case ran and nothing failed\n',
  )
})

test('no text of a bank begins another command of GitHub', () => {
  const text = renderAnnotations(run([cause({ title: '\n::set-output name=x::y%0A', advice: '::stop-commands::x' })]))

  expect(
    text
      .trimEnd()
      .split('\n')
      .every((line) => /^::(error|notice|warning) title=/.test(line)),
  ).toBe(true)
})

test('the summary of the step is added to, not replaced', async () => {
  const summaryFile = join(folder, 'summary.md')
  const reporter = githubReporter({ stdout: () => {}, stderr: () => {}, isTerminal: false, folder, summaryFile })
  await reporter.onEnd?.(run([cause()]))
  await reporter.onEnd?.(run([cause()]))

  expect((await readFile(summaryFile, 'utf8')).match(/^# Failed/gm)).toHaveLength(2)
})
