import { describe, expect, test } from 'vitest'
import type { Case } from '../cases/case.js'
import type { Waiver } from '../profile/profile.js'
import type { Entry, RunEntry } from '../transcript/entry.js'
import { judge, UnjudgeableTranscript } from './judge.js'
import { anyCase } from './testing/case-records.js'
import { caseEntry, chain, consentBody, type ExchangeParts, exchangeEntry, runEntry } from './testing/transcripts.js'

const second: Case = { ...anyCase, id: 'TST-002' }
const cases = [anyCase, second]

/** One case of a run: its one exchange and its last entry. */
function ran(id: string, parts: ExchangeParts = {}): Entry[] {
  const operation = 'getAccountAccessConsent'
  const Links = { Self: 'https://bank.example/api/bobf/release1.0.0/account-access-consents/x/' }
  const sound = { operation, case: id, step: 0, body: { ...consentBody(), Links } } as const
  return [exchangeEntry({ ...sound, ...parts }), caseEntry(id)]
}

interface Options {
  readonly planned?: readonly string[]
  readonly waivers?: readonly Waiver[]
  readonly run?: Partial<RunEntry>
}

const planned = ['TST-001@1.0.0', 'TST-002@1.0.0']

function judged(entries: readonly Entry[], options: Options = {}) {
  const opening = runEntry(options.planned ?? planned, options.run)
  return judge(chain([opening, ...entries]), { cases, waivers: options.waivers ?? [], today: '2030-01-15' })
}

/** Wrong for the case, but not for any wire check. */
const notFound: ExchangeParts = { status: 404, body: '' }

const clean = [...ran('TST-001'), ...ran('TST-002')]
const oneFails = [...ran('TST-001'), ...ran('TST-002', notFound)]

describe('the exit code', () => {
  test('is 0 when every planned case passed', () => {
    expect(judged(clean)).toMatchObject({ exitCode: 0, complete: true, partial: false, counts: { pass: 2, fail: 0 } })
  })

  test('is 1 when one failed', () => {
    expect(judged(oneFails)).toMatchObject({ exitCode: 1, complete: true, counts: { pass: 1, fail: 1 } })
  })

  test('is 1 when a wire check failed and every case passed', () => {
    const { exitCode, counts } = judged([
      ...clean,
      exchangeEntry({ path: '/nope', status: 404, responseHeaders: null }),
    ])

    expect({ exitCode, pass: counts.pass }).toEqual({ exitCode: 1, pass: 2 })
  })

  test('is 3 when a planned case did not run', () => {
    const { exitCode, complete, cases: verdicts } = judged(ran('TST-001'))

    expect({ exitCode, complete }).toEqual({ exitCode: 3, complete: false })
    expect(verdicts[1]).toMatchObject({ case: 'TST-002', outcome: 'could-not-run', blame: 'suite' })
  })

  test('is 3 when nothing was planned or only a part was asked for', () => {
    expect(judged([], { planned: [] })).toMatchObject({ exitCode: 3, complete: false })
    expect(judged(clean, { run: { shard: { index: 1, of: 2, plan: '' } } }).exitCode).toBe(3)
    expect(judged(clean, { run: { partial: true } })).toMatchObject({ exitCode: 3, complete: true, partial: true })
  })

  test('is 0 for a clean part that is all that was asked for', () => {
    expect(judged(clean, { run: { partial: true, wanted: true } })).toMatchObject({ exitCode: 0, partial: true })
  })

  test('is 3 for a run that somebody ended, whoever has to act', () => {
    const end = { kind: 'end', at: '2030-01-15T09:00:00Z', why: 'interrupted', message: 'x', blame: 'config' } as const

    expect(judged([...ran('TST-001'), end]).exitCode).toBe(3)
  })

  test('is 2 when the configuration alone kept cases from running', () => {
    const couldNotRun = { reason: 'the bank does not know the TPP', blame: 'config' } as const
    const config = caseEntry('TST-002', { couldNotRun })

    expect(judged([...ran('TST-001'), config]).exitCode).toBe(2)
    expect(judged([config])).toMatchObject({ exitCode: 3, complete: false })
  })

  test('is 4 when the suite is to blame, whatever else failed', () => {
    const ours = ran('TST-001', { requestHeaders: [['authorization', 'bearer t']] })

    expect(judged([...ours, ...ran('TST-002', notFound)]).exitCode).toBe(4)
  })
})

describe('a waiver', () => {
  const waiver = (rest: Partial<Waiver> = {}): Waiver => ({
    case: 'TST-002',
    reason: 'known since January',
    until: '2030-01-15',
    ...rest,
  })

  const withWaiver = (entries: readonly Entry[], rest?: Partial<Waiver>) => judged(entries, { waivers: [waiver(rest)] })

  test('turns a failure into a known failure until its last day', () => {
    const { exitCode, cases: verdicts, staleWaivers } = withWaiver(oneFails)

    expect({ exitCode, staleWaivers }).toEqual({ exitCode: 0, staleWaivers: [] })
    expect(verdicts[1]).toMatchObject({ outcome: 'waived', waiver: { reason: 'known since January' } })
  })

  test('covers the version it names alone', () => {
    expect(withWaiver(oneFails, { version: '1.0.0' }).exitCode).toBe(0)
    expect(withWaiver(oneFails, { version: '0.0.1' }).exitCode).toBe(1)
  })

  test('covers a wire check by its id', () => {
    const bare = [...clean, exchangeEntry({ path: '/nope', status: 404, responseHeaders: null })]

    expect(withWaiver(bare, { case: 'WIR-interaction-id-present' }).exitCode).toBe(0)
  })

  test.each([
    ['passes', clean, {}],
    ['expired', clean, { until: '2030-01-14' }],
    ['unknown', clean, { case: 'TST-999' }],
  ] as const)('that is stale (%s) ends the run with 5', (why, entries, rest) => {
    const { exitCode, staleWaivers } = withWaiver(entries, rest)

    expect(exitCode).toBe(5)
    expect(staleWaivers).toMatchObject([{ why, case: waiver(rest).case }])
  })

  test('that has expired covers nothing: the failure decides the exit code', () => {
    expect(withWaiver(oneFails, { until: '2030-01-14' })).toMatchObject({ exitCode: 1, counts: { fail: 1, waived: 0 } })
  })

  test.each([
    ['a filter left out another version', { partial: true, wanted: true }, {}, 0],
    ['another version is in another part', { shard: { index: 1, of: 2, plan: '' } }, {}, 3],
    ['other exchanges were left out', { partial: true, wanted: true }, { case: 'WIR-interaction-id-present' }, 0],
    ['all that it covers was looked at', { partial: true, wanted: true }, { version: '1.0.0' }, 5],
  ] as const)('of what passes where %s', (_, run, rest, exitCode) => {
    expect(judged(clean, { run, waivers: [waiver(rest)] }).exitCode).toBe(exitCode)
  })

  test('of a case that did not run is not stale', () => {
    expect(withWaiver(ran('TST-001'))).toMatchObject({ exitCode: 3, staleWaivers: [] })
  })
})

test('a case that does not apply is in the verdicts, with its reason, and is no pass', () => {
  const reason = 'the profile has no tpps.limited'
  const run = { notApplicable: [{ case: 'TST-002', version: '1.0.0', reason }] } as const
  const { cases: verdicts, counts, exitCode } = judged(ran('TST-001'), { planned: ['TST-001@1.0.0'], run })

  expect(verdicts[1]).toMatchObject({ case: 'TST-002', outcome: 'not-applicable', reason })
  expect({ exitCode, pass: counts.pass }).toEqual({ exitCode: 0, pass: 1 })
})

test('the same transcript gives the same verdicts in any order of the cases', () => {
  const forwards = judged([...ran('TST-001'), ...ran('TST-002', notFound)])
  const backwards = judged([...ran('TST-002', notFound), ...ran('TST-001')])

  expect(backwards.cases.map(({ outcome }) => outcome)).toEqual(forwards.cases.map(({ outcome }) => outcome))
})

test('the same fault on many exchanges is one finding with a count, and lists twenty of them', () => {
  const bare = Array.from({ length: 55 }, () => exchangeEntry({ path: '/nope', status: 404, responseHeaders: null }))
  const { wire } = judged([...clean, ...bare])
  const { findings = [], looked } = wire.find(({ check }) => check === 'WIR-interaction-id-present') ?? {}

  expect(looked).toBe(57)
  expect(findings).toHaveLength(1)
  expect(findings[0]).toMatchObject({ count: 55, outcome: 'fail' })
  expect(findings[0]?.evidence).toHaveLength(20)
  expect(findings[0]?.operation).toBeUndefined()
})

test('a transcript without a first entry, or with unknown cases, is refused and they are named', () => {
  const options = { cases, waivers: [], today: '2030-01-15' }

  expect(() => judge(chain(clean), options)).toThrow(UnjudgeableTranscript)
  expect(() => judge(chain([runEntry(['OLD-001@1.0.0', 'OLD-002@0.0.1'])]), options)).toThrow(
    'OLD-001@1.0.0, OLD-002@0.0.1',
  )
})

describe('a refusal that was asked for', () => {
  const negative: Case = {
    id: 'TST-901',
    title: 'refuses an unknown token',
    operation: 'getAccounts',
    versions: ['1.0.0'],
    ref: 'Nowhere',
    given: 'nothing',
    steps: [{ call: 'getAccounts', deviates: ['token'] }],
    expect: [{ status: 401, proves: 'AUT-REQ-340' }],
  }
  const positive: Case = {
    ...negative,
    id: 'TST-902',
    steps: [{ call: 'getAccounts' }],
    expect: [{ status: 200, proves: 'ACC-REQ-010' }],
  }
  const unlawful: Case = { ...positive, id: 'TST-903', expect: [{ status: 401, proves: 'AUT-REQ-340' }] }
  const call = (of: string | undefined, status: number, more: ExchangeParts = {}) => {
    const { version: _, ...entry } = exchangeEntry({ operation: 'getAccounts', status, ...more })
    return of === undefined
      ? { ...entry, given: 'authorisedConsent@1.0.0' }
      : { ...entry, case: of, step: 0, version: more.version ?? ('1.0.0' as const) }
  }
  const faulty = call('TST-901', 401, { deviates: ['token'] })
  const outcome = (...others: Entry[]) => {
    const transcript = chain([runEntry(['TST-901@1.0.0']), faulty, caseEntry('TST-901'), ...others])
    const known = [negative, positive, unlawful]
    return judge(transcript, { cases: known, waivers: [], today: '2030-01-15' }).cases[0]
  }

  test('passes where the right request is taken, or was not made', () => {
    expect(outcome()?.outcome).toBe('pass')
    expect(outcome(call('TST-902', 200))?.outcome).toBe('pass')
    expect(outcome(call('TST-902', 401), call(undefined, 200))?.outcome).toBe('pass')
  })

  test.each([
    ['by a case that asks for a success', call('TST-902', 401)],
    ['in a starting point', call(undefined, 401)],
  ])('proves nothing where the right request is refused too, %s', (_, twin) => {
    expect(outcome(twin)).toMatchObject({
      outcome: 'could-not-run',
      blame: 'bank',
      checks: [{ outcome: 'could-not-run', reason: expect.stringContaining('so is the right request (401)') }],
    })
  })

  test.each([
    ['a right request that a case wants refused', call('TST-903', 401)],
    ['one that met a quota', call('TST-902', 429)],
    ['one of another version', call('TST-902', 401, { version: '0.0.1' })],
  ])('is not held against %s', (_, other) => {
    expect(outcome(other)?.outcome).toBe('pass')
  })
})
