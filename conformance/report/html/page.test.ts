import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Entry } from '../../transcript/entry.js'
import { sampleCase, sampleCheck, sampleExchange, sampleFailure, sampleRun, sampleWire } from '../testing/sample-run.js'
import { renderPage } from './page.js'

const megabytes = (text: string) => Buffer.byteLength(text) / 1_000_000

/** The visible text. */
function visible(page: string): string {
  return page.replace(/<(style|script)>[\s\S]*?<\/\1>/g, '').replace(/<[^>]*>/g, '')
}

const journey = {
  kind: 'journey',
  at: '2030-01-15T09:00:00.000Z',
  millis: 900,
  case: 'AAC-003',
  version: '1.0.0',
  driver: 'browser',
  decision: 'approve',
  authorizationUrl: 'https://bank.example/auth?client_id=tpp-1&state=s1',
  state: 's1',
  redirect: {
    placement: 'query',
    count: 1,
    parameters: [
      ['code', '‹redacted 2›'],
      ['state', 's1'],
    ],
  },
} as const satisfies Entry

describe('the page', () => {
  test('shows the bank, the verdict and the counts', () => {
    const text = visible(renderPage(sampleRun()))

    for (const part of ['Example Bank', 'Failed', '1 case failed. Exit code 1.', '2 cases', '12.4 s', 'stated']) {
      expect(text).toContain(part)
    }
  })

  test('shows the findings of a failed case, what the standard asks and who is to blame', () => {
    const text = visible(renderPage(sampleRun()))

    expect(text).toContain('Blame: the bank. What the bank answered differs')
    expect(text).toMatch(/body at \/Data\/CreationDateTime\s+Expectedan offsetReceived&quot;2030-01-15T09:00:00&quot;/)
    expect(text).toContain('AAC-REQ-020 GET /account-access-consents/{ConsentId}/ returns the consent resource.')
    expect(text).toContain('stated, must · Endpoints: operation lists, GET /account-access-consents/{ConsentId}/')
  })

  test('has every exchange and journey of a failed case in full, with the place of the finding marked', () => {
    const own = sampleExchange({ deviates: ['Risk.Score'] })
    const entries = [sampleExchange({ case: 'AAC-001' }), own, own, journey]

    const page = renderPage(sampleRun({ entries }))

    const text = visible(page)
    expect(text.match(/POST https:\/\/bank\.example\/api\/account-access-consents/g)).toHaveLength(2)
    expect(text).toContain('authorization: Bearer ‹redacted 1›')
    expect(text).toContain('"Permissions": ['.replaceAll('"', '&quot;'))
    expect(text).toContain('201 Created')
    expect(text).toContain('wrong on purpose: Risk.Score')
    expect(page).toContain('<mark>    &quot;CreationDateTime&quot;: &quot;2030-01-15T09:00:00&quot;,</mark>')
    expect(text).toContain('client_id = tpp-1')
    expect(text).toContain('state came back unchanged.')
  })

  test('links a case to the shared starting point that created its consent', () => {
    const { case: _, version: __, step: ___, ...shared } = sampleExchange()
    const entries: Entry[] = [
      { ...shared, given: 'detailConsent@1.0.0' },
      { kind: 'case', at: journey.at, case: 'AAC-003', version: '1.0.0', millis: 1, given: { consentId: 'c-1' } },
    ]

    const page = renderPage(sampleRun({ cases: [sampleFailure({ checks: [] })], entries }))

    expect(page).toContain('<a href="#given-detailConsent@1.0.0">')
    expect(page).toContain('id="given-detailConsent@1.0.0"')
  })

  test('shows wire findings with their places and interaction ids', () => {
    const finding = { ...sampleCheck({ outcome: 'fail', pointer: '/Links/Self', evidence: [0, 1, 2] }), count: 55 }
    const wire = [sampleWire({ outcome: 'fail', blame: 'bank', findings: [finding] })]

    const text = visible(renderPage(sampleRun({ wire })))

    expect(text).toContain('55 places, 3 shown')
    expect(text).toContain('and 52 more')
  })

  test('shows that the run is partial, incomplete or has a waiver to renew', () => {
    const stale = { case: 'AAC-001', why: 'passes', until: '2030-06-30' } as const
    const run = sampleRun({ verdicts: { partial: true, exitCode: 3, staleWaivers: [stale] } })

    const text = visible(renderPage({ ...run, info: { ...run.info, planned: 5 } }))

    expect(text).toContain('Partial run')
    expect(text).toContain('3 planned cases without a verdict.')
    expect(text).toContain('The waiver of AAC-001 until 2030-06-30 is no longer needed')
  })
})

test('a run without a case claims no pass', () => {
  const text = visible(renderPage(sampleRun({ cases: [], verdicts: { exitCode: 3, complete: false } })))

  expect(text).toContain('No case was judged.')
  expect(text).not.toContain('every case that applies passed')
})

describe('whatever the bank sends', () => {
  const hostile = `\u001b[31m"'></p></script><script>alert(1)</script><img src=x onerror=alert(1)>`
  const entry = sampleExchange({
    request: { method: hostile, url: hostile, headers: [[hostile, hostile]], body: hostile },
    response: { status: 200, headers: [[hostile, hostile]], body: JSON.stringify({ [hostile]: hostile }) },
  })
  const failure = sampleFailure({
    title: hostile,
    reason: hostile,
    checks: [sampleCheck({ outcome: 'fail', check: hostile, pointer: hostile, received: hostile, evidence: [0] })],
  })
  const run = sampleRun({
    cases: [failure],
    entries: [entry, { ...journey, authorizationUrl: hostile, state: hostile }],
  })
  const page = renderPage({ ...run, info: { ...run.info, profileName: hostile } })

  test('no element and no control character of it gets into the page', () => {
    expect(page.match(/<script/g)).toHaveLength(1)
    expect(page.match(/<img/g)).toBeNull()
    expect(page).toMatch(/^(?:\P{Cc}|[\n\t])*$/u)
    expect(page).toContain('\\u001b[31m')
  })

  test('the content security policy allows our style and script alone', () => {
    const digest = (tag: string) => {
      const text = new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(page)?.[1] ?? ''
      return createHash('sha256').update(text).digest('base64')
    }

    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1]?.replaceAll('&#39;', "'")
    expect(policy).toBe(
      `default-src 'none'; img-src data:; style-src 'sha256-${digest('style')}'; script-src 'sha256-${digest('script')}'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'`,
    )
    expect(page).not.toMatch(/ style="| on[a-z]+="/)
  })

  test('a long body is cut with a note', () => {
    const long = sampleExchange({ response: { status: 200, headers: [], body: 'x'.repeat(1_000_000) } })

    const page = renderPage(sampleRun({ entries: [long, long, long] }))

    expect(megabytes(page)).toBeLessThan(0.2)
    expect(visible(page)).toContain('992000 more characters: see transcript.ndjson')
  })

  test('a long list is formatted up to where it is cut', () => {
    const rows = Array.from({ length: 50_000 }, (_, index) => ({ TransactionId: `t-${index}` }))
    const body = JSON.stringify({ Data: { Transaction: rows } })
    const long = sampleExchange({ response: { status: 200, headers: [], body } })

    const page = renderPage(sampleRun({ entries: [long, long, long] }))

    expect(megabytes(page)).toBeLessThan(0.2)
    expect(visible(page)).toMatch(/\d+ more characters: see transcript\.ndjson/)
  })

  test('500 findings of one case are capped and counted', () => {
    const checks = Array.from({ length: 500 }, () => sampleCheck({ outcome: 'fail' }))

    expect(visible(renderPage(sampleRun({ cases: [sampleFailure({ checks })] })))).toContain('460 more findings')
  })
})

describe('a very large run', () => {
  const rows = 50_000
  const many = Array.from({ length: rows }, (_, index) => sampleCase({ case: `AAC-${index}` }))

  test('of 50,000 cases stays under 5 MB and names them all', () => {
    const page = renderPage(sampleRun({ cases: [...many, sampleFailure()] }))

    expect(megabytes(page)).toBeLessThan(5)
    expect(page).toContain('AAC-49999 1.0.0')
    expect(visible(page)).toContain('Blame: the bank')
  })

  test('of 50,000 exchanges in passed cases stays under 5 MB', () => {
    const entries = Array.from({ length: rows }, (_, index) => sampleExchange({ case: `AAC-${index % 500}` }))

    const page = renderPage(sampleRun({ cases: many.slice(0, 500), entries }))

    expect(megabytes(page)).toBeLessThan(5)
    expect(visible(page)).toContain('and 80 more: see transcript.ndjson')
  })

  test('in which much fails stays readable by a browser, every case with its findings', () => {
    const failures = Array.from({ length: 2000 }, (_, index) =>
      sampleFailure({ case: `AAC-${index}`, checks: [sampleCheck({ outcome: 'fail', received: `answer ${index}` })] }),
    )
    const body = JSON.stringify({ Data: Array.from({ length: 400 }, () => 'x'.repeat(15)) })
    const entries = failures.map(({ case: id }) =>
      sampleExchange({ case: id, response: { status: 200, headers: [], body } }),
    )

    const page = renderPage(sampleRun({ cases: failures, entries }))

    expect(megabytes(page)).toBeLessThan(17)
    expect(page).toContain('answer 1999')
    expect(visible(page)).toContain('see transcript.ndjson')
  })
})
