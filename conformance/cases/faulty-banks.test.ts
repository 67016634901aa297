import { describe, expect, test } from 'vitest'
import { judgeCase } from '../judge/case-verdict.js'
import { judge } from '../judge/judge.js'
import { chain, runEntry } from '../judge/testing/transcripts.js'
import { cases } from './index.js'
import { type Bank, entriesOf } from './testing/sent.js'

const each = cases.flatMap((one) => one.versions.map((version) => [`${one.id}@${version}`, one, version] as const))

const page: Bank['journey'] = { failure: { kind: 'page', message: 'the page says {}' } }

/** Answers 200 and an empty object to everything, on its pages too. */
const says200: Bank = { answer: { status: 200, body: '{}' }, journey: page }

/** Answers every request with a server error. */
const fails: Bank = {
  answer: { status: 500, body: '<html>Internal error</html>', responseHeaders: [['content-type', 'text/html']] },
  journey: { failure: { kind: 'refused', message: 'the page answered 500: Internal error' } },
}

describe('a bank that answers 200 {} to everything', () => {
  test.each(each)('passes nothing: %s', (_, one, version) => {
    expect(['fail', 'warn', 'could-not-run']).toContain(
      judgeCase(one, version, entriesOf(one, version, says200), 'all').outcome,
    )
  })

  test('passes no wire check either', () => {
    const entries = each.flatMap(([, one, version]) => entriesOf(one, version, says200))
    const transcript = chain([runEntry(each.map(([key]) => key)), ...entries])
    const { wire, counts, exitCode } = judge(transcript, { cases, waivers: [], today: '2030-01-15' })
    // The interaction id is the one correct thing in the answers of this bank, and that they do not repeat the token.
    const passed = wire.filter((verdict) => verdict.judges === 'bank' && verdict.outcome === 'pass')

    expect(
      passed.map(({ check }) => check).filter((id) => !/^WIR-(interaction-id|token-not-repeated)/.test(id)),
    ).toEqual([])
    expect({ pass: counts.pass, exitCode }).toEqual({ pass: 0, exitCode: 1 })
  })
})

describe('a bank that answers everything with a server error', () => {
  test.each(each)('fails: %s', (_, one, version) => {
    expect(['fail', 'warn']).toContain(judgeCase(one, version, entriesOf(one, version, fails), 'all').outcome)
  })
})
