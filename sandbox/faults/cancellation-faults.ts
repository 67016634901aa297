/**
 * Faults of the cancellation of future dated payments.
 *
 * @module
 */
import type { Fault } from './fault.js'
import { accepting, type Members, stepOf, withData } from './payment-answers.js'

const ask = stepOf('createCancellationConsent')
const read = stepOf('getCancellationConsent')
const cancel = stepOf('cancel')

export const cancellationFaults = {
  'cancellation-consent-altered': {
    title: 'repeats the request to cancel a payment with the id of another',
    alter: withData(ask, () => ({ DomesticFutureDatedPaymentId: 'of-the-bank' })),
  },
  'cancellation-consent-id-constant': {
    title: 'gives every cancellation consent one id',
    alter: withData(ask, () => ({ ConsentId: 'the-cancellation' })),
  },
  'cancellation-consent-read-otherwise': {
    title: 'reads a cancellation consent as one for another payment',
    alter: withData(read, () => ({ DomesticFutureDatedPaymentId: 'of-the-bank' })),
  },
  'cancellation-consent-status-stale': {
    title: 'reads every cancellation consent as AwaitingAuthorisation',
    alter: withData(read, () => ({ Status: 'AwaitingAuthorisation' })),
  },
  'cancellation-invented': {
    title: 'answers a read of any cancellation consent, and any PATCH of a payment, with a success',
    alter: accepting([...read, ...cancel], [400, 403], 200),
  },
  'cancellation-never-too-late': {
    title: 'cancels payments up to the minute at which they are made',
    replaces: () => ({ isInTimeToCancel: () => true }),
  },
  'cancellation-with-any-consent': {
    title: 'cancels a payment with a consent that the PSU has not approved, or has rejected',
    replaces: () => ({ canCancelWith: () => true }),
  },
  'cancellation-of-any-payment': {
    title: 'cancels one payment with the consent for another',
    replaces: () => ({ isCancellationOf: () => true }),
  },
  'cancellation-not-shown': {
    title: 'reads a payment that was cancelled as one that waits for its day',
    alter: withData(stepOf('get'), ({ Status }) => (Status === 'Cancelled' ? { Status: 'InitiationCompleted' } : {})),
  },
  'cancellation-without-steps': {
    title: 'leaves the request to cancel out of the details of a payment',
    alter: withData(stepOf('getDetails'), ({ PaymentStatus }) => ({
      PaymentStatus: (PaymentStatus as Members[]).filter(({ Status }) => !/CancellationRequest$/.test(String(Status))),
    })),
  },
} as const satisfies Record<string, Fault>
