/**
 * Headers of requests and answers, as this bank takes and sends them.
 *
 * @module
 */
import { headers, idempotencyKeyMaxLength, type Operation } from '#standard/index.js'
import type { PaymentHeaders } from '../http/payment-headers.js'

type Described = Readonly<Record<string, unknown>>

const text = { type: 'string' } as const

/** The parameters of every document; an operation refers to those it takes. */
export function headerParameters({ userToken, idempotencyKey, signatures }: PaymentHeaders) {
  const header = (name: string, description: string, schema: Described, required = false): Described => ({
    in: 'header',
    name,
    description,
    required,
    schema,
  })
  return {
    InteractionId: header(headers.interactionId, 'A UUID of the TPP, which the answer repeats.', {
      ...text,
      format: 'uuid',
    }),
    AuthDate: header(headers.authDate, 'When the customer last logged in at the TPP: a full date of RFC 7231.', text),
    CustomerIpAddress: header(
      headers.customerIpAddress,
      'The IP address of the customer, where they are present.',
      text,
    ),
    CustomerUserAgent: header(headers.customerUserAgent, 'What the customer reads with.', text),
    IdempotencyKey: header(
      headers.idempotencyKey,
      'The same key with the same body within 24 hours is the same request: it is carried out once and answered alike.',
      { ...text, minLength: 1, maxLength: idempotencyKeyMaxLength },
      idempotencyKey === 'required',
    ),
    Signature: header(
      headers.jwsSignature,
      'A detached JWS (PS256) over the body.',
      text,
      signatures.mode === 'demanded',
    ),
    UserToken: header(
      userToken.header,
      'A user token: the token endpoint issues it to the TPP for one of its own users. Consent and payment take one of the same user.',
      text,
      userToken.mode === 'required',
    ),
  } as const
}

type HeaderParameter = keyof ReturnType<typeof headerParameters>

/** The headers that an operation takes besides Authorization, Accept and Content-Type. */
export function headersOf(row: Operation, { userToken, signatures }: PaymentHeaders): HeaderParameter[] {
  const isSigned = signatures.mode !== 'off' && row.signed?.includes('request') === true
  return [
    'InteractionId',
    'AuthDate',
    'CustomerIpAddress',
    'CustomerUserAgent',
    ...(row.idempotent ? (['IdempotencyKey'] as const) : []),
    ...(isSigned ? (['Signature'] as const) : []),
    ...(row.userToken && userToken.mode !== 'off' ? (['UserToken'] as const) : []),
  ]
}

const answerHeader = (description: string, schema: Described = text, required = false): Described => ({
  description,
  required,
  schema,
})

/** The headers of answers. */
export const answerHeaders = {
  InteractionId: answerHeader('That of the request, or a new one.', { ...text, format: 'uuid' }, true),
  Signature: answerHeader('A detached JWS (PS256) over the body, with a key of `/.well-known/openid-configuration`.'),
  Challenge: answerHeader('`Bearer`, and what is wrong with the token (RFC 6750).'),
  Allow: answerHeader('The methods that the path has.', text, true),
  RetryAfter: answerHeader('In how many seconds the quota is renewed.', { type: 'integer', minimum: 1 }, true),
} as const

const ref = (name: keyof typeof answerHeaders) => ({ $ref: `#/components/headers/${name}` })

/** The headers of an answer. */
export function headersOfAnswer(
  status: number,
  row: Operation,
  { signatures }: PaymentHeaders,
  hasBody: boolean,
): Readonly<Record<string, Described>> {
  const isSigned = hasBody && signatures.mode !== 'off' && row.signed?.includes('response') === true
  return {
    [headers.interactionId]: ref('InteractionId'),
    ...(isSigned && { [headers.jwsSignature]: ref('Signature') }),
    ...((status === 401 || status === 403) && { 'www-authenticate': ref('Challenge') }),
    ...(status === 405 && { allow: ref('Allow') }),
    ...(status === 429 && { 'retry-after': ref('RetryAfter') }),
  }
}
