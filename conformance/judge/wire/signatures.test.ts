import { expect, test } from 'vitest'
import { chain, errorBody, exchangeEntry, runEntry } from '../testing/transcripts.js'
import { verdictOf } from '../testing/wire.js'
import { judgeWire } from '../wire-verdicts.js'
import { signatureChecks } from './signatures.js'

const names = (family: string) => ['iat', 'iss', 'tan'].map((name) => `http://openbanking.org.${family}/${name}`)
const whole = { claims: names('bh'), crit: names('bh') }

const answer = (signature: object | undefined, parts: object = {}) =>
  exchangeEntry({
    operation: 'getDomesticPaymentConsent',
    body: { Data: {} },
    ...(signature && { signature, responseHeaders: [['x-jws-signature', 'a..b'] as const] }),
    ...parts,
  })

/** The verdict on a bank that signs its answers. */
function verdict(...entries: readonly ReturnType<typeof answer>[]) {
  const profile = { ...runEntry([]).profile, strictness: 'all', answersSigned: true } as const
  const [found] = judgeWire(chain(entries), profile, signatureChecks)
  return found?.findings.map(({ proves, received }) => [proves, received]) ?? []
}

test('takes an answer whose signature holds, and one without a body', () => {
  expect(verdict(answer(whole), answer(undefined, { status: 401, body: '' }))).toEqual([])
})

test.each([
  ['none', undefined, {}, 'SIG-REQ-050'],
  ['none on an error', undefined, { status: 400, body: errorBody('400 BadRequest') }, 'SIG-REQ-060'],
  ['one that does not hold', { problem: 'signature verification failed' }, {}, 'SIG-REQ-050'],
  ['one without the trust anchor', { claims: names('bh').slice(0, 2), crit: names('bh') }, {}, 'SIG-REQ-050'],
  ['one with claims that are not critical', { claims: names('bh'), crit: [] }, {}, 'SIG-REQ-050'],
  ['one with the names of the parent', { claims: names('uk'), crit: names('uk') }, {}, 'SIG-REQ-180'],
])('finds %s', (_, signature, parts, row) => {
  expect(verdict(answer(signature, parts)).map(([proves]) => proves)).toEqual([[row]])
})

test('asks for no signature of a bank that signs nothing, and verifies one that comes', () => {
  expect(verdictOf('WIR-answer-signature', [answer(undefined)]).outcome).toBe('not-applicable')
  expect(verdictOf('WIR-answer-signature', [answer({ problem: 'no key' })]).outcome).toBe('fail')
})

test('does not look at a HEAD, nor at operations that sign nothing', () => {
  expect(
    verdict(answer(undefined, { method: 'HEAD', body: '' }), answer(undefined, { operation: 'getAccounts' })),
  ).toEqual([])
})
