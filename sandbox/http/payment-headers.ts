/**
 * The headers that come with payments: which the bank demands, which it only honours. FACTS 2 and 15.1.
 *
 * @module
 */
import { Type } from '@sinclair/typebox'
import { findProblems, headers, oneOf } from '#standard/index.js'
import type { Awaitable } from '../store/store.js'

/** What the bank asks of the headers of payments. */
export interface PaymentHeaders {
  readonly userToken: UserTokenHeader
  /** Whether `x-idempotency-key` is demanded where an operation uses it. */
  readonly idempotencyKey: 'optional' | 'required'
  readonly signatures: SignatureSettings
}

/** How requests and answers are signed with `x-jws-signature`. */
export interface SignatureSettings {
  /**
   * `off`: signatures are neither checked nor made. `honoured`: a signature that comes is checked, and answers are signed.
   * `demanded`: requests have to be signed, too. A TPP may have a mode of its own.
   */
  readonly mode: 'off' | 'honoured' | 'demanded'
  /** What becomes of a request with a signature that nobody wants: at an operation that takes none, or where the mode is `off`. */
  readonly unexpected: 'ignored' | 'refused'
}

/** How the user token comes. */
export interface UserTokenHeader {
  /** `off`: none is issued, and the header is not looked at. */
  readonly mode: 'required' | 'optional' | 'off'
  /** The name of the header, in lower case. */
  readonly header: string
}

/** The user of a token, in the words of the TPP that sends it; or what is wrong with the token. */
export type FindUser = (
  token: string,
  tppId: string,
) => Awaitable<{ readonly userId: string } | { readonly problem: string }>

/** FACTS 2 (key and signature are honoured where they come) and 15.1 (the user token is required). */
export const defaultPaymentHeaders: PaymentHeaders = {
  userToken: { mode: 'required', header: 'x-user-token' },
  idempotencyKey: 'optional',
  signatures: { mode: 'honoured', unexpected: 'ignored' },
}

const closed = { additionalProperties: false }

/** The fields of {@link PaymentHeaders} where they are given from outside, each of which may be left out. */
export const paymentHeaderFields = {
  userToken: Type.Optional(
    Type.Object(
      {
        mode: Type.Optional(oneOf(['required', 'optional', 'off'])),
        header: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9-]{1,64}$' })),
      },
      closed,
    ),
  ),
  idempotencyKey: Type.Optional(oneOf(['optional', 'required'])),
  signatures: Type.Optional(
    Type.Object(
      {
        mode: Type.Optional(oneOf(['off', 'honoured', 'demanded'])),
        unexpected: Type.Optional(oneOf(['ignored', 'refused'])),
      },
      closed,
    ),
  ),
}

/** What is given of the settings. */
export interface GivenPaymentHeaders {
  readonly userToken?: Partial<UserTokenHeader>
  readonly idempotencyKey?: PaymentHeaders['idempotencyKey']
  readonly signatures?: Partial<SignatureSettings>
}

/** The settings: those given, and the defaults of the rest. */
export function paymentHeadersOf({ userToken, idempotencyKey, signatures }: GivenPaymentHeaders): PaymentHeaders {
  const { userToken: token, ...byDefault } = defaultPaymentHeaders
  const header = (userToken?.header ?? token.header).toLowerCase()
  return {
    userToken: { ...token, ...userToken, header },
    idempotencyKey: idempotencyKey ?? byDefault.idempotencyKey,
    signatures: { ...byDefault.signatures, ...signatures },
  }
}

/** Headers that say something else. */
const taken: readonly string[] = [
  ...Object.values(headers).filter((name) => name !== headers.customerUserAgent),
  ...[
    'accept',
    'accept-charset',
    'authorization',
    'connection',
    'content-length',
    'content-type',
    'cookie',
    'host',
    'origin',
  ],
]

/** Mistakes in settings, in words. */
export function paymentHeaderMistakes({ userToken, idempotencyKey, signatures }: GivenPaymentHeaders): string[] {
  const given = {
    ...(userToken !== undefined && { userToken }),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
    ...(signatures !== undefined && { signatures }),
  }
  const problems = findProblems(Type.Object(paymentHeaderFields), given)
  const { header = '' } = userToken ?? {}
  return [
    ...problems.map(({ path, received, expected }) => `${path} is ${received}, expected ${expected}`),
    ...(taken.includes(header.toLowerCase()) ? [`userToken.header is ${header}, which says something else`] : []),
  ]
}
