/**
 * Idempotency keys: one request, however often it is sent. FACTS 2.1; limits from the source document.
 *
 * @module
 */
import { createHash } from 'node:crypto'
import { headers, idempotencyKeySeconds, type OperationId } from '#standard/index.js'
import type { TenantStore, Transaction } from '../store/store.js'
import { badRequest, problem } from './api-error.js'

export interface IdempotencyRecord {
  /** SHA-256 of the body, in base64url. */
  readonly bodyHash: string
  /** The resource the first request made. */
  readonly resourceId: string
  /** Milliseconds on the tenant's clock. */
  readonly endsAt: number
}

export interface IdempotentRequest {
  readonly key: string
  readonly tppId: string
  readonly operationId: OperationId
  readonly body: Uint8Array
  readonly now: number
}

/**
 * Makes a resource, once for each key, TPP and operation within 24 hours, and answers its id: the first request runs `make`,
 * every other gets what the first made.
 *
 * @throws {ApiError} 400 Header.Invalid when the key came with another body
 */
export async function makeOnce(
  store: TenantStore,
  request: IdempotentRequest,
  make: (transaction: Transaction) => Promise<string> | string,
): Promise<{ readonly resourceId: string; readonly isFirst: boolean }> {
  const { key, tppId, operationId, now } = request
  const id = JSON.stringify([tppId, operationId, key])
  const bodyHash = createHash('sha256').update(request.body).digest('base64url')
  return store.transact(
    async (transaction) => {
      const known = await transaction.get('idempotency', id)
      if (known && now < known.endsAt) {
        if (known.bodyHash === bodyHash) return { resourceId: known.resourceId, isFirst: false }
        const message = 'the key was used with another body'
        throw badRequest([problem('Header.Invalid', message, headers.idempotencyKey)])
      }
      const resourceId = await make(transaction)
      transaction.put('idempotency', id, { bodyHash, resourceId, endsAt: now + idempotencyKeySeconds * 1000 })
      return { resourceId, isFirst: true }
    },
    { on: `idempotency ${id}` },
  )
}
