/**
 * Signing keys of TPPs that have registered none, the samples above all: a key pair is made when somebody first wants to sign
 * as the TPP, its public half is registered, and both stay.
 *
 * @module
 */
import type { JWK } from 'jose'
import type { Clock } from '../clock/system-clock.js'
import { signerAs } from '../http/detached-signature.js'
import type { TenantStore } from '../store/store.js'
import { keyNameOf, type MakeKey, makeSigningKey, publicHalf, secretRecords } from './keys.js'
import { tppRecords } from './tpps.js'

/**
 * The private key that a TPP signs with.
 *
 * @param makeKey makes it where there is none yet. Default a new one
 * @throws {Error} when the TPP is not known, or has registered keys of its own, whose private halves the bank does not have
 */
export async function signingKeyOf(
  directory: TenantStore,
  clientId: string,
  makeKey: MakeKey = makeSigningKey,
): Promise<JWK> {
  const known = await directory.get(secretRecords, keyNameOf(clientId))
  if (known) return known.value as JWK
  const tpp = await directory.get(tppRecords, clientId)
  if (!tpp) throw new Error(`${clientId} is no TPP of this bank`)
  if (tpp.jwks) throw new Error(`${clientId} has registered its own keys: sign with their private halves`)
  const made = await makeKey()
  return directory.transact(
    async (transaction) => {
      const first = await transaction.get(secretRecords, keyNameOf(clientId))
      if (first) return first.value as JWK
      transaction.put(secretRecords, keyNameOf(clientId), { value: made })
      transaction.put(tppRecords, clientId, { ...tpp, jwks: { keys: [publicHalf(made)] } })
      return made
    },
    { on: keyNameOf(clientId) },
  )
}

/** Signs a body as a TPP: gives the value of `x-jws-signature`. @param mediaType of the body. Default JSON */
export type SignAsTpp = (body: string | Uint8Array, clientId: string, mediaType?: string) => Promise<string>

/**
 * @param keyOf the private key of a TPP
 * @param system what TPPs date their signatures by
 */
export function createSignAsTpp(keyOf: (clientId: string) => Promise<JWK>, system: Clock): SignAsTpp {
  return async (body, clientId, mediaType) => signerAs(clientId, await keyOf(clientId))(body, system.now(), mediaType)
}
