import { describe, expect, test } from 'vitest'
import { toJsonReport } from './json.js'
import { renderJunit } from './junit.js'
import { sampleCase, sampleCheck, sampleFailure, sampleRun, sampleWire } from './testing/sample-run.js'
import { outcomeOrder } from './words.js'

/** Throws where a tag is not closed, text has a bare `<` or `&`, or a character is illegal in XML 1.0. */
function assertWellFormed(xml: string): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters XML 1.0 forbids
  const illegal = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])/.exec(xml)
  if (illegal) throw new Error(`illegal character at ${illegal.index}`)
  const open: string[] = []
  const tokens =
    /<\?xml [^<>?]*\?>|<(\/?)([a-z-]+)((?: [a-z]+="[^"<>&]*(?:&(?:amp|lt|gt|quot|#39);[^"<>&]*)*")*)(\/?)>/gy
  const text = /(?:[^<>&]|&(?:amp|lt|gt|quot|#39);)*/gy
  let at = 0
  while (at < xml.length) {
    text.lastIndex = at
    text.exec(xml)
    at = Math.max(at, text.lastIndex)
    if (at >= xml.length) break
    tokens.lastIndex = at
    const tag = tokens.exec(xml)
    if (!tag) throw new Error(`no tag at ${at}: ${xml.slice(at, at + 60)}`)
    at = tokens.lastIndex
    const [, closing, name, , empty] = tag
    if (!name || empty) continue
    if (!closing) open.push(name)
    else if (open.pop() !== name) throw new Error(`</${name}> closes another tag`)
  }
  if (open.length > 0) throw new Error(`not closed: ${open.join(', ')}`)
}

const cases = [
  ...outcomeOrder.map((outcome) => sampleCase({ outcome, reason: 'why' })),
  sampleCase({ case: 'ACC-001', version: '0.0.1', operation: 'getAccounts' }),
  sampleFailure(),
]

describe('junit.xml', () => {
  test('has one suite for each area and version, and one for the wire checks', () => {
    const xml = renderJunit(sampleRun({ cases, wire: [sampleWire()] }))

    expect([...xml.matchAll(/<testsuite name="([^"]*)"/g)].map(([, name]) => name)).toEqual([
      'AAC 1.0.0',
      'ACC 0.0.1',
      'wire',
    ])
  })

  test('has a failure, an error, a skip or an output for every outcome but a pass', () => {
    const xml = renderJunit(sampleRun({ cases: outcomeOrder.map((outcome) => sampleCase({ outcome, case: outcome })) }))

    const elements = Object.fromEntries(
      outcomeOrder.map((outcome) => [
        outcome,
        new RegExp(`name="${outcome} [^>]*?(?:/>|><([a-z-]+))`).exec(xml)?.[1] ?? 'nothing',
      ]),
    )
    expect(elements).toEqual({
      fail: 'failure',
      'suite-error': 'error',
      'could-not-run': 'error',
      'needs-review': 'skipped',
      waived: 'skipped',
      'not-applicable': 'skipped',
      warn: 'system-out',
      info: 'system-out',
      pass: 'nothing',
    })
  })

  test('counts the same as the JSON report', () => {
    const finding = { ...sampleCheck({ outcome: 'fail' }), count: 2 }
    const run = sampleRun({ cases, wire: [sampleWire(), sampleWire({ outcome: 'fail', findings: [finding] })] })

    const xml = renderJunit(run)
    const { counts } = toJsonReport(run)

    const sum = (...outcomes: (keyof typeof counts.cases)[]) =>
      outcomes.reduce((total, each) => total + counts.cases[each] + counts.wire[each], 0)
    const [, tests, failures, errors, skipped] =
      /<testsuites [^>]*tests="(\d+)" failures="(\d+)" errors="(\d+)" skipped="(\d+)"/.exec(xml) ?? []
    expect({ tests, failures, errors, skipped }).toEqual({
      tests: String(sum(...outcomeOrder)),
      failures: String(sum('fail')),
      errors: String(sum('could-not-run', 'suite-error')),
      skipped: String(sum('not-applicable', 'waived', 'needs-review')),
    })
    expect(xml.match(/<testcase /g)).toHaveLength(Number(tests))
    expect(xml.match(/<failure /g)).toHaveLength(Number(failures))
    expect(xml.match(/<error /g)).toHaveLength(Number(errors))
    expect(xml.match(/<skipped /g)).toHaveLength(Number(skipped))
  })

  test('has the finding, the blame and the times', () => {
    const xml = renderJunit(sampleRun())

    expect(xml).toContain(
      '<testcase classname="conformance.v1-0-0.AAC" name="AAC-003 dates a consent with a timezone offset" time="0.031">',
    )
    expect(xml).toContain('<failure message="failed; blame: the bank; /Data/CreationDateTime: expected an offset, ')
    expect(xml).toContain('timestamp="2030-01-15T09:00:00.000Z"')
  })

  test('stays well-formed whatever the bank sends', () => {
    const hostile = `]]></failure><script>&\u0000\u001b[31m\ud800\uffff"'\n`
    const failure = sampleFailure({
      title: hostile,
      reason: hostile,
      checks: [sampleCheck({ outcome: 'fail', pointer: hostile, received: hostile })],
    })
    const run = sampleRun({ cases: [failure, { ...failure, outcome: 'warn' }, { ...failure, outcome: 'waived' }] })

    expect(() => assertWellFormed(renderJunit(run))).not.toThrow()
  })

  test.each(['<a><b></a></b>', '<a>&</a>', '<a b="<"/>', '<a>\u0001</a>', '<a>'])('(the check refuses %j)', (xml) => {
    expect(() => assertWellFormed(xml)).toThrow()
  })
})
