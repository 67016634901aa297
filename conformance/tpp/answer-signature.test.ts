import { createLocalJWKSet, exportJWK, generateKeyPair } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FakeBank, startFakeBank } from '../testing/fake-bank.js'
import { openTestSession, type TestSession } from '../testing/open-session.js'
import { checkAnswer } from './answer-signature.js'
import { claimNames, signatureOf } from './request-signature.js'

const now = Date.parse('2030-01-15T08:00:00Z')
const body = '{"Data":{}}'

let bank: FakeBank
let session: TestSession
let key: string

beforeAll(async () => {
  bank = await startFakeBank()
  session = openTestSession(bank.profile, () => now)
  const keys = await generateKeyPair('PS256', { extractable: true })
  key = JSON.stringify(await exportJWK(keys.privateKey))
  const jwks = { keys: [{ ...(await exportJWK(keys.publicKey)), kid: 'bank-1', alg: 'PS256' }] }
  session.shared.set('bankKeys', Promise.resolve(createLocalJWKSet(jwks)))
})
afterAll(async () => {
  await session.close()
  await bank.close()
})

async function check(issuer: string, answered = body) {
  const signing = { key, kid: 'bank-1', issuer, trustAnchor: 'trust.example' }
  const value = (await signatureOf(body, signing, now)) ?? ''
  return checkAnswer(session, { status: 200, headers: [['x-jws-signature', value]], body: answered } as never)
}

test.each([
  ['an organisation and its software', 'ORG-0017/APP-3'],
  ['the organisation alone', 'ORG-0017'],
  ['the subject of a certificate', 'CN=ORG-0017, O=Bank of Elsewhere, C=BH'],
])('takes a signature whose issuer is named by %s', async (_, issuer) => {
  const claims = Object.values(claimNames.framework)

  expect(await check(issuer)).toEqual({ claims, crit: claims })
})

test('finds a signature of another body', async () => {
  expect(await check('ORG-0017', '{"Data":{} }')).toEqual({ problem: 'signature verification failed' })
})
