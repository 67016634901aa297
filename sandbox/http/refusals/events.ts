/**
 * Refusals of event subscriptions and notifications.
 *
 * @module
 */
import type { Condition } from './condition.js'

export const eventConditions = {
  callbackNotCalled: {
    status: 400,
    row: 'EVT-REQ-080',
    code: 'Field.Invalid',
    message: ({ mistake }: { readonly mistake: string }) => mistake,
    path: 'Data.CallbackUrl',
  },
  subscriptionIdDiffers: {
    status: 400,
    row: 'EVT-REQ-160',
    code: 'Field.Invalid',
    message: 'expected the id of the path',
    path: 'Data.EventSubscriptionId',
  },
  subscriptionOfOtherTpp: {
    status: 403,
    decision: '0141',
    code: 'Resource.ConsentMismatch',
    message: 'the subscription belongs to another TPP',
  },
  notificationType: { status: 415, decision: '0145' },
  notificationInvalid: {
    status: 400,
    row: 'EVT-REQ-540',
    code: 'Signature.Invalid',
    message: ({ problem }: { readonly problem: string }) => problem,
  },
  subscriptionExists: { status: 409, decision: '0141' },
} as const satisfies Readonly<Record<string, Condition>>
