import { expect, test } from 'vitest'
import { buildBank } from '#fixtures/bank.js'
import type { Psu } from '#fixtures/types.js'
import { attemptsAllowed, isLocked } from './log-in.js'
import { type LogInInput, logIn, newSession, openedSession, psuSessionSeconds } from './psu-session.js'

const now = Date.parse('2030-01-15T09:00:00+03:00')
const { psus } = buildBank({ seed: 1, now })
const [layla, omar] = psus as [Psu, Psu, ...Psu[]]
const facts = {
  byUsername: new Map(psus.map((psu) => [psu.username, psu])),
  byId: new Map(psus.map((psu) => [psu.psuId, psu])),
}
const password = (word = layla.password): LogInInput => ({ decision: 'login', username: 'Layla ', password: word })
const code = (otp = layla.otp): LogInInput => ({ decision: 'confirm', otp })
const atLogin = newSession(now)
const atCode = { ...atLogin, step: 'code' as const, psuId: layla.psuId }

test('leads by password and code to a PSU who is logged in', () => {
  expect(logIn(atLogin, password(), facts)).toEqual({ session: atCode })
  expect(logIn(atCode, code(` ${layla.otp.slice(0, 3)} ${layla.otp.slice(3)} `), facts)).toEqual({
    outcome: 'logged-in',
    psuId: layla.psuId,
  })
})

test('goes back to the password when cancelled, and forgets no wrong try', () => {
  const { session } = logIn(atCode, code('000000'), facts) as { session: typeof atCode }

  expect(logIn(session, { decision: 'cancel' }, facts)).toEqual({ session: { ...atLogin, codeFailures: 1 } })
})

test.each([
  ['a wrong password', atLogin, password('x'), 'wrong-credentials', { loginFailures: 1 }],
  ['no password', atLogin, password(''), 'missing', {}],
  ['a wrong code', atCode, code('000000'), 'wrong-code', { codeFailures: 1 }],
  ['no code', atCode, code(' '), 'missing', {}],
] as const)('stays at the step with %s', (_name, session, input, problem, counted) => {
  expect(logIn(session, input, facts)).toEqual({ session: { ...session, ...counted }, problem })
})

test.each([
  ['a code at the password', atLogin, code()],
  ['another’s password at the code', atCode, { decision: 'login', username: omar.username, password: omar.password }],
  ['a code when logged in', openedSession(layla.psuId, now), code()],
] as const)('takes no notice of %s', (_name, session, input) => {
  expect(logIn(session, input, facts)).toEqual({ session })
})

test.each([
  ['passwords', atLogin, password('x'), password()],
  ['codes', atCode, code('000000'), code()],
] as const)('takes nothing more after too many wrong %s, not even a right one', (_name, session, wrong, right) => {
  let last = session as typeof atLogin
  const problems = Array.from({ length: attemptsAllowed }, () => {
    const result = logIn(last, wrong, facts)
    if ('session' in result) last = result.session
    return 'session' in result && result.problem
  })

  expect(problems.at(-1)).toBe('locked')
  expect(problems.slice(0, -1)).not.toContain('locked')
  expect(isLocked(last)).toBe(true)
  expect(logIn(last, right, facts)).toEqual({ session: last, problem: 'locked' })
})

test('lasts ten minutes from its beginning, on the way in and then again', () => {
  expect(psuSessionSeconds).toBe(600)
  expect(newSession(now).expiresAt).toBe(now + 600_000)
  expect(openedSession(layla.psuId, now)).toMatchObject({ step: 'open', psuId: layla.psuId, expiresAt: now + 600_000 })
})
