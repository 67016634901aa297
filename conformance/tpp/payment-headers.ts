/**
 * What a TPP sends beside the access token where it asks for a payment or makes one: the user token, an idempotency key,
 * a signature. The operation says which of them it takes, the profile whether the bank does.
 *
 * @module
 */
import { randomUUID } from 'node:crypto'
import { headers, type OperationId, operation } from '#standard/index.js'
import type { SignatureChange, UserName } from '../cases/case.js'
import { bankNow } from './bank-clock.js'
import { CouldNotRun } from './could-not-run.js'
import { signatureOf } from './request-signature.js'
import type { Session, TppName } from './session.js'
import { userTokenHeader } from './user-token.js'

export interface PaymentHeaders {
  readonly operation: OperationId
  /** The TPP that sends the request. Default `main`. */
  readonly tpp?: TppName
  readonly body?: string
  /** Default `main`. */
  readonly user?: UserName
  /** Default the one that the profile names. */
  readonly userHeader?: string
  /** Default a fresh one; `null` for none. */
  readonly idempotencyKey?: string | null
  readonly signature?: SignatureChange
}

/** The key of a request that is sent as often as it has to be; none where the operation or the bank takes none. */
export function keyFor({ profile: { payments } }: Session, id: OperationId): string | undefined {
  return operation(id).idempotent && payments && payments.idempotencyKey !== 'off' ? randomUUID() : undefined
}

/**
 * The headers of one request; none for an operation that is not about payments.
 *
 * @throws {CouldNotRun} when a token or a key for them is missing
 */
export async function paymentHeaders(
  session: Session,
  { operation: id, tpp = 'main', body, user = 'main', userHeader, idempotencyKey, signature }: PaymentHeaders,
): Promise<Readonly<Record<string, string>>> {
  const { payments, tpps } = session.profile
  const row = operation(id)
  const signing = tpps[tpp]?.signing
  const isSigned = row.signed?.includes('request') && payments && payments.requestSignatures !== 'off' && signing
  if (signature !== undefined && signature !== 'absent' && !signing) {
    throw new CouldNotRun(`the profile has no tpps.${tpp}.signing`, 'config')
  }
  const key = idempotencyKey === undefined ? keyFor(session, id) : idempotencyKey
  const jws =
    (isSigned || signature !== undefined) && signing && body !== undefined
      ? await signatureOf(body, signing, bankNow(session), signature, row.sends?.[0])
      : undefined
  return {
    ...(row.userToken && payments && (await userTokenHeader(session, tpp, user, userHeader))),
    ...(typeof key === 'string' && { [headers.idempotencyKey]: key }),
    ...(jws !== undefined && { [headers.jwsSignature]: jws }),
  }
}
