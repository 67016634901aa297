import { beforeAll, expect, test } from 'vitest'
import { type Case, type ChainedEntry, cases, judge, type RunResult } from '#conformance/index.js'
import { faultIds } from '#sandbox/index.js'
import { demanding, onTls } from './banks.js'
import { judgeWith } from './campaign.js'
import { caughtBy } from './caught-by.js'
import { casesFor, dealtCases, drawnCases, isWholeTable, relatedOf } from './chosen-cases.js'
import { isRelated, reachOf } from './reach.js'
import { checkOf, missedOf, nameOf, redsOf } from './reds.js'
import { suiteFaults } from './suite-faults.js'

let clean: RunResult
let demanded: RunResult
let bound: RunResult

beforeAll(async () => {
  clean = await judgeWith()
  const left = new Set(
    clean.verdicts.cases.filter(({ outcome }) => outcome === 'not-applicable').map((each) => each.case),
  )
  const dealt = new Set(dealtCases(0, 3))
  const few = cases.filter((test) => left.has(test.id) || dealt.has(test))
  // a right bank has been judged with all of them: that it demands more is seen in any part of them
  bound = await judgeWith(undefined, isWholeTable ? cases : cases.filter(bindsTokens), onTls)
  demanded = await judgeWith(undefined, isWholeTable ? cases : few, demanding)
}, 480_000)

/** A case about tokens that are bound to certificates. */
const bindsTokens = ({ steps }: Case) => steps.some((step) => 'certificate' in step)

/** What only pushed requests and a redirect of the hybrid flow have: the bank is judged by the plain code flow. */
const ofOtherFlows = ['WIR-pushed-request', 'WIR-redirect-id-token']

const wireChecks = () => clean.verdicts.wire.map(({ check }) => check)

test('finds no failure and no warning in the bank as it should be, at the strictest setting', () => {
  const { verdicts, info } = clean

  expect(info.strictness).toBe('all')
  expect(redsOf(clean)).toEqual([])
  expect(verdicts).toMatchObject({ complete: true, partial: false, exitCode: 0 })
  expect(verdicts.wire.filter(({ outcome }) => outcome !== 'pass').map(({ check }) => check)).toEqual(ofOtherFlows)
})

test('reaches the same verdicts from the transcript as in the run', () => {
  const today = clean.info.startedAt.slice(0, 10)

  expect(judge(clean.transcript, { cases, waivers: [], today })).toEqual(clean.verdicts)
})

test('finds none in a bank that demands keys and signatures', () => {
  expect(redsOf(demanded)).toEqual([])
  expect(demanded.verdicts).toMatchObject({ complete: true, partial: false, exitCode: 0 })
})

test('finds none in a bank on TLS that binds its tokens', () => {
  expect(redsOf(bound)).toEqual([])
  expect(bound.verdicts).toMatchObject({ complete: true, partial: false, exitCode: 0 })
})

test('leaves out no case: the banks offer all that is judged', () => {
  const ran = new Set(
    [clean, demanded, bound]
      .flatMap(({ verdicts }) => verdicts.cases)
      .filter(({ outcome }) => outcome !== 'not-applicable')
      .map((each) => each.case),
  )

  expect(cases.filter(({ id }) => !ran.has(id)).map(({ id }) => id)).toEqual([])
})

/** Checks that no fault is meant to be caught by. */
function unnamed(checks: readonly string[], table: Readonly<Record<string, readonly string[]>>): string[] {
  const named = new Set(
    Object.values(table).flatMap((each) => each.filter((name) => nameOf(name) === name).map(checkOf)),
  )
  return checks.filter((check) => !named.has(check))
}

test('has a fault for every case and every wire check', () => {
  const bySuite = new Set<string>(suiteFaults.map(({ check }) => check))

  expect(
    unnamed(
      cases.map(({ id }) => id),
      caughtBy,
    ),
  ).toEqual([])
  expect(unnamed(wireChecks(), caughtBy).filter((check) => !bySuite.has(check))).toEqual([])
})

test('misses a case that no fault names, or that a fault only keeps from running', () => {
  const { 'iban-short': _, ...others } = caughtBy
  const blocked = { 'iban-short': ['ACC-015 could not run'] }

  expect(unnamed(['ACC-015', 'ACC-016'], others)).toEqual(['ACC-015'])
  expect(unnamed(['ACC-015'], { ...others, ...blocked })).toEqual(['ACC-015'])
})

test('names checks that there are, in versions that they run in', () => {
  const ran = clean.verdicts.cases.map(({ case: id, version }) => `${id}@${version}`)
  const known = new Set([...ran, ...cases.map(({ id }) => id), ...wireChecks()])

  expect(
    Object.values(caughtBy)
      .flat()
      .map(nameOf)
      .filter((name) => !known.has(name)),
  ).toEqual([])
})

test('notices that a check which is meant to catch a fault does not', () => {
  const wrong = ['AAC-001', 'AAC-073@1.0.0', 'WIR-content-type', 'ACC-002 could not run', 'AAC-999']

  expect(missedOf(wrong, clean)).toEqual(wrong)
})

test('notices that a red check has nothing to do with a fault', () => {
  const answered = (operation: string, status: number) =>
    clean.transcript.find(
      (entry) => entry.kind === 'exchange' && entry.operation === operation && entry.response?.status === status,
    ) as ChainedEntry
  const red = (seenIn: ChainedEntry, outcome: 'fail' | 'suite-error' = 'fail') =>
    ({ check: 'WIR-content-type', outcome, seenIn: [seenIn] }) as const
  const [accounts, balances] = [answered('getAccounts', 200), answered('getBalances', 200)]

  expect([accounts, balances].map((entry) => isRelated(red(entry), reachOf('data-null')))).toEqual([true, false])
  expect(isRelated(red(answered('getAccounts', 401)), reachOf('data-null'))).toBe(false)
  expect(isRelated(red(accounts, 'suite-error'), reachOf('data-null'))).toBe(false)
})

test.skipIf(isWholeTable)('runs few cases for a fault, those that are meant to catch it among them', () => {
  const wrong = faultIds.filter((fault) => {
    const ids = casesFor(fault).map(({ id }) => id)
    const named = caughtBy[fault].map(checkOf).filter((check) => !check.startsWith('WIR-'))
    const shown = reachOf(fault).shownBy ?? []
    return (
      ids.length > named.length + shown.length + relatedOf(fault) + drawnCases.others ||
      [...named, ...shown].some((id) => !ids.includes(id))
    )
  })

  expect(wrong).toEqual([])
})

test('lets a bank that answers 200 and an empty object to everything pass nothing that is about its API', async () => {
  // a third: the judge says so of each case without a bank, in conformance/cases/faulty-banks.test.ts
  const { verdicts } = await judgeWith('everything-200', isWholeTable ? cases : dealtCases(1, 3))
  const passed = verdicts.cases.filter(({ outcome }) => outcome === 'pass')

  expect(passed.filter(({ checks }) => checks.some(({ evidence }) => evidence.length === 0))).toEqual([])
  expect(new Set(passed.map(({ case: id }) => id.slice(0, 3)))).toEqual(new Set(['AUT']))
})
