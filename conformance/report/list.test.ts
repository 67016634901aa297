import { describe, expect, test } from 'vitest'
import { requirement } from '#standard/index.js'
import type { Cause } from '../judge/cause.js'
import { createReporters } from './index.js'
import type { RunResult } from './reporter.js'
import { sampleCase, sampleExchange, sampleFailure, sampleJourney, sampleRun } from './testing/sample-run.js'

async function report(result: RunResult, options: { isTerminal?: boolean; columns?: number; colour?: boolean } = {}) {
  const out: string[] = []
  const progress: string[] = []
  const reporter = createReporters(['list'], {
    stdout: (text) => out.push(text),
    stderr: (text) => progress.push(text),
    isTerminal: options.isTerminal ?? false,
    columns: () => options.columns ?? 80,
    colour: options.colour ?? false,
    folder: 'unused',
  })
  reporter.onBegin?.(result.info)
  for (const verdict of result.verdicts.cases) reporter.onCase?.(verdict)
  await reporter.onEnd?.(result)
  return { text: out.join(''), progress }
}

describe('the list', () => {
  const cause = (change: Partial<Cause> = {}): Cause => ({
    party: 'bank',
    title: 'POST /account-access-consents: /Data/CreationDateTime: expected an offset, received "2030-01-15T09:00:00"',
    advice: 'Look it up.',
    outcome: 'fail',
    evidence: [2],
    proves: ['AAC-REQ-020'],
    cases: ['AAC-003@1.0.0'],
    checks: [],
    ...change,
  })

  test('begins with the cause: party, evidence, requirement, what to do, a line to paste, what follows', async () => {
    const { text } = await report(sampleRun({ verdicts: { causes: [cause()] } }))

    expect(text).toBe(`  One cause explains what did not pass:

  1. The bank: POST /account-access-consents: /Data/CreationDateTime: expected an offset, received "2030-01-15T09:00:00"
     seen in    entry 2: POST /api/account-access-consents   201   x-fapi-interaction-id 6b1f6f0e-9c1d-4f7a-8d63-2f3a4b5c6d7e
     asked for  AAC-REQ-020 (stated, must): ${requirement('AAC-REQ-020').text}
     what to do Look it up.
     try it     curl -i -X 'POST' 'https://bank.example/api/account-access-consents' -H 'authorization: Bearer ‹redacted 1›' -H 'content-type: application/json' --data-binary '{"Data":{"Permissions":["ReadAccountsDetail"]},"Risk":{}}'
     follows    1 case failed (dates a consent with a timezone offset): AAC-003@1.0.0

  2 cases: 1 passed, 1 failed   12.4 s
  exit 1: 1 case failed. Cause: POST /account-access-consents: /Data/CreationDateTime: expected an offset, received "2030-01-15T09:00:00" (the bank)
`)
  })

  test('shows where a journey ended, and no requirement where the bank is not at fault', async () => {
    const page = { url: 'https://bank.example/login', title: 'Sign in', shows: ['button "Go"'] }
    const failure = { kind: 'page', message: 'the page rejects what was entered', page } as const
    const journey = sampleJourney({ failure })

    const { text } = await report(
      sampleRun({ entries: [journey], verdicts: { causes: [cause({ party: 'config', evidence: [0] })] } }),
    )

    expect(text).toContain(
      '     page       "Sign in" at https://bank.example/login\n                shows button "Go"\n',
    )
    expect(text).not.toContain('asked for')
  })

  test('names four causes in full, the next in a line, and the exit by one that has its outcome', async () => {
    const causes = Array.from({ length: 30 }, (_, index) =>
      cause({ title: `cause ${index + 1}`, party: 'network', outcome: index === 7 ? 'fail' : 'could-not-run' }),
    )

    const { text } = await report(sampleRun({ verdicts: { causes } }))

    expect(text.match(/what to do/g)).toHaveLength(4)
    expect(text).toContain('  14. The network: cause 14   (1 case failed (dates a consent with a timezone offset))\n')
    expect(text).toContain('... and 16 more')
    expect(text).toMatch(/exit 1: 1 case failed\. Cause: cause 8 \(the network\) and 29 other causes\n$/)
  })

  test('has a line for what warns, is noted, waived or to be reviewed, most pressing first', async () => {
    const outcomes = ['info', 'waived', 'warn', 'needs-review', 'could-not-run', 'suite-error', 'fail'] as const
    const cases = outcomes.map((outcome, index) => sampleCase({ case: `AAC-10${index}`, outcome, checks: [] }))

    const { text } = await report(sampleRun({ cases }))

    expect(text.match(/^ {2}. [a-z ]{14} AAC-\d+ 1\.0\.0/gm)).toEqual([
      '  ◌ needs review   AAC-103 1.0.0',
      '  ! warning        AAC-102 1.0.0',
      '  ~ known failure  AAC-101 1.0.0',
      '  i note           AAC-100 1.0.0',
    ])
  })

  test('counts cases that do not apply by reason', async () => {
    const cases = ['AAC-001', 'AAC-002'].map((id) =>
      sampleCase({ case: id, outcome: 'not-applicable', reason: 'not offered', checks: [] }),
    )

    const { text } = await report(sampleRun({ cases }))

    expect(text).toContain('  - not applicable 2 cases: not offered\n')
  })

  test('caps what is listed and counts the rest', async () => {
    const cases = Array.from({ length: 500 }, (_, index) =>
      sampleCase({ case: `AAC-${index}`, outcome: 'warn', checks: [] }),
    )

    const { text } = await report(sampleRun({ cases }))

    expect(text.split('\n').length).toBeLessThan(20)
    expect(text).toContain('... and 490 more')
  })

  test('lets no escape code of the bank through', async () => {
    const hostile = '\u001b[31m\u009b2J\u202e'
    const exchange = sampleExchange({
      request: { method: hostile, url: hostile, headers: [['x-fapi-interaction-id', hostile]], body: hostile },
      response: { status: 200, headers: [], body: hostile },
    })
    const page = { url: hostile, title: hostile, shows: [hostile] }
    const journey = sampleJourney({ failure: { kind: 'page', message: hostile, page } })
    const failure = sampleFailure({ reason: hostile, title: hostile, outcome: 'warn' })
    const causes = [cause({ title: hostile, evidence: [0, 1], received: hostile })]

    const { text, progress } = await report(
      sampleRun({ cases: [failure], entries: [exchange, journey], verdicts: { causes, exitCode: 1 } }),
    )

    expect(text).toContain('\\u001b[31m')
    expect(text).toMatch(/^(?:[^\p{Cc}\p{Cf}]|\n)*$/u)
    expect(progress.join('')).toMatch(/^(?:[^\p{Cc}\p{Cf}]|\n)*$/u)
  })

  test('gives the reason why a run without failures is not clean', async () => {
    const stuck = sampleCase({ outcome: 'could-not-run', blame: 'network', reason: 'connection refused', checks: [] })
    const incomplete = sampleRun({ cases: [stuck], verdicts: { exitCode: 3, complete: false } })
    const partial = sampleRun({ cases: [sampleCase()], verdicts: { exitCode: 3, partial: true } })
    const stale = { case: 'AAC-009', why: 'expired', until: '2029-12-31' } as const
    const waived = sampleRun({ cases: [sampleCase()], verdicts: { exitCode: 5, staleWaivers: [stale] } })

    expect((await report(incomplete)).text).toContain('exit 3: 1 case could not run')
    expect((await report(partial)).text).toContain('exit 3: a filter left cases out on purpose (the configuration)\n')
    expect((await report(waived)).text).toContain('The waiver of AAC-009 until 2029-12-31 has expired.\n')
  })

  test('is coloured only when asked, and has the same text', async () => {
    const run = sampleRun({ cases: [sampleCase({ outcome: 'warn' })], verdicts: { causes: [cause()] } })
    const plain = await report(run)
    const coloured = await report(run, { colour: true })

    expect(coloured.text).toContain('\u001b[33m! warning')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the colours are what is taken away
    expect(coloured.text.replace(/\u001b\[\d+m/g, '')).toBe(plain.text)
  })
})

describe('progress', () => {
  const cases = Array.from({ length: 40 }, (_, index) => sampleCase({ case: `AAC-${100 + index}` }))

  test('is one line on a terminal, redrawn and erased at the end', async () => {
    const { progress } = await report(sampleRun({ cases }), { isTerminal: true })

    expect(progress).toHaveLength(41)
    expect(progress[4]).toBe('\r\u001b[2K5/40 cases: 5 passed   AAC-104 starts a consent in AwaitingAuthorisation')
    expect(progress.every((line) => !line.includes('\n'))).toBe(true)
    expect(progress.at(-1)).toBe('\r\u001b[2K')
  })

  test('fits into a terminal of 40 columns', async () => {
    const { progress } = await report(sampleRun({ cases }), { isTerminal: true, columns: 40 })

    expect(progress[4]).toBe('\r\u001b[2K5/40 cases: 5 passed   AAC-104 starts …')
    expect(progress.every((line) => line.replace('\r\u001b[2K', '').length < 40)).toBe(true)
  })

  test('is a line for every tenth of the cases elsewhere', async () => {
    const { progress } = await report(sampleRun({ cases }))

    expect(progress).toHaveLength(11)
    expect(progress.slice(0, 2)).toEqual(['0/40 cases\n', '4/40 cases: 4 passed\n'])
    expect(progress.at(-1)).toBe('40/40 cases: 40 passed\n')
  })
})
