/**
 * The bank's own secrets: the key it signs ID tokens with and the keys of its cookies. Made once, then kept in the store.
 *
 * @module
 */
import { generateKeyPair, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import type { JWK } from 'jose'
import type { TenantStore } from '../store/store.js'

export interface BankSecrets {
  readonly signingKey: JWK
  readonly cookieKey: string
}

/** A new RSA key for PS256. Takes some 100 ms of another thread; start it early. */
export async function makeSigningKey(): Promise<JWK> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  return {
    ...(privateKey.export({ format: 'jwk' }) as JWK),
    kid: randomBytes(8).toString('hex'),
    alg: 'PS256',
    use: 'sig',
  }
}

/** The secrets in the store; `made` is used, and kept, when there are none. */
export async function loadSecrets(directory: TenantStore, made: () => Promise<JWK>): Promise<BankSecrets> {
  const known = await directory.get('secrets', 'bank')
  if (known) return known.value as BankSecrets
  const secrets = { signingKey: await made(), cookieKey: randomBytes(32).toString('hex') }
  return directory.transact(async (transaction) => {
    const first = await transaction.get('secrets', 'bank')
    if (first) return first.value as BankSecrets
    transaction.put('secrets', 'bank', { value: secrets })
    return secrets
  })
}
