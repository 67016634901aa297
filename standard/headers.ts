/**
 * Header names, lower case as Node delivers them, and their limits. Source document, "Endpoints: common header parameters".
 *
 * @module
 */

export const headers = {
  interactionId: 'x-fapi-interaction-id',
  authDate: 'x-fapi-auth-date',
  customerIpAddress: 'x-fapi-customer-ip-address',
  customerUserAgent: 'x-customer-user-agent',
  idempotencyKey: 'x-idempotency-key',
  jwsSignature: 'x-jws-signature',
} as const

/** Longest `x-idempotency-key`, in characters. */
export const idempotencyKeyMaxLength = 40

/** How long an idempotency key is remembered, in seconds. */
export const idempotencyKeySeconds = 24 * 60 * 60
