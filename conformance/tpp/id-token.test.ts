import { CompactSign, createLocalJWKSet, exportJWK, generateKeyPair } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FakeBank, json, startFakeBank } from '../testing/fake-bank.js'
import { openTestSession, type TestSession } from '../testing/open-session.js'
import { CouldNotRun } from './could-not-run.js'
import { checkIdToken } from './id-token.js'

const now = Date.parse('2030-01-15T08:00:00Z')
const seconds = now / 1000
const asked = { nonce: 'n-1', consentId: 'c-1' }

let bank: FakeBank
let session: TestSession
let keys: Awaited<ReturnType<typeof generateKeyPair>>
let others: Awaited<ReturnType<typeof generateKeyPair>>

beforeAll(async () => {
  bank = await startFakeBank()
  session = openTestSession(bank.profile, () => now)
  keys = await generateKeyPair('PS256')
  others = await generateKeyPair('PS256')
  const jwks = { keys: [{ ...(await exportJWK(keys.publicKey)), alg: 'PS256' }] }
  session.shared.set('bankKeys', Promise.resolve(createLocalJWKSet(jwks)))
})
afterAll(async () => {
  await session.close()
  await bank.close()
})

const claims = () => ({
  iss: bank.profile.authorisation.issuer,
  aud: 'tpp-1',
  sub: 'psu-1',
  iat: seconds,
  exp: seconds + 300,
  nonce: 'n-1',
  openbanking_intent_id: 'c-1',
})

const signed = (change: object = {}, key = keys.privateKey) =>
  new CompactSign(Buffer.from(JSON.stringify({ ...claims(), ...change })))
    .setProtectedHeader({ alg: 'PS256' })
    .sign(key)

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

const pointersOf = async (token: unknown, to: Parameters<typeof checkIdToken>[3] = asked) =>
  (await checkIdToken(session, token, 'tpp-1', to)).problems.map(({ pointer }) => pointer.replace('/id_token', ''))

test('takes a token that holds, several audiences, and one within the leeway of clocks', async () => {
  expect(await pointersOf(await signed())).toEqual([])
  expect(await pointersOf(await signed({ aud: ['tpp-1', 'tpp-2'], exp: seconds - 30 }))).toEqual([])
})

/** OpenID Connect Core 1.0, appendix A.3: the code, and its hash in the token beside it. */
const code = 'Qcb0Orv1zh30vL1MPRsbm-diHiMwcLyZvn1arpZv-Jxf_11jnpEX3Tgfvk'
const itsHash = 'LDktKdoQak3Pk0cnXxCltA'

test.each([
  ['of the code', { c_hash: itsHash }, { code }, []],
  ['of another code', { c_hash: 'AAAAAAAAAAAAAAAAAAAAAA' }, { code }, ['/c_hash']],
  ['no hash of the code', {}, { code }, ['/c_hash']],
  ['no code beside it', {}, {}, []],
  ['of the token', { at_hash: itsHash }, { accessToken: code }, []],
  ['of another token', { at_hash: 'x' }, { accessToken: code }, ['/at_hash']],
  ['no hash of the token, which is optional', {}, { accessToken: code }, []],
])('finds in a token the hash %s', async (_, change, beside, expected) => {
  expect(await pointersOf(await signed(change), { ...asked, ...beside })).toEqual(expected)
})

test.each([
  ['another nonce', { nonce: 'n-2' }, ['/nonce']],
  ['no nonce', { nonce: undefined }, ['/nonce']],
  ['another audience', { aud: 'tpp-2' }, ['/aud']],
  ['another issuer', { iss: 'https://elsewhere.example' }, ['/iss']],
  ['an end that has passed', { exp: seconds - 3600 }, ['/exp']],
  ['no end', { exp: undefined }, ['/exp']],
  ['no subject', { sub: undefined }, ['/sub']],
  ['no instant of issue', { iat: undefined }, ['/iat']],
  ['another consent', { openbanking_intent_id: 'c-2' }, ['/openbanking_intent_id']],
  ['several mistakes', { aud: 'x', nonce: 'y' }, ['/aud', '/nonce']],
])('finds %s', async (_, change, pointers) => {
  expect(await pointersOf(await signed(change))).toEqual(pointers)
})

test('finds a token of another key, one that was changed, one without a signature, and a word', async () => {
  const [header, , signature] = (await signed()).split('.')

  expect(await pointersOf(await signed({}, others.privateKey))).toEqual([''])
  expect(await pointersOf(`${header}.${base64({ ...claims(), sub: 'psu-2' })}.${signature}`)).toEqual([''])
  expect(await pointersOf(`${base64({ alg: 'none' })}.${base64(claims())}.`)).toEqual(['/alg', ''])
  for (const word of ['hello', '', 7, null, 'a.b.c']) expect(await pointersOf(word)).toEqual([''])
})

test('takes a token of a key that the bank has had since its keys were read, and reads them a few times at most', async () => {
  const named = (kid: string, key = keys.privateKey) =>
    new CompactSign(Buffer.from(JSON.stringify(claims()))).setProtectedHeader({ alg: 'PS256', kid }).sign(key)
  const published: object[] = []
  const publish = async (kid: string, key = keys.publicKey) =>
    published.push({ ...(await exportJWK(key)), alg: 'PS256', kid })
  bank.intercept = ({ path, response }) => {
    if (path === '/jwks') json(response, 200, { keys: published })
    return path === '/jwks'
  }
  const later = openTestSession(bank.profile, () => now)
  const found = async (kid: string, key = keys.privateKey) =>
    (await checkIdToken(later, await named(kid, key), 'tpp-1', asked)).problems.map(({ received }) => received)
  const readings = () => bank.calls.filter((call) => call === 'GET /jwks').length

  await publish('one')
  expect(await found('one')).toEqual([])
  await publish('two', others.publicKey)
  expect(await found('two', others.privateKey)).toEqual([])
  expect(await found('two', others.privateKey)).toEqual([])
  expect(readings()).toBe(2)
  for (const kid of ['three', 'four', 'five', 'six']) {
    expect(await found(kid)).toEqual(['no applicable key found in the JSON Web Key Set'])
  }
  expect(readings()).toBe(4)
  await later.close()
})

test('asks for what was asked for alone', async () => {
  const other = await signed({ nonce: undefined, openbanking_intent_id: undefined })

  expect(await pointersOf(other, { nonce: null })).toEqual([])
  expect((await checkIdToken(session, other, 'tpp-1')).problems).toEqual([])
})

test('looks at the claims where the profile has no keys of the bank', async () => {
  const without = openTestSession(bank.profile, () => now)
  const none = Promise.reject(new CouldNotRun('no keys', 'config'))
  none.catch(() => {})
  without.shared.set('bankKeys', none)
  const { problems } = await checkIdToken(without, await signed({ aud: 'x' }, others.privateKey), 'tpp-1', asked)
  await without.close()

  expect(problems.map(({ pointer }) => pointer)).toEqual(['/id_token/aud'])
})
