/**
 * Faults of the headers that come with payments, where a bank demands them or takes them in another form.
 *
 * @module
 */
import { headers } from '#standard/index.js'
import { onSuccessOf, refusedWith } from './editing.js'
import type { Fault } from './fault.js'

export const paymentHeaderFaults = {
  'key-not-demanded': {
    title: 'demands idempotency keys, and takes requests without one',
    replaces: () => ({ needsIdempotencyKey: () => false }),
  },
  'signature-not-demanded': {
    title: 'demands signatures, and takes requests without one',
    replaces: () => ({ needsSignature: () => false }),
  },
  'user-agent-refused': {
    title: 'takes no user token in the header of 0.0.1',
    alter: onSuccessOf(['createDomesticPaymentConsent'], (answer, { request }) =>
      request.headers.useragent === undefined
        ? answer
        : refusedWith(answer, 400, { ErrorCode: 'Header.Missing', Message: 'no user token', Path: 'x-user-token' }),
    ),
  },
  'idempotency-across-operations': {
    title: `takes an ${headers.idempotencyKey} of one operation for that of another`,
    replaces: (rules) => ({
      idempotencyScope: (exchange) => rules.idempotencyScope(exchange).filter((part) => part !== exchange.operationId),
    }),
  },
} as const satisfies Record<string, Fault>
