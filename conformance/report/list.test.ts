import { describe, expect, test } from 'vitest'
import { listReporter } from './list.js'
import type { RunResult } from './reporter.js'
import { sampleCase, sampleCheck, sampleExchange, sampleFailure, sampleRun, sampleWire } from './testing/sample-run.js'

async function report(result: RunResult, options: { isTerminal?: boolean; colour?: boolean } = {}) {
  const out: string[] = []
  const progress: string[] = []
  const reporter = listReporter({
    stdout: (text) => out.push(text),
    stderr: (text) => progress.push(text),
    isTerminal: options.isTerminal ?? false,
    colour: options.colour ?? false,
    folder: 'unused',
  })
  reporter.onBegin?.(result.info)
  for (const verdict of result.verdicts.cases) reporter.onCase?.(verdict)
  await reporter.onEnd?.(result)
  return { text: out.join(''), progress }
}

describe('the list', () => {
  test('shows a failed case with finding, ledger row, call, interaction id, blame and basis', async () => {
    const { text } = await report(sampleRun())

    expect(text).toBe(`  ✗ failed         AAC-003 1.0.0  dates a consent with a timezone offset                 31 ms
      /Data/CreationDateTime: expected an offset, received "2030-01-15T09:00:00"   (AAC-REQ-020)
      POST /api/account-access-consents   201   x-fapi-interaction-id 6b1f6f0e-9c1d-4f7a-8d63-2f3a4b5c6d7e
      blame: the bank   basis: stated, must

  2 cases: 1 passed, 1 failed   12.4 s
  exit 1: 1 case failed
`)
  })

  test('has symbol and word for every outcome that needs attention, most pressing first', async () => {
    const outcomes = ['info', 'waived', 'warn', 'needs-review', 'could-not-run', 'suite-error', 'fail'] as const
    const cases = outcomes.map((outcome, index) => sampleCase({ case: `AAC-10${index}`, outcome, checks: [] }))

    const { text } = await report(sampleRun({ cases }))

    expect(text.match(/^ {2}. [a-z ]{14} AAC-\d+ 1\.0\.0/gm)).toEqual([
      '  ✗ failed         AAC-106 1.0.0',
      '  ⊘ suite error    AAC-105 1.0.0',
      '  ? could not run  AAC-104 1.0.0',
      '  ◌ needs review   AAC-103 1.0.0',
      '  ! warning        AAC-102 1.0.0',
      '  ~ known failure  AAC-101 1.0.0',
      '  i note           AAC-100 1.0.0',
    ])
  })

  test('puts cases that do not apply together by reason', async () => {
    const cases = ['AAC-001', 'AAC-002'].map((id) =>
      sampleCase({ case: id, outcome: 'not-applicable', reason: 'not offered', checks: [] }),
    )

    const { text } = await report(sampleRun({ cases }))

    expect(text).toContain('- not applicable 2 cases: not offered\n      AAC-001 1.0.0, AAC-002 1.0.0\n')
  })

  test('groups the findings of the wire checks and counts them', async () => {
    const finding = { ...sampleCheck({ outcome: 'fail', pointer: '/Links/Self', received: '"/a"' }), count: 55 }
    const wire = [sampleWire(), sampleWire({ check: 'WIR-links', outcome: 'fail', blame: 'bank', findings: [finding] })]

    const { text } = await report(sampleRun({ wire }))

    expect(text).toContain('✗ failed         WIR-links  every answer has')
    expect(text).toContain('/Links/Self: expected 201, received "/a"   (AAC-REQ-010)   55 places\n')
    expect(text).toContain('2 wire checks: 1 passed, 1 failed\n')
    expect(text).not.toContain('WIR-interaction-id-present')
  })

  test('caps the findings of one case and counts the rest', async () => {
    const checks = Array.from({ length: 500 }, (_, index) =>
      sampleCheck({ outcome: 'fail', pointer: `/Data/${index}` }),
    )

    const { text } = await report(sampleRun({ cases: [sampleFailure({ checks })] }))

    expect(text.match(/\/Data\/\d+/g)).toHaveLength(8)
    expect(text).toContain('... and 492 more')
  })

  test('lets no escape code of the bank through', async () => {
    const hostile = '\u001b[31m\u009b2J\u202e'
    const exchange = sampleExchange({
      request: { method: hostile, url: hostile, headers: [['x-fapi-interaction-id', hostile]] },
      response: { status: 200, headers: [], body: hostile },
    })
    const failure = sampleFailure({
      reason: hostile,
      title: hostile,
      checks: [sampleCheck({ outcome: 'fail', received: hostile, expected: hostile, pointer: hostile, evidence: [0] })],
    })

    const { text, progress } = await report(sampleRun({ cases: [failure], entries: [exchange] }))

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

    expect((await report(incomplete)).text).toContain('exit 3: 1 case could not run\n')
    expect((await report(partial)).text).toContain('exit 3: a filter left cases out on purpose\n')
    expect((await report(waived)).text).toContain('The waiver of AAC-009 until 2029-12-31 has expired.\n')
  })

  test('is coloured only when asked, and has the same text', async () => {
    const plain = await report(sampleRun())
    const coloured = await report(sampleRun(), { colour: true })

    expect(coloured.text).toContain('\u001b[31m✗ failed')
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

  test('is a line for every tenth of the cases elsewhere', async () => {
    const { progress } = await report(sampleRun({ cases }))

    expect(progress).toHaveLength(11)
    expect(progress.slice(0, 2)).toEqual(['0/40 cases\n', '4/40 cases: 4 passed\n'])
    expect(progress.at(-1)).toBe('40/40 cases: 40 passed\n')
  })
})
