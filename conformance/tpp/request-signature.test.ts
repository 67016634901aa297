import { exportJWK, flattenedVerify, generateKeyPair } from 'jose'
import { expect, test } from 'vitest'
import { claimNames, signatureOf } from './request-signature.js'

const { privateKey, publicKey } = await generateKeyPair('PS256', { extractable: true })
const signing = {
  key: JSON.stringify(await exportJWK(privateKey)),
  kid: 'k-1',
  issuer: 'tpp-demo',
  trustAnchor: 'tpp.example',
}
const now = Date.UTC(2030, 0, 15, 9)
const body = '{"Data":{}}'

type Change = Parameters<typeof signatureOf>[3]

const headerOf = (jws = '') => JSON.parse(Buffer.from(jws.split('.')[0] ?? '', 'base64url').toString())

async function verifies(change?: Change): Promise<boolean> {
  const [protectedHeader = '', , signature = ''] = (await signatureOf(body, signing, now, change))?.split('.') ?? []
  const names = Object.values(claimNames).flatMap((family) => Object.values(family))
  const crit = Object.fromEntries([...names, 'typ'].map((name) => [name, true]))
  const jws = { protected: protectedHeader, payload: Buffer.from(body).toString('base64url'), signature }
  return flattenedVerify(jws, publicKey, { crit }).then(
    () => true,
    () => false,
  )
}

test('signs the bytes of the body, which it leaves out', async () => {
  const jws = await signatureOf(body, signing, now)

  expect(jws).toMatch(/^[\w-]+\.\.[\w-]+$/)
  expect(await verifies()).toBe(true)
  const { iat, iss, tan } = claimNames.framework
  expect(headerOf(jws)).toEqual({
    alg: 'PS256',
    kid: 'k-1',
    [iat]: now / 1000 - 1,
    [iss]: 'tpp-demo',
    [tan]: 'tpp.example',
    crit: [iat, iss, tan],
  })
})

test.each(['other body', 'other key', 'alg none', 'no JWS'] as const)('does not hold with %s', async (change) => {
  expect(await verifies(change)).toBe(false)
})

test.each(['names of the parent', 'typ and cty', 'kid absent', 'iat absent', 'tan absent', 'crit absent'] as const)(
  'holds with %s',
  async (change) => {
    expect(await verifies(change)).toBe(true)
  },
)

test('attaches the payload, and sends none, on purpose', async () => {
  const attached = await signatureOf(body, signing, now, 'payload attached')

  expect(attached?.split('.')[1]).toBe(Buffer.from(body).toString('base64url'))
  expect(await signatureOf(body, signing, now, 'absent')).toBeUndefined()
})
