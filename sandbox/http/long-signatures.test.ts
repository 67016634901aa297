import { generateKeyPairSync } from 'node:crypto'
import { compactVerify, importJWK, type JWK } from 'jose'
import { describe, expect, test } from 'vitest'
import { signerAs } from './detached-signature.js'
import { verifyLong } from './long-signatures.js'
import { turnBytes } from './sent-file.js'
import { bankClaims, readSignature } from './signature-claims.js'

const newKey = (modulusLength: number): JWK => ({
  ...(generateKeyPairSync('rsa', { modulusLength }).privateKey.export({ format: 'jwk' }) as JWK),
  kid: 'key-1',
})
const key = newKey(2048)
const publicKey = ({ kty, n, e, kid }: JWK) => ({ kty, n, e, kid }) as JWK

/** Bytes that are not a multiple of anything. */
const body = Buffer.from(Array.from({ length: turnBytes + 1001 }, (_, index) => (index * 7919) % 251))

const sign = async (by: JWK, bytes = body) => {
  const signature = readSignature(await signerAs('acme', by)(bytes, 0, 'text/xml'))
  if (!signature) throw new Error('the signature is none')
  return signature
}

describe('the signature of a long body', () => {
  test('is one that the library verifies', async () => {
    const { protectedPart, signaturePart, header } = await sign(key)
    const crit = Object.fromEntries(bankClaims.map((claim) => [claim, true]))
    const jws = `${protectedPart}.${body.toString('base64url')}.${signaturePart}`
    const { payload } = await compactVerify(jws, await importJWK(publicKey(key), 'PS256'), { crit })

    expect(Buffer.from(payload).equals(body)).toBe(true)
    expect(header).toMatchObject({ alg: 'PS256', cty: 'text/xml' })
  })

  test('verifies with its key and its bytes alone', async () => {
    const signature = await sign(key)
    const other = Buffer.from(body)
    other[turnBytes + 500] = (other[turnBytes + 500] as number) ^ 1
    const cut = { ...signature, signaturePart: signature.signaturePart.slice(4) }

    expect(await verifyLong(signature, body, publicKey(key))).toBe(true)
    expect(await verifyLong(signature, other, publicKey(key))).toBe(false)
    expect(await verifyLong(signature, body.subarray(1), publicKey(key))).toBe(false)
    expect(await verifyLong(signature, body, publicKey(newKey(2048)))).toBe(false)
    expect(await verifyLong(cut, body, publicKey(key))).toBe(false)
    expect(await verifyLong(signature, body, { kty: 'oct', k: 'AAAA' })).toBe(false)
  })

  test('does not verify with a key that is too short', async () => {
    const short = newKey(1024)

    expect(await verifyLong(await sign(short), body, publicKey(short))).toBe(false)
  })
})
