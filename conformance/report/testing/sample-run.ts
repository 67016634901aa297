/**
 * A small run, made by hand, for tests of the reporters.
 *
 * @module
 */
import type { CaseVerdict, CheckResult, Verdicts, WireVerdict } from '../../judge/verdict.js'
import type { ChainedEntry, Entry, ExchangeEntry, JourneyEntry } from '../../transcript/entry.js'
import type { RunResult } from '../reporter.js'
import { tally } from '../summary.js'

const at = '2030-01-15T09:00:00.000Z'

/** A check that passed, with some members changed. */
export function sampleCheck(change: Partial<CheckResult> = {}): CheckResult {
  return { check: 'status', outcome: 'pass', proves: ['AAC-REQ-010'], evidence: [1], expected: '201', ...change }
}

/** A passed case, with some members changed. */
export function sampleCase(change: Partial<CaseVerdict> = {}): CaseVerdict {
  return {
    case: 'AAC-001',
    version: '1.0.0',
    title: 'starts a consent in AwaitingAuthorisation',
    operation: 'createAccountAccessConsent',
    outcome: 'pass',
    checks: [sampleCheck()],
    millis: 31,
    ...change,
  }
}

/** A failed case with one finding on the exchange 2. */
export function sampleFailure(change: Partial<CaseVerdict> = {}): CaseVerdict {
  const found = {
    check: 'body',
    outcome: 'fail',
    proves: ['AAC-REQ-020'],
    evidence: [2],
    pointer: '/Data/CreationDateTime',
    expected: 'an offset',
    received: '"2030-01-15T09:00:00"',
    blame: 'bank',
  } as const
  return sampleCase({
    case: 'AAC-003',
    title: 'dates a consent with a timezone offset',
    outcome: 'fail',
    blame: 'bank',
    checks: [sampleCheck({ evidence: [2] }), sampleCheck(found)],
    ...change,
  })
}

/** An exchange of a case that creates a consent. */
export function sampleExchange(change: Partial<ExchangeEntry> = {}): ExchangeEntry {
  return {
    kind: 'exchange',
    at,
    millis: 12,
    case: 'AAC-003',
    version: '1.0.0',
    step: 0,
    operation: 'createAccountAccessConsent',
    request: {
      method: 'POST',
      url: 'https://bank.example/api/account-access-consents',
      headers: [
        ['authorization', 'Bearer ‹redacted 1›'],
        ['content-type', 'application/json'],
      ],
      body: '{"Data":{"Permissions":["ReadAccountsDetail"]},"Risk":{}}',
    },
    response: {
      status: 201,
      headers: [
        ['content-type', 'application/json'],
        ['x-fapi-interaction-id', '6b1f6f0e-9c1d-4f7a-8d63-2f3a4b5c6d7e'],
      ],
      body: '{"Data":{"ConsentId":"c-1","CreationDateTime":"2030-01-15T09:00:00","Amount":1.10}}',
    },
    ...change,
  }
}

/** A journey that ended without a redirect. */
export function sampleJourney(change: Partial<JourneyEntry> = {}): JourneyEntry {
  return {
    kind: 'journey',
    at,
    millis: 900,
    driver: 'browser',
    psu: 'main',
    decision: 'approve',
    authorizationUrl: 'https://bank.example/authorize?state=abc',
    state: 'abc',
    ...change,
  }
}

/** Entries with numbers and a chain. The hashes are no real ones. */
export function chained(entries: readonly Entry[]): ChainedEntry[] {
  return entries.map((entry, seq) => ({ ...entry, seq, prev: `hash-${seq - 1}`, hash: `hash-${seq}` }))
}

/** A wire check that passed, with some members changed. */
export function sampleWire(change: Partial<WireVerdict> = {}): WireVerdict {
  return {
    check: 'WIR-interaction-id-present',
    title: 'every answer has x-fapi-interaction-id',
    outcome: 'pass',
    looked: 12,
    findings: [],
    ...change,
  }
}

interface Change {
  readonly cases?: readonly CaseVerdict[]
  readonly wire?: readonly WireVerdict[]
  readonly entries?: readonly Entry[]
  readonly verdicts?: Partial<Verdicts>
}

/** A run of these cases; by default one passed and one failed. */
export function sampleRun({ cases, wire = [], entries, verdicts }: Change = {}): RunResult {
  const judged = cases ?? [sampleCase(), sampleFailure()]
  const counts = tally(judged)
  return {
    info: {
      profileName: 'Example Bank',
      strictness: 'stated',
      versions: { '1.0.0': 'https://bank.example/api' },
      planned: judged.length,
      startedAt: at,
      suiteVersion: '0.1.0',
      waivers: [],
      judgedOn: at.slice(0, 10),
    },
    verdicts: {
      cases: judged,
      wire,
      counts,
      complete: true,
      partial: false,
      causes: [],
      exitCode: counts.fail > 0 ? 1 : 0,
      ...verdicts,
    },
    transcript: chained(entries ?? [sampleExchange(), sampleExchange({ case: 'AAC-001' }), sampleExchange()]),
    millis: 12_400,
  }
}
