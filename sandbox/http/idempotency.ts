/**
 * Idempotency keys: a request that is repeated with its key is carried out once, and answered with the first answer.
 * FACTS 2.1; decision 0079.
 *
 * @module
 */
import { createHash } from 'node:crypto'
import { headers, idempotencyKeyMaxLength, idempotencyKeySeconds } from '#standard/index.js'
import { endingCollection } from '../store/collection.js'
import type { Awaitable, Reader, Transaction } from '../store/store.js'
import type { Answer } from './answer.js'
import { problem, type Reason, refusal } from './api-error.js'
import { canonicalJson } from './canonical-json.js'
import { callerOf, type Exchange } from './exchange.js'
import type { PaymentHeaders } from './payment-headers.js'

/** A request that was carried out, by its key. */
export interface IdempotencyRecord {
  /** SHA-256 of what the request asked for, in base64url. */
  readonly requestHash: string
  /** The answer, without the headers that every answer gets anew. */
  readonly answer: Pick<Answer, 'status' | 'headers'> & { readonly body?: string }
  /** On the tenant's clock, in milliseconds. */
  readonly endsAt: number
}

/** Used idempotency keys and their answers. */
export const idempotencyRecords = endingCollection<IdempotencyRecord>({
  name: 'idempotency',
  indexes: {},
  ends: { at: (record) => record.endsAt },
})

declare module '../tenants/tenant.js' {
  interface Rules {
    /** Whether an operation uses `x-idempotency-key`; the others ignore it (row IDM-REQ-130). */
    usesIdempotencyKey(exchange: Pick<Exchange, 'operation'>): boolean
    /** Whether a request without a key is refused, at a bank of this mode (row IDM-REQ-030). */
    needsIdempotencyKey(mode: PaymentHeaders['idempotencyKey']): boolean
    /** Whether a key may be so long (row IDM-REQ-110). */
    isIdempotencyKeyLength(length: number): boolean
    /** What a key belongs to: requests that differ in one of these are strangers (row IDM-REQ-120). */
    idempotencyScope(exchange: Exchange): readonly string[]
    /** How long a used key counts, in seconds (row IDM-REQ-050). */
    idempotencyKeySeconds(): number
    /** Whether a repeated key comes with what it came with first, each as a hash (row IDM-REQ-090). */
    isSameRequest(first: string, now: string): boolean
  }
}

export const idempotencyRules = {
  usesIdempotencyKey: ({ operation }: Pick<Exchange, 'operation'>) => operation.idempotent === true,
  needsIdempotencyKey: (mode: PaymentHeaders['idempotencyKey']) => mode === 'required',
  isIdempotencyKeyLength: (length: number) => length >= 1 && length <= idempotencyKeyMaxLength,
  idempotencyScope: (exchange: Exchange) => [callerOf(exchange).tpp.clientId, exchange.operationId, exchange.version],
  idempotencyKeySeconds: () => idempotencyKeySeconds,
  isSameRequest: (first: string, now: string) => first === now,
}

/** Takes the key of a request, or says what is wrong with it. Operations that use none ignore it. */
export function takeIdempotencyKey(exchange: Exchange, demanded: PaymentHeaders['idempotencyKey']): Reason[] {
  const { rules } = exchange.tenant
  if (!rules.usesIdempotencyKey(exchange)) return []
  const sent = exchange.request.headers[headers.idempotencyKey]
  if (sent === undefined) return rules.needsIdempotencyKey(demanded) ? [problem('idempotencyKeyMissing')] : []
  const key = String(sent)
  if (!rules.isIdempotencyKeyLength(key.length)) return [problem('idempotencyKeyMalformed', { length: key.length })]
  if (key.trim() !== key) return [problem('idempotencyKeyPadded')]
  exchange.idempotencyKey = key
  return []
}

/**
 * The answer to a request that was carried out before; `undefined` where it is the first with its key, or has none.
 *
 * @throws {ApiError} 400 Header.Invalid when the key was used for another request
 */
export function repeatedAnswer(exchange: Exchange): Awaitable<Answer | undefined> {
  if (exchange.idempotencyKey === undefined) return undefined
  return knownAnswer(exchange, exchange.tenant.store)
}

/**
 * Carries out a request: runs `make` in one transaction, together with the record of its idempotency key. A request that
 * was carried out before gets the first answer, also where both come at once. Without a key `make` just runs.
 *
 * A refusal that `make` throws leaves nothing: the key can be used again.
 *
 * @param on names of what the transaction changes, as for `store.transact`
 * @throws {ApiError} 400 Header.Invalid when the key was used for another request
 */
export async function answerOnce(
  exchange: Exchange,
  on: readonly string[],
  make: (transaction: Transaction) => Promise<Answer> | Answer,
): Promise<Answer> {
  const { store, clock, rules } = exchange.tenant
  if (exchange.idempotencyKey === undefined) return store.transact(make, { on })
  const id = recordId(exchange)
  return store.transact(
    async (transaction) => {
      const known = await knownAnswer(exchange, transaction)
      if (known) return known
      const { status, headers, body } = await make(transaction)
      const answer = { status, headers, ...(body !== undefined && { body: body.toString() }) }
      const endsAt = clock.now() + rules.idempotencyKeySeconds() * 1000
      transaction.put(idempotencyRecords, id, { requestHash: requestHash(exchange), answer, endsAt })
      return answer
    },
    { on: [`idempotency ${id}`, ...on] },
  )
}

async function knownAnswer(exchange: Exchange, reader: Reader): Promise<Answer | undefined> {
  const { clock, rules } = exchange.tenant
  const known = await reader.get(idempotencyRecords, recordId(exchange))
  if (!known || clock.now() >= known.endsAt) return undefined
  if (rules.isSameRequest(known.requestHash, requestHash(exchange))) return known.answer
  throw refusal('idempotencyKeyReused')
}

const recordId = (exchange: Exchange) =>
  JSON.stringify([...exchange.tenant.rules.idempotencyScope(exchange), exchange.idempotencyKey])

/** What a request asks for, and for whom: its body by value or its file byte for byte, its user and its consent. */
function requestHash({ body, file, userId, caller, request }: Exchange): string {
  const sent = file ? { file: file.digest.toString('base64url'), params: request.params } : { body }
  const asked = canonicalJson({ ...sent, userId, consentId: caller?.consent?.consentId })
  return createHash('sha256').update(asked).digest('base64url')
}
