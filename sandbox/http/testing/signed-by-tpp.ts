/**
 * Signatures as a TPP makes them, right and wrong.
 *
 * @module
 */
import { constants, createPrivateKey, sign } from 'node:crypto'
import type { JWK } from 'jose'

export interface SignatureChange {
  readonly key?: JWK
  readonly family?: string
  /** Put over the right header. */
  readonly header?: object
  /** Left out of the right header. */
  readonly without?: readonly string[]
  /** What is signed instead of the body. */
  readonly body?: string
  /** The payload is left in the middle. */
  readonly isAttached?: true
  /** There is no signature in it. */
  readonly isEmpty?: true
  /** In place of all. */
  readonly text?: string
}

/** The value of `x-jws-signature`, made without the library that the bank verifies it with. */
export function signature(
  sent: string,
  of: SignatureChange & { readonly key: JWK; readonly issuer: string; readonly at: number },
): string {
  const { key, issuer, at, family = 'http://openbanking.org.bh', header = {}, without = [], body = sent } = of
  if (of.text !== undefined) return of.text
  const claims = { [`${family}/iat`]: at / 1000, [`${family}/iss`]: issuer, [`${family}/tan`]: 'openbanking.org.bh' }
  const right = { alg: 'PS256', kid: key.kid, crit: Object.keys(claims), ...claims, ...header }
  const left = Object.fromEntries(Object.entries(right).filter(([name]) => !without.includes(name)))
  const protectedPart = Buffer.from(JSON.stringify(left)).toString('base64url')
  const payload = Buffer.from(body).toString('base64url')
  const signed = sign('sha256', Buffer.from(`${protectedPart}.${payload}`), {
    key: createPrivateKey({ key: key as never, format: 'jwk' }),
    padding: constants.RSA_PKCS1_PSS_PADDING,
    saltLength: 32,
  })
  return `${protectedPart}.${of.isAttached ? payload : ''}.${of.isEmpty ? '' : signed.toString('base64url')}`
}
