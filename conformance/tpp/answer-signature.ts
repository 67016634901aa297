/**
 * Verifies the signature of an answer with the keys that the bank publishes, before anything is taken out of the answer.
 * What was found goes into the transcript: the judge has no keys and no whole bodies.
 *
 * @module
 */
import { createLocalJWKSet, errors, type FlattenedVerifyGetKey, flattenedVerify, type JSONWebKeySet } from 'jose'
import { headers } from '#standard/index.js'
import type { HttpResponse } from '../http/http-client.js'
import type { SignatureFacts } from '../transcript/entry.js'
import { discover, fetchDocument } from './authorisation-server.js'
import { CouldNotRun, expectStatus, jsonObject, unlessItCouldNotRun } from './could-not-run.js'
import { claimNames } from './request-signature.js'
import { once, type Session } from './session.js'

/** What is wrong with the signature of an answer, or that nothing is; `undefined` without a signature. */
export async function checkAnswer(session: Session, response: HttpResponse): Promise<SignatureFacts | undefined> {
  const values = response.headers.filter(([name]) => name.toLowerCase() === headers.jwsSignature)
  const value = values[0]?.[1]
  if (value === undefined) return undefined
  if (values.length > 1) return { problem: 'two signatures' }
  const [protectedHeader, payload, signature, ...rest] = value.split('.')
  if (!protectedHeader || payload !== '' || !signature || rest.length > 0) return { problem: 'no detached JWS' }
  return verify(await bankKeys(session), protectedHeader, signature, response.body)
}

async function verify(
  keys: FlattenedVerifyGetKey,
  protectedHeader: string,
  signature: string,
  body: string,
): Promise<SignatureFacts> {
  const names = Object.values(claimNames).flatMap((family) => Object.values(family))
  const crit = Object.fromEntries(names.map((name) => [name, true]))
  const jws = { protected: protectedHeader, payload: Buffer.from(body).toString('base64url'), signature }
  try {
    const { protectedHeader: header = {} } = await flattenedVerify(jws, keys, { crit, algorithms: ['PS256'] })
    const claims = names.filter((name) => header[name] !== undefined)
    return { claims, ...(header.crit && { crit: header.crit }) }
  } catch (error) {
    return { problem: (error as Error).message.split('\n', 1)[0] ?? 'not verified' }
  }
}

/** How often the keys are read again for one that is none of them. */
const mostReadings = 3

/**
 * The keys that the bank publishes: read once, and again for a key that is none of them, for a bank may change its keys at any time.
 * OpenID Connect Core 1.0 section 10.1.1.
 */
export function bankKeys(session: Session): Promise<FlattenedVerifyGetKey> {
  return once(session, 'bankKeys', async () => {
    const keys = await readKeys(session)
    const readings = new Map<string, Promise<FlattenedVerifyGetKey>>()
    return async (header, token) => {
      try {
        return await keys(header, token)
      } catch (error) {
        const { kid } = header ?? {}
        if (!(error instanceof errors.JWKSNoMatchingKey) || kid === undefined) throw error
        const reading = readings.get(kid) ?? (readings.size < mostReadings ? readKeys(session) : undefined)
        if (!reading) throw error
        readings.set(kid, reading)
        const newer = await reading.catch(unlessItCouldNotRun)
        if (!newer) throw error
        return newer(header, token)
      }
    }
  })
}

async function readKeys(session: Session): Promise<FlattenedVerifyGetKey> {
  const { jwksUri } = await discover(session)
  if (jwksUri === undefined) throw new CouldNotRun('the profile has no authorisation.addresses.jwks', 'config')
  const outcome = await fetchDocument(session, jwksUri, { given: 'keys of the bank' })
  const keys = jsonObject('keys of the bank', expectStatus('keys of the bank', outcome, 200))
  try {
    return createLocalJWKSet(keys as unknown as JSONWebKeySet)
  } catch (error) {
    throw new CouldNotRun(`the keys of the bank cannot be used: ${(error as Error).message}`, 'bank', { cause: error })
  }
}
