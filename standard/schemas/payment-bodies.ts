/**
 * What a TPP sends for a payment, of whichever family: a row in each union. FACTS 8.1.
 *
 * @module
 */
import type { Static } from '@sinclair/typebox'
import type { Version } from '../versions.js'
import type {
  DomesticFutureDatedPaymentConsentRequest,
  DomesticFutureDatedPaymentRequest,
  DomesticPaymentConsentRequest,
  DomesticPaymentRequest,
} from './domestic-payment.js'
import type {
  InternationalFutureDatedPaymentConsentRequest,
  InternationalFutureDatedPaymentRequest,
  InternationalPaymentConsentRequest,
  InternationalPaymentRequest,
} from './international-payment.js'
import type {
  DomesticStandingOrderConsentRequest,
  DomesticStandingOrderRequest,
  InternationalStandingOrderConsentRequest,
  InternationalStandingOrderRequest,
} from './standing-order-payment.js'

/** The body of a request for a payment consent, of any version and family there is. */
export type PaymentConsentRequest =
  | Static<(typeof DomesticPaymentConsentRequest)[Version]>
  | Static<typeof DomesticFutureDatedPaymentConsentRequest>
  | Static<typeof InternationalPaymentConsentRequest>
  | Static<typeof InternationalFutureDatedPaymentConsentRequest>
  | Static<typeof DomesticStandingOrderConsentRequest>
  | Static<typeof InternationalStandingOrderConsentRequest>

/** The body of a submission, of any version and family there is. */
export type PaymentRequest =
  | Static<(typeof DomesticPaymentRequest)[Version]>
  | Static<typeof DomesticFutureDatedPaymentRequest>
  | Static<typeof InternationalPaymentRequest>
  | Static<typeof InternationalFutureDatedPaymentRequest>
  | Static<typeof DomesticStandingOrderRequest>
  | Static<typeof InternationalStandingOrderRequest>
