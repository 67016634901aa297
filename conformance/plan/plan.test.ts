import { describe, expect, test } from 'vitest'
import type { Case } from '../cases/case.js'
import type { Profile } from '../profile/profile.js'
import { readProfile } from '../profile/read-profile.js'
import { fakeProfile } from '../testing/fake-bank.js'
import { made } from '../testing/run-cases.js'
import { planRun, unmatchedPatterns } from './plan.js'
import { caseKey } from './planned-case.js'
import { renderPlan } from './render-plan.js'

const bank = (changes: Partial<Profile> = {}): Profile => ({ ...fakeProfile('http://127.0.0.1:1'), ...changes })
const both = { '0.0.1': 'http://127.0.0.1:1/v0', '1.0.0': 'http://127.0.0.1:1/v1' }

const keys = (profile: Profile, cases: readonly Case[], only?: readonly string[]) =>
  planRun(profile, cases, only ? { only } : {}).cases.map(caseKey)

test('plans each case for every version it names and the bank claims', () => {
  const cases = [made('ACC-001', { versions: ['0.0.1', '1.0.0'] }), made('ACC-002')]

  expect(keys(bank({ versions: both }), cases)).toEqual(['ACC-001@0.0.1', 'ACC-001@1.0.0', 'ACC-002@1.0.0'])
  expect(keys(bank(), cases)).toEqual(['ACC-001@1.0.0', 'ACC-002@1.0.0'])
})

test('leaves out a case that is about fields which the bank never sends, and says so', () => {
  const about = made('ACC-001', {
    expect: [
      { status: 200, proves: 'ACC-REQ-070' },
      { present: ['Data.Account[].Nickname'], proves: 'ACC-REQ-400' },
    ],
  })
  const more = made('ACC-002', { expect: [...about.expect, { header: 'date', like: '.', proves: 'ACC-REQ-070' }] })
  const profile = bank({ withoutFields: ['Data.Account[].Nickname'] })
  const plan = planRun(profile, [about, more])

  expect(plan.cases.map(caseKey)).toEqual(['ACC-002@1.0.0'])
  expect(plan.notApplicable).toMatchObject([{ case: 'ACC-001', reason: expect.stringContaining('withoutFields') }])
  expect(renderPlan(profile, plan)).toContain('not asked for, as the bank never sends them: Data.Account[].Nickname')
})

describe('a case does not apply', () => {
  const { several: _, ...oneP } = bank().psus
  const { other: __, ...oneT } = bank().tpps
  const without: Record<string, Partial<Profile>> = {
    several: { psus: oneP },
    other: { tpps: oneT },
    patch: { operations: ['createAccountAccessConsent', 'getAccounts'] },
    nothing: { operations: ['getAccounts'] },
  }

  test.each<[keyof typeof without, string, Partial<Case>]>([
    ['nothing', 'version 0.0.1 is not claimed', { versions: ['0.0.1'] }],
    ['other', 'version 0.0.1 is not claimed', { steps: [{ call: 'getAccounts', base: '0.0.1' }] }],
    ['patch', 'operation getAccount is not claimed', { operation: 'getAccount' }],
    ['patch', 'operation patchAccountAccessConsent is not claimed', { given: 'withdrawnConsent' }],
    ['nothing', 'operation createAccountAccessConsent is not claimed', { given: 'pendingConsent' }],
    ['patch', 'operation getBalances is not claimed', { steps: [{ call: 'getBalances' }] }],
    ['several', 'the profile has no psus.several', { needs: ['psu.several'] }],
    ['several', 'the profile has no psus.several', { given: 'narrowConsent' }],
    [
      'several',
      'the profile has no psus.several',
      { steps: [{ authorise: 'approve', consentId: 'x', psu: 'several' }] },
    ],
    ['other', 'the profile has no tpps.other', { given: 'consentOfOtherTpp' }],
    ['other', 'the profile has no tpps.other', { steps: [{ call: 'getAccounts', token: 'public-other' }] }],
    ['other', 'the profile has no tpps.other', { steps: [{ token: 'client_credentials', tpp: 'other' }] }],
    ['nothing', 'the profile has no clock', { operation: 'getAccounts', steps: [{ advance: 1000 }] }],
    ['several', 'the profile has no tpps.limited', { steps: [{ call: 'getAccounts', token: 'public-limited' }] }],
  ])('without %s: %s', (missing, reason, changes) => {
    const plan = planRun(bank(without[missing]), [made('ACC-001'), made('ACC-002', changes)])

    expect(plan.cases.map(caseKey)).toEqual(['ACC-001@1.0.0'])
    expect(plan.notApplicable).toEqual([{ case: 'ACC-002', version: changes.versions?.[0] ?? '1.0.0', reason }])
  })
})

test('a case about an operation that the version lacks applies without a claim for it', () => {
  const operations: Profile['operations'] = ['createAccountAccessConsent', 'getAccounts']
  const absence = made('VER-001', {
    operation: 'deleteAccountAccessConsent',
    steps: [{ call: 'deleteAccountAccessConsent' }],
  })

  expect(keys(bank({ operations }), [absence])).toEqual(['VER-001@1.0.0'])
})

describe('a filter', () => {
  const cases = [made('ACC-001', { versions: ['0.0.1', '1.0.0'] }), made('AAC-001', { operation: 'getAccount' })]
  const profile = bank({ versions: both })

  test.each([
    [['ACC-001'], ['ACC-001@0.0.1', 'ACC-001@1.0.0']],
    [['acc-*'], ['ACC-001@0.0.1', 'ACC-001@1.0.0']],
    [['*@1.0.0'], ['ACC-001@1.0.0', 'AAC-001@1.0.0']],
    [['getAccount'], ['AAC-001@1.0.0']],
    [
      ['AAC-001', 'ACC-001@0.0.1'],
      ['ACC-001@0.0.1', 'AAC-001@1.0.0'],
    ],
  ])('%j keeps %j and makes the plan partial', (only, kept) => {
    const plan = planRun(profile, cases, { only })

    expect(plan.cases.map(caseKey)).toEqual(kept)
    expect(plan.partial).toBe(true)
  })

  test('that leaves nothing out does not make the plan partial', () => {
    expect(planRun(profile, cases, { only: ['*'] }).partial).toBe(false)
    expect(planRun(profile, cases).partial).toBe(false)
  })

  test('that matches nothing is a mistake, every pattern of it', () => {
    expect(() => planRun(profile, cases, { only: ['ACC-001', 'XXX-*', 'CC-001'] })).toThrow(
      /2 mistakes\n {2}--only: .* received "XXX-\*"\n {2}--only: .* received "CC-001"/,
    )
  })

  test('that matches only cases that do not apply is a mistake with the reason', () => {
    const versions = { '1.0.0': both['1.0.0'] }

    expect(() => planRun(bank({ versions }), cases, { only: ['*@0.0.1'] })).toThrow(
      /received none \(version 0.0.1 is not claimed\)/,
    )
  })
})

test('a bank for which nothing applies is a mistake, not an empty run', () => {
  expect(() => planRun(bank(), [made('ACC-001', { versions: ['0.0.1'] })])).toThrow(/at least one case that applies/)
})

test('counts shared starting points once and the others for each case', () => {
  const cases = [
    made('AAC-001', { given: 'narrowConsent' }),
    made('AAC-002', { given: 'narrowConsent' }),
    made('AAC-006', { given: 'narrowConsent' }),
    made('AAC-003', { given: 'pendingConsent', steps: [{ authorise: 'reject', consentId: 'x' }] }),
    made('AAC-004', { given: 'pendingConsent' }),
    made('AAC-005', { steps: [{ call: 'createAccountAccessConsent' }] }),
  ]

  const plan = planRun(bank(), cases)

  expect(plan.startingPoints).toEqual([
    { name: 'pendingConsent', version: '1.0.0', shared: false, cases: 2 },
    { name: 'detailConsent', version: '1.0.0', shared: true, cases: 0 },
    { name: 'narrowConsent', version: '1.0.0', shared: true, cases: 3 },
  ])
  expect(plan.consents).toBe(5)
  expect(plan.journeys).toBe(3)
})

test('a filter that names a retired case is told where its expectations are', () => {
  expect(
    unmatchedPatterns([made('DPY-001')], { only: ['DPY-004', 'DPY-999'] }).map(({ expected }) => expected),
  ).toEqual(['DPY-001, which has what DPY-004 looked at', expect.stringContaining('a pattern that matches')])
})

describe('payments', () => {
  const creditor = { iban: 'BH67BMAG00001299123456', name: 'A creditor' }
  const bill = { iban: 'BH06DEMOBILLER00000001', name: 'A biller', number: 'B-1', amount: '12.500' }
  const { payments = undefined } = readProfile('bank', {
    ...fakeProfile('http://127.0.0.1:1'),
    payments: { creditor, bill, allowedCreditors: [creditor.iban, bill.iban], maxAmount: '12.500', maxTotal: '14.500' },
  })
  const paying = (id: string, needs: Case['needs'] = [], steps: Case['steps'] = [{ call: 'createDomesticPayment' }]) =>
    made(id, { operation: 'createDomesticPayment', needs, steps })
  const withPayments = bank(payments && { payments })

  test('are counted with what each comes to: a bill is of its own amount', () => {
    const plan = planRun(withPayments, [paying('DPY-001'), paying('DPY-002'), paying('DPY-003', ['payments.bill'])])

    expect(plan).toMatchObject({ payments: 2, bills: 1, refusedPayments: 0 })
    expect(renderPlan(withPayments, plan)).toContain(
      '2 payments of BHD 1.000, BHD 2.000 in all, to A creditor (BH67BMAG00001299123456)\n' +
        '1 payment of the bill B-1, BHD 12.500, to A biller (BH06DEMOBILLER00000001)\n',
    )
  })

  test('that would come to more than the profile allows are not made', () => {
    const tooMany = ['DPY-001', 'DPY-002', 'DPY-003'].map((id) => paying(id))

    expect(planRun(withPayments, tooMany).payments).toBe(3)
    expect(() => planRun(withPayments, [...tooMany, paying('DPY-004', ['payments.bill'])])).toThrow('at least 15.500')
  })

  test('in the name of another TPP are made where the profile has one', () => {
    const ofOther = [{ call: 'createDomesticPayment', tpp: 'other' }] as const
    const { other: _, ...tpps } = withPayments.tpps
    const cases = [paying('DPY-001', [], ofOther)]

    expect(planRun(withPayments, cases).notApplicable).toEqual([])
    const alone = [...cases, paying('DPY-002')]
    expect(planRun({ ...withPayments, tpps }, alone).notApplicable).toMatchObject([
      { case: 'DPY-001', reason: 'the profile has no tpps.other' },
    ])
  })
})

test('says how many cases move the clock of the bank', () => {
  const profile = { ...bank(), clock: { url: 'http://127.0.0.1/clock' } }
  const moving = made('ACC-002', { steps: [{ advance: 1000 }, { call: 'getAccounts' }] })

  expect(renderPlan(profile, planRun(profile, [made('ACC-001'), moving]))).toContain(
    "\n1 cases move the bank's clock on, and none moves it back\n",
  )
  expect(renderPlan(profile, planRun(profile, [made('ACC-001')]))).not.toContain('clock')
})

test('is rendered as text: what will run, what it takes and what does not apply', () => {
  const cases = [
    made('ACC-001'),
    made('ACC-002', { versions: ['0.0.1'] }),
    made('ACC-003', { given: 'rejectedConsent' }),
  ]

  const text = renderPlan(bank(), planRun(bank(), cases))

  expect(text).toMatch(/^Fake Bank, strictness all, journeys headless\n {2}1\.0\.0 {2}http/)
  expect(text).toContain('  ACC-001@1.0.0  does ACC-001\n')
  expect(text).toContain('1 consents, 1 journeys of a PSU')
  expect(text).toContain('  rejectedConsent@1.0.0  once, for 1 cases\n')
  expect(text).toContain('1 cases do not apply\n  version 0.0.1 is not claimed: ACC-002@0.0.1\n')
})
