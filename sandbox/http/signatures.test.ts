import { generateKeyPairSync } from 'node:crypto'
import { compactVerify, importJWK, type JWK } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OperationId, operation, operationIds } from '#standard/index.js'
import type { SandboxOptions } from '../options.js'
import { errorsOf, testNow } from '../testing/test-bank.js'
import { success } from './answer.js'
import { type SignatureChange, signature } from './testing/signed-by-tpp.js'
import { openSmallApi, type Sent, type SmallApi } from './testing/small-api.js'

/** Operations that are served, as their bodies are described. */
const signing = operationIds.filter(
  (id) =>
    (operation(id).body || operation(id).sends) &&
    operation(id).signed?.includes('request') &&
    operation(id).scopes.length === 1,
)
const answering = operationIds.filter((id) => operation(id).signed?.includes('response'))
const handler = { handle: ({ body }: { body?: unknown }) => success(201, { body }) }
const handlers = Object.fromEntries([...answering, 'createAccountAccessConsent' as const].map((id) => [id, handler]))

const newKey = (kid: string): JWK => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { ...(privateKey.export({ format: 'jwk' }) as JWK), kid }
}
const key = newKey('key-1')
const strangeKey = newKey('key-1')
const publicKey = ({ kty, n, e, kid }: JWK) => ({ kty: kty as string, n, e, kid })

const tpp = {
  clientId: 'acme',
  clientSecret: 'a-secret-of-a-test-tpp',
  redirectUris: ['https://acme.example/cb'],
  jwks: { keys: [publicKey(key)] },
}
const options = {
  userToken: { mode: 'off' },
  tpps: [
    tpp,
    { ...tpp, clientId: 'keyless', jwks: { keys: [] } },
    { ...tpp, clientId: 'strict', signatures: 'demanded' },
  ],
} satisfies SandboxOptions

let honouring: SmallApi
let demanding: SmallApi
let off: SmallApi
beforeAll(async () => {
  honouring = await openSmallApi(handlers, options)
  demanding = await openSmallApi(handlers, { ...options, signatures: { mode: 'demanded', unexpected: 'refused' } })
  off = await openSmallApi(handlers, { ...options, signatures: { mode: 'off' } })
})
afterAll(() => Promise.all([honouring.close(), demanding.close(), off.close()]))

const payload = '{ "Data": {"b":1, "a":"\u062f\u064a\u0646\u0627\u0631"}, "Risk": {} }'

/** Sends a signed body. */
async function send(at: SmallApi, id: OperationId, change: SignatureChange = {}, over: Sent = {}) {
  const { clientId = 'acme' } = over
  const value = await signature(payload, { key, issuer: clientId, at: testNow, ...change })
  return at.send(id, { payload, ...over, clientId, headers: { 'x-jws-signature': value, ...over.headers } })
}

const bh = (name: string) => `http://openbanking.org.bh/${name}`
const withHeader = (header: object): SignatureChange => ({ header })
const without = (...names: string[]): SignatureChange => ({ without: names })

/** What can be wrong with a signature: change, code and path. FACTS 2.2. */
const wrong: Readonly<Record<string, readonly [SignatureChange, code: string, ...paths: string[]]>> = {
  'no JWS': [{ text: 'this-is-no-signature' }, 'Malformed', 'x-jws-signature'],
  'one part too many': [{ text: 'e30..c2ln.c2ln' }, 'Malformed', 'x-jws-signature'],
  'its payload attached': [{ isAttached: true }, 'Malformed', 'x-jws-signature'],
  'a header that is no JSON': [{ text: 'bm90IGpzb24..c2ln' }, 'Malformed', 'x-jws-signature'],
  'a header that is a list': [{ text: 'W10..c2ln' }, 'Malformed', 'x-jws-signature'],
  'nothing in it': [{ text: '' }, 'Malformed', 'x-jws-signature'],
  'no alg': [without('alg'), 'MissingClaim', 'alg'],
  'no kid': [without('kid'), 'MissingClaim', 'kid'],
  'no crit': [without('crit'), 'MissingClaim', 'crit'],
  'no issue time': [without(bh('iat')), 'MissingClaim', bh('iat')],
  'no issuer': [without(bh('iss')), 'MissingClaim', bh('iss')],
  'no trust anchor': [without(bh('tan')), 'MissingClaim', bh('tan')],
  'several claims missing': [without('kid', bh('tan')), 'MissingClaim', 'kid', bh('tan')],
  'another alg': [withHeader({ alg: 'RS256' }), 'InvalidClaim', 'alg'],
  'alg none': [{ header: { alg: 'none' }, isEmpty: true }, 'InvalidClaim', 'alg'],
  'an unknown kid': [withHeader({ kid: 'key-2' }), 'InvalidClaim', 'kid'],
  'a kid that is no text': [withHeader({ kid: 1 }), 'InvalidClaim', 'kid'],
  'another typ': [withHeader({ typ: 'JWT' }), 'InvalidClaim', 'typ'],
  'another cty': [withHeader({ cty: 'text/plain' }), 'InvalidClaim', 'cty'],
  'more in crit': [withHeader({ crit: [bh('iat'), bh('iss'), bh('tan'), 'typ'] }), 'InvalidClaim', 'crit'],
  'less in crit': [withHeader({ crit: [bh('iat'), bh('iss')] }), 'InvalidClaim', 'crit'],
  'one twice in crit': [withHeader({ crit: [bh('iat'), bh('iss'), bh('iss')] }), 'InvalidClaim', 'crit'],
  'an issue time in the future': [withHeader({ [bh('iat')]: testNow / 1000 + 61 }), 'InvalidClaim', bh('iat')],
  'an issue time with a fraction': [withHeader({ [bh('iat')]: 1_700_000_000.5 }), 'InvalidClaim', bh('iat')],
  'an issue time in text': [withHeader({ [bh('iat')]: '1700000000' }), 'InvalidClaim', bh('iat')],
  'another issuer': [withHeader({ [bh('iss')]: 'tpp-other' }), 'InvalidClaim', bh('iss')],
  'a trust anchor that is no name': [withHeader({ [bh('tan')]: 'not a name' }), 'InvalidClaim', bh('tan')],
  'several bad claims': [withHeader({ typ: 'JWT', [bh('iss')]: '' }), 'InvalidClaim', 'typ', bh('iss')],
  'an unencoded payload': [withHeader({ b64: false }), 'InvalidClaim', 'b64'],
  'another body': [{ body: `${payload} ` }, 'Invalid', 'x-jws-signature'],
  'another key': [{ key: strangeKey }, 'Invalid', 'x-jws-signature'],
  'an empty signature': [{ isEmpty: true }, 'Invalid', 'x-jws-signature'],
}

test('every operation that is signed is tried', () => {
  expect(signing.length).toBeGreaterThan(5)
})

describe.each(signing)('%s', (id) => {
  test('takes a right signature, in both families of claims, or none', async () => {
    const answers = [
      await send(honouring, id),
      await send(honouring, id, { family: 'http://openbanking.org.uk' }),
      await send(honouring, id, { header: { typ: 'JOSE', cty: operation(id).sends?.[0] ?? 'json' } }),
      await honouring.send(id, { clientId: 'acme', payload }),
      await send(demanding, id),
    ]

    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201, 201])
    if (operation(id).body) expect(answers[0]?.json().body.Data).toEqual({ a: 'دينار', b: 1 })
  })

  test.each(Object.keys(wrong))('refuses a signature with %s', async (name) => {
    const [change, code, ...paths] = wrong[name] as (typeof wrong)[string]
    const answer = await send(honouring, id, change)

    expect(answer.statusCode).toBe(400)
    expect(errorsOf(answer)).toEqual(paths.map((path) => [`Signature.${code}`, path]))
  })

  test('is refused without a signature where one is demanded, of the bank or of the TPP', async () => {
    const answers = [
      await demanding.send(id, { clientId: 'acme', payload }),
      await honouring.send(id, { clientId: 'strict', payload }),
    ]

    for (const answer of answers) expect(errorsOf(answer)).toEqual([['Signature.Missing', 'x-jws-signature']])
  })

  test('does not look at a signature where they are off', async () => {
    expect((await send(off, id, { text: 'nothing' })).statusCode).toBe(201)
  })
})

describe('a signature', () => {
  test('is judged before the body, and after the headers', async () => {
    const id = 'createDomesticPaymentConsent'
    const bad = { text: 'nothing' }

    expect(errorsOf(await send(honouring, id, bad, { payload: '{bad json' }))[0]?.[0]).toBe('Signature.Malformed')
    const headers = { 'x-fapi-auth-date': 'yesterday' }
    expect(errorsOf(await send(honouring, id, bad, { headers }))[0]?.[0]).toBe('Header.Invalid')
  })

  test('of a TPP without keys names one that is not known', async () => {
    const answer = await send(honouring, 'createDomesticPaymentConsent', {}, { clientId: 'keyless' })

    expect(errorsOf(answer)).toEqual([['Signature.InvalidClaim', 'kid']])
  })

  test('that says the subject of a certificate, and is a minute ahead, is taken', async () => {
    const header = { [bh('iss')]: 'CN=ACME, OU=tests, C=BH', [bh('iat')]: testNow / 1000 + 60 }

    expect((await send(honouring, 'createDomesticPaymentConsent', { header })).statusCode).toBe(201)
  })

  test('that nobody wants is ignored, or refused where the setting says so', async () => {
    const id = 'createAccountAccessConsent'
    const [ignored, refused] = [await send(honouring, id), await send(demanding, id)]

    expect(ignored.statusCode).toBe(201)
    expect(errorsOf(refused)).toEqual([['Signature.Unexpected', 'x-jws-signature']])
  })

  test('by the key that is made for a sample TPP is taken, also after a restart', async () => {
    const { signingKeyOf } = await import('../identity/tpp-keys.js')
    const { registerTpps } = await import('../identity/tpps.js')
    const directory = honouring.bank.store.tenant('directory')
    const made = await signingKeyOf(directory, 'tpp-demo')
    const statuses = [
      (await send(honouring, 'createDomesticPaymentConsent', { key: made }, { clientId: 'tpp-demo' })).statusCode,
    ]
    await registerTpps(directory, honouring.bank.tpps)
    statuses.push(
      (await send(honouring, 'createDomesticPaymentConsent', { key: made }, { clientId: 'tpp-demo' })).statusCode,
    )

    expect(statuses).toEqual([201, 201])
    expect(await signingKeyOf(directory, 'tpp-demo')).toEqual(made)
    await expect(signingKeyOf(directory, 'acme')).rejects.toThrow('its own keys')
  })
})

describe('an answer', () => {
  /** Verifies the signature of an answer with the key the bank publishes. */
  async function verified(at: SmallApi, answer: Awaited<ReturnType<typeof send>>) {
    const { keys } = (await at.bank.send({ url: '/oauth2/jwks' })).json() as { keys: JWK[] }
    const [head, middle, tail] = String(answer.headers['x-jws-signature']).split('.')
    expect(middle).toBe('')
    const crit = { [bh('iat')]: true, [bh('iss')]: true, [bh('tan')]: true }
    const jws = `${head}.${answer.rawPayload.toString('base64url')}.${tail}`
    const bankKey = await importJWK(keys[0] as JWK, 'PS256')
    const { protectedHeader } = await compactVerify(jws, bankKey, { crit, algorithms: ['PS256'] })
    expect(protectedHeader.kid).toBe(keys[0]?.kid)
    return protectedHeader
  }

  test.each(answering)('of %s is signed with a key that the bank publishes', async (id) => {
    const header = await verified(honouring, await honouring.send(id, { clientId: 'acme' }))

    expect(header).toMatchObject({
      alg: 'PS256',
      typ: 'JOSE',
      cty: 'application/json',
      crit: [bh('iat'), bh('iss'), bh('tan')],
      [bh('iat')]: testNow / 1000,
      [bh('iss')]: 'http://bank.test',
      [bh('tan')]: 'openbanking.org.bh',
    })
  })

  test('that is an error is signed too, and one without a body is not', async () => {
    const id = 'createDomesticPaymentConsent'
    const refused = await send(honouring, id, { text: 'nothing' })
    const unknown = await honouring.app.inject({ method: 'POST', url: '/api/domestic-payment-consents' })
    await verified(honouring, refused)

    expect([unknown.statusCode, unknown.headers['x-jws-signature']]).toEqual([401, undefined])
  })

  test('is not signed where signatures are off, nor where the operation is unsigned', async () => {
    const answers = [
      await off.send('getDomesticPaymentConsent', { clientId: 'acme' }),
      await honouring.send('createAccountAccessConsent', { clientId: 'acme', payload }),
    ]

    expect(answers.map(({ statusCode, headers }) => [statusCode, headers['x-jws-signature']])).toEqual([
      [201, undefined],
      [201, undefined],
    ])
  })

  test('is signed with the changes that are made before, and changed again after', async () => {
    const api = await openSmallApi(handlers, options)
    try {
      Object.assign(api.bank.tenant, {
        edits: {
          keys: () => undefined,
          answer: (phase: string, given: { body?: string }) =>
            phase === 'before-signing' ? { ...given, body: '{"a":1}' } : { ...given, status: 202 },
        },
      })
      const answer = await api.send('getDomesticPaymentConsent', { clientId: 'acme' })
      await verified(api, answer)

      expect([answer.statusCode, answer.body]).toEqual([202, '{"a":1}'])
    } finally {
      await api.close()
    }
  })
})
