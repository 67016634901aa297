/**
 * Makes a detached JWS over the bytes of a body: a compact one without its middle part. FACTS 2.2; RFC 7515 appendix F.
 *
 * @module
 */
import { CompactSign, importJWK, type JWK } from 'jose'
import { isLong, signLong } from './long-signatures.js'
import { bankClaims, claimFamilies } from './signature-claims.js'

/**
 * Signs a body; `at` is the instant that the signature says it was made at, in milliseconds.
 *
 * @param mediaType of the body. Default JSON
 */
export type SignBody = (body: string | Uint8Array, at: number, mediaType?: string) => Promise<string>

/** The domain whose registry of keys a signature is trusted by. */
export const trustAnchor = new URL(claimFamilies[0]).hostname

/**
 * Signs as somebody. The key is read when it is first used.
 *
 * @param issuer who signs: the issuer of the bank, or the client id of a TPP
 * @param jwk a private RSA key with its id
 */
export function signerAs(issuer: string, jwk: JWK): SignBody {
  let key: ReturnType<typeof importJWK> | undefined
  const [iat, iss, tan] = bankClaims
  const crit = [...bankClaims]
  const known = { crit: Object.fromEntries(crit.map((claim) => [claim, true])) }
  return async (body, at, mediaType = 'application/json') => {
    key ??= importJWK(jwk, 'PS256')
    const header = {
      alg: 'PS256',
      kid: jwk.kid as string,
      typ: 'JOSE',
      cty: mediaType,
      crit,
      [iat]: Math.floor(at / 1000),
      [iss]: issuer,
      [tan]: trustAnchor,
    }
    if (isLong(body)) {
      const protectedPart = Buffer.from(JSON.stringify(header)).toString('base64url')
      return `${protectedPart}..${await signLong(protectedPart, Buffer.from(body), jwk)}`
    }
    const jws = await new CompactSign(Buffer.from(body)).setProtectedHeader(header).sign(await key, known)
    const [protectedPart, , signaturePart] = jws.split('.')
    return `${protectedPart}..${signaturePart}`
  }
}
