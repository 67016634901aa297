import { describe, expect, test } from 'vitest'
import type { Psu } from '#fixtures/types.js'
import type { Choice } from '../consents/choice.js'
import { type AuthorisationInput, type AuthorisationRecord, advance } from './authorisation.js'
import { attemptsAllowed } from './log-in.js'

const layla: Psu = {
  psuId: 'psu-1',
  username: 'layla',
  password: 'layla-demo',
  otp: '246801',
  name: 'Layla Haddad',
  locale: 'en',
  persona: 'several',
  purpose: '',
  accountIds: ['a-1', 'a-2', 'a-3'],
}

const facts = {
  byUsername: new Map([['layla', layla]]),
  byId: new Map([['psu-1', layla]]),
}

const anyOfTheirs = ({ accountIds }: Psu): Choice => ({ accountIds, takes: 'any', isGiven: false })

const begun: AuthorisationRecord = {
  uid: 'u',
  consentId: 'c',
  tppId: 't',
  step: 'login',
  csrf: 'x',
  expiresAt: 1,
  loginFailures: 0,
  codeFailures: 0,
}

const at = {
  login: begun,
  consent: { ...begun, step: 'consent', psuId: 'psu-1' },
  code: { ...begun, step: 'code', psuId: 'psu-1', accountIds: ['a-1', 'a-3'] },
  ended: { ...begun, step: 'code', psuId: 'psu-1', accountIds: ['a-1'], ended: true },
} as const satisfies Record<string, AuthorisationRecord>

const inputs = {
  login: { decision: 'login', username: 'layla', password: 'layla-demo' },
  'login with a wrong password': { decision: 'login', username: 'layla', password: 'layla' },
  'login as nobody': { decision: 'login', username: 'zoe', password: 'layla-demo' },
  'login without a username': { decision: 'login', username: '  ', password: 'layla-demo' },
  'login without a password': { decision: 'login', username: 'layla', password: '' },
  continue: { decision: 'continue', accountIds: ['a-3', 'a-1'] },
  'continue without an account': { decision: 'continue', accountIds: [] },
  "continue with another's account": { decision: 'continue', accountIds: ['b-1'] },
  approve: { decision: 'approve', otp: '246801' },
  'approve with a wrong code': { decision: 'approve', otp: '000000' },
  'approve without a code': { decision: 'approve', otp: ' ' },
  reject: { decision: 'reject' },
  cancel: { decision: 'cancel' },
} as const satisfies Record<string, AuthorisationInput>

type Expected = {
  readonly to?: { [Name in keyof AuthorisationRecord]?: AuthorisationRecord[Name] | undefined }
  readonly problem?: string
  readonly end?: string
}

const stays: Expected = {}
const cancelled: Expected = { end: 'cancelled' }

/** What comes of each input at each step. */
const table: Record<keyof typeof at, Record<keyof typeof inputs, Expected>> = {
  login: {
    login: { to: { step: 'consent', psuId: 'psu-1' } },
    'login with a wrong password': { to: { loginFailures: 1 }, problem: 'wrong-credentials' },
    'login as nobody': { to: { loginFailures: 1 }, problem: 'wrong-credentials' },
    'login without a username': { problem: 'missing' },
    'login without a password': { problem: 'missing' },
    continue: stays,
    'continue without an account': stays,
    "continue with another's account": stays,
    approve: stays,
    'approve with a wrong code': stays,
    'approve without a code': stays,
    reject: stays,
    cancel: cancelled,
  },
  consent: {
    login: stays,
    'login with a wrong password': stays,
    'login as nobody': stays,
    'login without a username': stays,
    'login without a password': stays,
    continue: { to: { step: 'code', accountIds: ['a-1', 'a-3'] } },
    'continue without an account': { problem: 'no-account' },
    "continue with another's account": { problem: 'no-account' },
    approve: stays,
    'approve with a wrong code': stays,
    'approve without a code': stays,
    reject: { end: 'rejected' },
    cancel: cancelled,
  },
  code: {
    login: stays,
    'login with a wrong password': stays,
    'login as nobody': stays,
    'login without a username': stays,
    'login without a password': stays,
    continue: { to: { accountIds: ['a-1', 'a-3'] } },
    'continue without an account': { to: { step: 'consent', accountIds: undefined }, problem: 'no-account' },
    "continue with another's account": { to: { step: 'consent', accountIds: undefined }, problem: 'no-account' },
    approve: { end: 'approved' },
    'approve with a wrong code': { to: { codeFailures: 1 }, problem: 'wrong-code' },
    'approve without a code': { problem: 'missing' },
    reject: { end: 'rejected' },
    cancel: cancelled,
  },
  ended: Object.fromEntries(Object.keys(inputs).map((name) => [name, stays])) as Record<keyof typeof inputs, Expected>,
}

describe.each(Object.keys(at) as (keyof typeof at)[])('at the step %s', (step) => {
  test.each(Object.keys(inputs) as (keyof typeof inputs)[])('%s', (name) => {
    const { to, problem, end } = table[step][name]

    const result = advance(at[step], inputs[name], facts, anyOfTheirs)

    if (end === 'approved') expect(result).toEqual({ outcome: 'approved', psuId: 'psu-1', accountIds: ['a-1', 'a-3'] })
    else if (end) expect(result).toEqual({ outcome: 'refused', reason: end })
    else expect(result).toEqual({ record: { ...at[step], ...to }, ...(problem && { problem }) })
  })
})

test('ends at the third wrong password', () => {
  const wrong = inputs['login with a wrong password']
  const before = { ...at.login, loginFailures: attemptsAllowed - 1 }

  expect(attemptsAllowed).toBe(3)
  expect(advance(before, wrong, facts, anyOfTheirs)).toEqual({ outcome: 'refused', reason: 'locked' })
  expect(advance({ ...before, loginFailures: 1 }, wrong, facts, anyOfTheirs)).toHaveProperty('problem')
})

test('ends at the third wrong code, however many passwords went wrong before', () => {
  const wrong = inputs['approve with a wrong code']

  expect(advance({ ...at.code, codeFailures: 2 }, wrong, facts, anyOfTheirs)).toEqual({
    outcome: 'refused',
    reason: 'locked',
  })
  expect(advance({ ...at.code, loginFailures: 2 }, wrong, facts, anyOfTheirs)).toHaveProperty('problem')
})

test('takes the right code after two wrong ones', () => {
  expect(advance({ ...at.code, codeFailures: 2 }, inputs.approve, facts, anyOfTheirs)).toHaveProperty(
    'outcome',
    'approved',
  )
})

test.each(['LAYLA', ' layla ', 'Layla'])('takes the username %j', (username) => {
  expect(advance(at.login, { ...inputs.login, username }, facts, anyOfTheirs)).toHaveProperty('record.step', 'consent')
})

test.each(['Layla-demo', ' layla-demo', 'layla-demo '])('does not take the password %j', (password) => {
  expect(advance(at.login, { ...inputs.login, password }, facts, anyOfTheirs)).toHaveProperty(
    'problem',
    'wrong-credentials',
  )
})

test.each(['246 801', ' 246801 ', '24\u00a06801'])('takes the code typed as %j', (otp) => {
  expect(advance(at.code, { ...inputs.approve, otp }, facts, anyOfTheirs)).toHaveProperty('outcome', 'approved')
})

test('keeps the accounts in the order of the bank, each once', () => {
  const input = { decision: 'continue', accountIds: ['a-3', 'a-2', 'a-3', 'b-1'] } as const

  expect(advance(at.consent, input, facts, anyOfTheirs)).toHaveProperty('record.accountIds', ['a-2', 'a-3'])
})
