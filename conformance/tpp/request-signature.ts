/**
 * Signs requests with the key of a TPP: a detached JWS over the bytes of the body. FACTS 2.2.
 *
 * @module
 */
import { CompactSign, generateKeyPair, importJWK, type JWK } from 'jose'
import type { SignatureChange } from '../cases/case.js'
import type { SigningKey } from '../profile/profile.js'

const claimsOf = (base: string) => ({ iat: `${base}/iat`, iss: `${base}/iss`, tan: `${base}/tan` })

/** The names of the private claims: by analogy with the event claims of the framework, and those of its parent. */
export const claimNames = {
  framework: claimsOf('http://openbanking.org.bh'),
  parent: claimsOf('http://openbanking.org.uk'),
} as const

/** A trust anchor that is no DNS name. */
const noName = 'not a DNS name'

/** How far ahead an issue time is that lies in the future, in seconds. */
const aheadSeconds = 3600

/**
 * The value of `x-jws-signature`; `undefined` for none.
 *
 * @param now milliseconds since 1970
 * @param change how it differs from a right one
 * @param mediaType of the body
 */
export async function signatureOf(
  body: string,
  signing: SigningKey,
  now: number,
  change?: SignatureChange,
  mediaType = 'application/json',
): Promise<string | undefined> {
  if (change === 'absent') return undefined
  if (change === 'no JWS') return 'this-is-no-signature'
  const header = headerOf(signing, now, change, mediaType)
  if (change === 'alg none') return `${encode(JSON.stringify({ ...header, alg: 'none' }))}..`
  const text = change === 'other body' ? `${body} ` : body
  const key = change === 'other key' ? await otherKey() : await imported(signing.key)
  // the library wants every name in crit to be declared, and is used with wrong ones on purpose
  const crit = Object.fromEntries(((header.crit as string[] | undefined) ?? []).map((name) => [name, true]))
  const jws = await new CompactSign(Buffer.from(text)).setProtectedHeader(header as { alg: string }).sign(key, { crit })
  const [protectedHeader, payload, signature] = jws.split('.')
  return change === 'payload attached' ? jws : `${protectedHeader}..${payload === undefined ? '' : signature}`
}

function headerOf(
  signing: SigningKey,
  now: number,
  change: SignatureChange | undefined,
  mediaType: string,
): Record<string, unknown> {
  const { iat, iss, tan } = claimNames[change === 'names of the parent' ? 'parent' : 'framework']
  const issuedAt = Math.floor(now / 1000) + (change === 'iat in the future' ? aheadSeconds : -1)
  const claims: Record<string, unknown> = {
    ...(change !== 'iat absent' && { [iat]: issuedAt }),
    ...(change !== 'iss absent' && { [iss]: change === 'iss of another' ? 'another-signer' : signing.issuer }),
    ...(change !== 'tan absent' && { [tan]: change === 'tan no name' ? noName : signing.trustAnchor }),
  }
  const critical = [...Object.keys(claims), ...(change === 'crit with more' ? ['typ'] : [])]
  return {
    alg: 'PS256',
    ...(change !== 'kid absent' && { kid: change === 'kid unknown' ? 'no-key-of-this-tpp' : signing.kid }),
    ...((change === 'typ and cty' || change === 'crit with more') && { typ: 'JOSE', cty: mediaType }),
    ...claims,
    ...(change !== 'crit absent' && { crit: critical }),
  }
}

const encode = (text: string) => Buffer.from(text).toString('base64url')

/** Keys that were read once: a run signs some thousand requests with one. */
const read = new Map<string, ReturnType<typeof importJWK>>()

function imported(key: string): ReturnType<typeof importJWK> {
  const known = read.get(key) ?? importJWK(JSON.parse(key) as JWK, 'PS256')
  read.set(key, known)
  return known
}

let strange: ReturnType<typeof generateKeyPair> | undefined

async function otherKey() {
  strange ??= generateKeyPair('PS256')
  return (await strange).privateKey
}
