/**
 * Signatures of requests: a detached JWS over the bytes of the body, in `x-jws-signature`. FACTS 2.2; decision 0081.
 *
 * @module
 */
import { compactVerify, importJWK, type JWK } from 'jose'
import { headers } from '#standard/index.js'
import type { Awaitable } from '../store/store.js'
import { badRequest, problem, refusal } from './api-error.js'
import { callerOf, type Exchange } from './exchange.js'
import { isLong, verifyLong } from './long-signatures.js'
import type { SignatureSettings } from './payment-headers.js'
import { sentFileType } from './request-headers.js'
import {
  type ClaimFacts,
  type DetachedSignature,
  familyOf,
  invalidClaims,
  missingClaims,
  readSignature,
} from './signature-claims.js'

declare module '../tenants/tenant.js' {
  interface Rules {
    /** Whether a request without a signature is refused, at a bank or for a TPP of this mode (row SIG-REQ-190). */
    needsSignature(mode: SignatureSettings['mode']): boolean
    /** The header parameters that a signature lacks (row SIG-REQ-210). */
    missingSignatureClaims(header: Readonly<Record<string, unknown>>): readonly string[]
    /** The header parameters of a signature that are not as they should be (row SIG-REQ-220). */
    invalidSignatureClaims(header: Readonly<Record<string, unknown>>, facts: ClaimFacts): readonly string[]
    /** Whether a signature is taken, which verifies or does not (row SIG-REQ-230). */
    takesSignature(verifies: boolean): boolean
  }
}

export const signatureRules = {
  needsSignature: (mode: SignatureSettings['mode']) => mode === 'demanded',
  missingSignatureClaims: missingClaims,
  invalidSignatureClaims: invalidClaims,
  takesSignature: (verifies: boolean) => verifies,
}

/** How signatures are treated with a TPP, which may have a mode of its own. */
export const modeFor = (exchange: Exchange, { mode }: SignatureSettings) => exchange.caller?.tpp.signatures ?? mode

/**
 * Checks the signature of a request.
 *
 * @param now real time, in milliseconds: TPPs date their signatures by it
 * @throws {ApiError} 400 with the code of what is wrong
 */
export function checkSignature(exchange: Exchange, settings: SignatureSettings, now: () => number): Awaitable<void> {
  const sent = exchange.request.headers[headers.jwsSignature]
  const mode = modeFor(exchange, settings)
  const isTaken = mode !== 'off' && exchange.operation.signed?.includes('request') === true
  if (sent === undefined) {
    if (isTaken && exchange.tenant.rules.needsSignature(mode)) throw refusal('signatureMissing')
    return
  }
  if (isTaken) return verify(exchange, String(sent), now)
  if (settings.unexpected === 'refused') throw refusal('signatureUnexpected')
}

async function verify(exchange: Exchange, sent: string, now: () => number): Promise<void> {
  const { tenant, request } = exchange
  const { tpp } = callerOf(exchange)
  const signature = readSignature(sent)
  if (!signature) throw refusal('signatureMalformed')
  const { header } = signature
  const missing = tenant.rules.missingSignatureClaims(header)
  if (missing.length > 0) throw badRequest(missing.map((claim) => problem('signatureClaimMissing', { claim })))
  const keys = tpp.jwks?.keys ?? []
  const facts = {
    now: Math.max(now(), tenant.clock.now()),
    tppId: tpp.clientId,
    keyIds: keys.map(({ kid }) => kid),
    ...(exchange.operation.sends && { fileType: sentFileType(request.headers) }),
  }
  const invalid = tenant.rules.invalidSignatureClaims(header, facts)
  if (invalid.length > 0) throw badRequest(invalid.map((claim) => problem('signatureClaimInvalid', { claim })))
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const key = keys.find(({ kid }) => kid === header.kid)
  const verifies = key !== undefined && (await isGenuine(signature, body, key))
  if (!tenant.rules.takesSignature(verifies)) throw refusal('signatureInvalid')
}

async function isGenuine(signature: DetachedSignature, body: Buffer, jwk: JWK): Promise<boolean> {
  const { header, protectedPart, signaturePart } = signature
  if (isLong(body)) return header.alg === 'PS256' && verifyLong(signature, body, jwk)
  try {
    const crit = Object.fromEntries(familyOf(header).map((claim) => [claim, true]))
    const jws = `${protectedPart}.${body.toString('base64url')}.${signaturePart}`
    await compactVerify(jws, await importedKey(jwk), { algorithms: ['PS256'], crit })
    return true
  } catch {
    return false
  }
}

type Key = Awaited<ReturnType<typeof importJWK>>

/** Imported keys by their text, of which there is one for each TPP that signs; forgotten when there are too many. */
const imported = new Map<string, Promise<Key>>()
const keysKept = 1000

function importedKey(jwk: JWK): Promise<Key> {
  const text = JSON.stringify(jwk)
  const known = imported.get(text) ?? importJWK(jwk, 'PS256')
  if (imported.size >= keysKept) imported.clear()
  imported.set(text, known)
  return known
}
