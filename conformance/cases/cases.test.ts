import { describe, expect, test } from 'vitest'
import { concerns, operation, requirement, type Version } from '#standard/index.js'
import { rowsOf } from '../judge/case-verdict.js'
import { ownRules } from '../judge/own-requests.js'
import { severityOf } from '../judge/severity.js'
import { chain, judgedOperations } from '../judge/testing/transcripts.js'
import type { Call, Case, Expectation, GivenName, Ref, Value } from './case.js'
import { isRef } from './case.js'
import { judgedFamilyIds } from './families.js'
import { cases } from './index.js'
import { callsOf as paymentCallsOf } from './payment-calls.js'
import { retired } from './retired.js'
import { requestOf } from './testing/sent.js'

const each = cases.map((one) => [one.id, one] as const)

const callsOf = (one: Case) =>
  one.steps.flatMap((step, index) => ('call' in step ? [{ call: step, index }] : [])) as { call: Call; index: number }[]

const stepOf = (one: Case, { step }: Expectation) => step ?? one.steps.length - 1

const list = <T>(value: T | readonly T[]): readonly T[] => (Array.isArray(value) ? value : [value as T])

const inSandbox: readonly string[] = judgedOperations

test('there are at least 80 cases, and no two have the same id or the same title in a version', () => {
  const titles = cases.flatMap(({ title, versions }) => versions.map((version) => `${version} ${title}`))

  expect(cases.length).toBeGreaterThanOrEqual(80)
  expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length)
  expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([])
})

test('what a case that is retired looked at is in another, and its id is not used again', () => {
  const ids = cases.map(({ id }) => id)

  expect([...retired.keys()].filter((id) => ids.includes(id))).toEqual([])
  expect([...retired.values()].filter((id) => !ids.includes(id))).toEqual([])
})

test.each(each)('%s has an id of its area and names its source', (_, one) => {
  expect(one.id).toMatch(
    /^(AAC|ACC|AUT|BAL|BEN|DPC|DPY|DSC|DSO|ERR|EVT|FDC|FDP|FDX|FND|FPC|FPY|HDR|IDM|IFC|IFP|IPC|IPY|ISC|ISO|PAG|PDT|PRD|SIG|STO|TXN|VER)-\d{3}$/,
  )
  expect(one.title).toMatch(/^[a-z].*[^.]$/)
  expect(one.ref.trim()).not.toBe('')
})

test.each(each)('%s calls operations the sandbox has, or one that the version lacks', (_, one) => {
  for (const { call } of callsOf(one)) {
    if (inSandbox.includes(call.call)) continue
    for (const version of one.versions) expect(operation(call.call).versions).not.toContain(call.base ?? version)
  }
})

describe('the rows a case proves', () => {
  test.each(each)('%s: fit it', (_, one) => {
    const called = [one.operation, ...callsOf(one).map(({ call }) => call.call)]
    for (const id of one.expect.flatMap(({ proves }) => list(proves))) {
      const row = requirement(id)
      const fits = {
        testable: row.testable,
        actor: row.actor !== 'tpp',
        version: row.versions.some((version) => one.versions.includes(version)),
        operation: called.some((each) => concerns(row, each)),
      }
      expect({ id, ...fits }).toEqual({ id, testable: true, actor: true, version: true, operation: true })
    }
  })

  test.each(each)('%s: can make it fail in each of its versions', (_, one) => {
    for (const version of one.versions) {
      const rows = one.expect.flatMap((expectation) => rowsOf(expectation, version))
      const weights = rows.map((row) => severityOf(row, 'all'))
      expect(weights.some((weight) => weight !== 'info')).toBe(true)
    }
  })
})

describe('what a case expects', () => {
  test.each(each)('%s: is about a step that gives such an answer', (_, one) => {
    for (const expectation of one.expect) {
      const step = one.steps[stepOf(one, expectation)]
      expect(step).toBeDefined()
      expect('authorise' in (step ?? {})).toBe('redirect' in expectation || 'noCode' in expectation)
    }
  })

  test.each(each)('%s: has a status beside every error code', (_, one) => {
    const withStatus = one.expect.filter((each) => 'status' in each).map((each) => stepOf(one, each))
    for (const expectation of one.expect.filter((each) => 'errorCode' in each || 'allErrors' in each)) {
      expect(withStatus).toContain(stepOf(one, expectation))
    }
  })

  /** A bank that takes one of them wrongly has used the consent up: what it refuses of it then is right. */
  test('is no success of a consent that other cases submit wrongly', () => {
    const families = judgedFamilyIds.map((id) => paymentCallsOf(id))
    const shared: readonly GivenName[] = ['approvedCancellation', ...families.map(({ given }) => given.approved)]
    const uses = families.flatMap(({ operations: { create, confirmFunds } }) => [create, confirmFunds])
    const isUsed = (one: Case, each: Expectation) => {
      const step = one.steps[stepOf(one, each)]
      const isSuccess = 'status' in each && list(each.status).some((status) => status < 300)
      return isSuccess && step !== undefined && 'call' in step && uses.includes(step.call)
    }
    const isAuthorised = (each: Expectation) =>
      ('matches' in each && each.with?.value === 'Authorised') ||
      ('body' in each && each.body['Data.Status'] === 'Authorised')

    const found = cases.filter(
      (one) => shared.includes(one.given) && one.expect.some((each) => isAuthorised(each) || isUsed(one, each)),
    )
    expect(found.map(({ id }) => id)).toEqual([])
  })

  /** Absence proves something only where another step or case finds the member present. */
  test('has a check of presence for every check of absence', () => {
    const controls = cases
      .flatMap(({ expect: all }) => all)
      .flatMap((each) => {
        if ('present' in each) return each.present
        if ('matches' in each) {
          if (each.matches === 'servicerComplete') return ['Data.Account[].Servicer']
          const path = String(each.with?.path)
          const members = (each.with?.members ?? []) as readonly string[]
          return members.length === 0 ? [path] : members.map((name) => `${path}.${name}`)
        }
        return 'body' in each ? Object.keys(each.body) : []
      })
    const absent = cases.flatMap(({ expect: all }) => all).flatMap((each) => ('absent' in each ? each.absent : []))

    expect(new Set(absent.filter((path) => !controls.some((control) => control.startsWith(path))))).toEqual(new Set())
  })
})

function refsIn(value: unknown): Ref[] {
  if (typeof value !== 'object' || value === null) return []
  return isRef(value as Value) ? [value as Ref] : Object.values(value).flatMap(refsIn)
}

const givenNames: Readonly<Record<GivenName, readonly string[]>> = {
  nothing: [],
  pendingConsent: ['consentId'],
  authorisedConsent: ['consentId', 'accountId'],
  detailConsent: ['consentId', 'accountId'],
  basicConsent: ['consentId', 'accountId'],
  narrowConsent: ['consentId', 'accountId', 'otherAccountId'],
  everythingConsent: ['consentId', 'accountId'],
  basicReadsConsent: ['consentId', 'accountId'],
  payerConsent: ['consentId', 'accountId'],
  creditsConsent: ['consentId', 'accountId'],
  debitsConsent: ['consentId', 'accountId'],
  windowConsent: ['consentId', 'accountId', 'fromDateTime', 'toDateTime'],
  ownAuthorisedConsent: ['consentId', 'accountId'],
  withdrawnConsent: ['consentId'],
  rejectedConsent: ['consentId'],
  consentOfOtherTpp: ['consentId'],
  pendingCancellation: ['consentId', 'paymentId'],
  approvedCancellation: ['consentId', 'paymentId'],
  ownApprovedCancellation: ['consentId', 'paymentId'],
  pendingFilePayment: ['consentId'],
  approvedFilePayment: ['consentId'],
  ownApprovedFilePayment: ['consentId'],
  submittedFilePayment: ['consentId', 'paymentId', 'paymentStatus', 'idempotencyKey'],
  pendingPayment: ['consentId'],
  approvedPayment: ['consentId'],
  unsubmittedPayment: ['consentId'],
  ownApprovedPayment: ['consentId'],
  submittedPayment: ['consentId', 'paymentId', 'paymentStatus', 'idempotencyKey'],
  pendingFutureDatedPayment: ['consentId'],
  approvedFutureDatedPayment: ['consentId'],
  unsubmittedFutureDatedPayment: ['consentId'],
  ownApprovedFutureDatedPayment: ['consentId'],
  pendingStandingOrder: ['consentId'],
  approvedStandingOrder: ['consentId'],
  unsubmittedStandingOrder: ['consentId'],
  ownApprovedStandingOrder: ['consentId'],
  submittedStandingOrder: ['consentId', 'paymentId', 'paymentStatus', 'idempotencyKey'],
  submittedFutureDatedPayment: ['consentId', 'paymentId', 'paymentStatus', 'idempotencyKey'],
  pendingInternationalPayment: ['consentId'],
  approvedInternationalPayment: ['consentId'],
  unsubmittedInternationalPayment: ['consentId'],
  ownApprovedInternationalPayment: ['consentId'],
  pendingInternationalStandingOrder: ['consentId'],
  approvedInternationalStandingOrder: ['consentId'],
  unsubmittedInternationalStandingOrder: ['consentId'],
  ownApprovedInternationalStandingOrder: ['consentId'],
  submittedInternationalStandingOrder: ['consentId', 'paymentId', 'paymentStatus', 'idempotencyKey'],
  submittedInternationalPayment: ['consentId', 'paymentId', 'paymentStatus', 'idempotencyKey'],
  pendingInternationalFutureDatedPayment: ['consentId'],
  approvedInternationalFutureDatedPayment: ['consentId'],
  unsubmittedInternationalFutureDatedPayment: ['consentId'],
  ownApprovedInternationalFutureDatedPayment: ['consentId'],
  submittedInternationalFutureDatedPayment: ['consentId', 'paymentId', 'paymentStatus', 'idempotencyKey'],
}

test.each(each)('%s refers to what its starting point has and to steps before', (_, one) => {
  for (const [index, step] of one.steps.entries()) {
    for (const ref of refsIn(step)) {
      if (ref.from === 'given') expect(givenNames[one.given]).toContain(ref.name)
      if (ref.from === 'step' || ref.from === 'row') expect(ref.step).toBeLessThan(index)
    }
  }
  for (const expectation of one.expect) {
    for (const ref of refsIn(expectation)) {
      expect(['given', 'step']).toContain(ref.from)
      if (ref.from === 'given') expect(givenNames[one.given]).toContain(ref.name)
    }
  }
})

describe('every request of a case is valid except for the faults it names', () => {
  const requests = cases.flatMap((one) =>
    one.versions.flatMap((version) =>
      callsOf(one).map(({ call, index }) => [`${one.id}@${version} step ${index + 1}`, call, version] as const),
    ),
  )

  test.each(requests)('%s', (_, call, version: Version) => {
    const [exchange] = chain([requestOf(call, version)])
    if (exchange?.kind !== 'exchange' || exchange.operation === undefined) return
    const request = { exchange, operation: exchange.operation, version: call.base ?? version }

    expect(Object.values(ownRules).flatMap((rule) => rule(request))).toEqual([])
  })
})
