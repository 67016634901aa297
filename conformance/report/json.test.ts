import { describe, expect, test } from 'vitest'
import { findProblems } from '#standard/index.js'
import { toJsonReport } from './json.js'
import { JsonReport } from './json-schema.js'
import { sampleCase, sampleCheck, sampleFailure, sampleRun, sampleWire } from './testing/sample-run.js'
import { outcomeOrder } from './words.js'

/** As a reader of the file gets it. */
function written(run = sampleRun()): JsonReport {
  return JSON.parse(JSON.stringify(toJsonReport(run)))
}

describe('report.json', () => {
  test('keeps to its schema with every field in use', () => {
    const finding = { ...sampleCheck({ outcome: 'warn', blame: 'bank' }), operation: 'getAccounts', count: 3 } as const
    const waiver = { reason: 'ticket 4711', until: '2030-06-30' }
    const run = sampleRun({
      cases: [
        ...outcomeOrder.map((outcome) => sampleCase({ outcome, blame: 'bank', reason: 'why', waiver })),
        sampleFailure(),
      ],
      wire: [sampleWire({ judges: 'tpp', outcome: 'warn', blame: 'bank', waiver, findings: [finding] })],
      verdicts: { staleWaivers: [{ case: 'AAC-001', version: '1.0.0', why: 'passes', until: '2030-01-01' }] },
    })

    expect(findProblems(JsonReport, written(run))).toEqual([])
  })

  test.each([
    ['/version', { version: 2 }],
    ['/exitCode', { exitCode: 6 }],
    ['/complete', { complete: undefined }],
    ['/extra', { extra: true }],
  ])('would be refused by its schema with a wrong %s', (pointer, change) => {
    const report = JSON.parse(JSON.stringify({ ...written(), ...change }))

    expect(findProblems(JsonReport, report).map((problem) => problem.pointer)).toContain(pointer)
  })

  test('has the exit code, its reason and the evidence', () => {
    expect(written()).toMatchObject({
      version: 1,
      exitCode: 1,
      exitReason: '1 case failed',
      counts: { cases: { pass: 1, fail: 1, warn: 0 }, wire: { pass: 0 } },
      transcript: { file: 'transcript.ndjson', entries: 3, head: 'hash-2' },
    })
  })

  test('has every finding of a case, each capped', () => {
    const checks = Array.from({ length: 500 }, () => sampleCheck({ outcome: 'fail', received: 'x'.repeat(1_000_000) }))

    const [first] = written(sampleRun({ cases: [sampleFailure({ checks })] })).cases

    expect(first?.checks).toHaveLength(500)
    expect(first?.checks[0]?.received).toHaveLength(500)
  })

  test('has no harmful character left in a value', () => {
    const report = written(sampleRun({ cases: [sampleFailure({ reason: '\u001b[31m' })] }))

    expect(report.cases[0]?.reason).toBe('\\u001b[31m')
  })
})
