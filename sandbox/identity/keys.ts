/**
 * The bank's secrets: the key that signs ID tokens and the keys of its cookies. Generated once and stored.
 *
 * @module
 */

import { generateKeyPair, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import type { JWK } from 'jose'
import { collection } from '../store/collection.js'
import type { TenantStore, Transaction } from '../store/store.js'

export interface BankSecrets {
  readonly signingKey: JWK
  readonly cookieKey: string
}

/** Secrets the bank has generated. */
export const secretRecords = collection<{ readonly value: unknown }>('secrets')

/** Makes a private key for PS256. */
export type MakeKey = () => Promise<JWK>

/** A new RSA key for PS256. Takes about 100 ms in another thread; start it early. */
export async function makeSigningKey(): Promise<JWK> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  return {
    ...(privateKey.export({ format: 'jwk' }) as JWK),
    kid: randomBytes(8).toString('hex'),
    alg: 'PS256',
    use: 'sig',
  }
}

/** The secrets in the store; when there are none, `made` provides the key and it is stored. */
export async function loadSecrets(directory: TenantStore, made: MakeKey): Promise<BankSecrets> {
  const known = await directory.get(secretRecords, 'bank')
  if (known) return known.value as BankSecrets
  const secrets = { signingKey: await made(), cookieKey: randomBytes(32).toString('hex') }
  return directory.transact(async (transaction) => {
    const first = await transaction.get(secretRecords, 'bank')
    if (first) return first.value as BankSecrets
    transaction.put(secretRecords, 'bank', { value: secrets })
    return secrets
  })
}

/** The name of the secret that is the signing key made for a TPP. */
export const keyNameOf = (clientId: string) => `signing key of ${clientId}`

/** The public half of the key that was made for a TPP, if one was. */
export async function madeKeyOf(transaction: Transaction, clientId: string): Promise<JWK | undefined> {
  const known = await transaction.get(secretRecords, keyNameOf(clientId))
  return known && publicHalf(known.value as JWK)
}

/** An RSA key without what is secret of it. */
export const publicHalf = ({ kty, n, e, kid, alg, use }: JWK): JWK => ({ kty, n, e, kid, alg, use }) as JWK
