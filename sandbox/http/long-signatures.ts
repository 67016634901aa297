/**
 * Signatures of long bodies, which are files: as `detached-signature.ts` makes them and `signatures.ts` verifies them, a part of the body at a
 * time. The library wants the whole payload in base64url at once, which stops the event loop for a third of a second with ten megabytes.
 *
 * PS256: RSASSA-PSS with SHA-256 and a salt of the length of the digest (RFC 7518 section 3.5).
 *
 * @module
 */
import { constants, createPrivateKey, createPublicKey, createSign, createVerify, type KeyObject } from 'node:crypto'
import type { JWK } from 'jose'
import { inTurns, turnBytes } from './sent-file.js'

/** Whether a body is signed and verified in parts. */
export const isLong = (body: string | Uint8Array): boolean => body.length > turnBytes

/** RSA keys are of this size or larger (RFC 7518 section 3.5). */
const leastBits = 2048

const parameters = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }

/** Adds what is signed: the protected part, a point, and the body in base64url. */
async function addPayload(
  to: { update(text: string): unknown },
  protectedPart: string,
  body: Uint8Array,
): Promise<void> {
  to.update(`${protectedPart}.`)
  // parts are of a multiple of three bytes: their texts can be put together
  for await (const part of inTurns(body)) to.update(Buffer.from(part).toString('base64url'))
}

const isLargeEnough = (key: KeyObject) => (key.asymmetricKeyDetails?.modulusLength ?? 0) >= leastBits

/** Whether a signature is of a body, by a key. */
export async function verifyLong(
  { protectedPart, signaturePart }: { readonly protectedPart: string; readonly signaturePart: string },
  body: Uint8Array,
  jwk: JWK,
): Promise<boolean> {
  try {
    const key = createPublicKey({ key: jwk as never, format: 'jwk' })
    if (key.asymmetricKeyType !== 'rsa' || !isLargeEnough(key)) return false
    const verifier = createVerify('sha256')
    await addPayload(verifier, protectedPart, body)
    return verifier.verify({ key, ...parameters }, Buffer.from(signaturePart, 'base64url'))
  } catch {
    return false
  }
}

/** Signs a body with a private RSA key. @returns the signature in base64url */
export async function signLong(protectedPart: string, body: Uint8Array, jwk: JWK): Promise<string> {
  const signer = createSign('sha256')
  await addPayload(signer, protectedPart, body)
  return signer.sign({ key: createPrivateKey({ key: jwk as never, format: 'jwk' }), ...parameters }, 'base64url')
}
