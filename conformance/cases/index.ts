/**
 * Every case, in the order a report lists them.
 *
 * @module
 */
import { accounts } from './accounts.js'
import { authentication } from './authentication.js'
import { balances } from './balances.js'
import { beneficiaries } from './beneficiaries.js'
import { bills } from './bills.js'
import { cancellationConsents, cancellationConsentsDecided } from './cancellation-consents.js'
import { cancellationOperations } from './cancellation-operations.js'
import { cancellations } from './cancellations.js'
import type { Case } from './case.js'
import { consentsCreated } from './consents-created.js'
import { consentsDecided } from './consents-decided.js'
import { consentsRefused } from './consents-refused.js'
import { consentsWithdrawn } from './consents-withdrawn.js'
import { eachOperation } from './each-operation.js'
import { eachPaymentOperation } from './each-payment-operation.js'
import { errors } from './errors.js'
import { eventNotifications } from './event-notifications.js'
import { eventPolls } from './event-polls.js'
import { eventSubscriptions } from './event-subscriptions.js'
import { judgedFamilyIds } from './families.js'
import { casesOf } from './family-cases.js'
import { fileOperationCases } from './file-operations.js'
import { files } from './files.js'
import { filtersAndPages } from './filters-and-pages.js'
import { fundsAndDetails } from './funds-and-details.js'
import { headers } from './headers.js'
import { keysAndDemands } from './keys-and-demands.js'
import { orderOfChecks } from './order-of-checks.js'
import { orderedPayments } from './ordered-payments.js'
import { paymentBodies } from './payment-bodies.js'
import { paymentConsents } from './payment-consents.js'
import { paymentConsentsDecided } from './payment-consents-decided.js'
import { paymentConsentsRead } from './payment-consents-read.js'
import { paymentPosts } from './payment-posts.js'
import { paymentSignatures } from './payment-signatures.js'
import { paymentsAbroad } from './payments-abroad.js'
import { paymentsFromAbroad } from './payments-from-abroad.js'
import { paymentsInAccounts } from './payments-in-accounts.js'
import { paymentsOnTheirDay } from './payments-on-their-day.js'
import { paymentsRead } from './payments-read.js'
import { paymentsSettled } from './payments-settled.js'
import { paymentsSubmitted } from './payments-submitted.js'
import { submissionsWithOptions } from './payments-submitted-with-options.js'
import { products } from './products.js'
import { redirects } from './redirects.js'
import { standingOrders } from './standing-orders.js'
import { timePassed } from './time-passed.js'
import { tokenEndpoint } from './token-endpoint.js'
import { transactions } from './transactions.js'
import { versions } from './versions.js'

/** What is tried of every family of payments. */
const ofEveryFamily = [
  paymentConsents,
  paymentConsentsRead,
  paymentConsentsDecided,
  paymentBodies,
  paymentsSubmitted,
  submissionsWithOptions,
  paymentsRead,
  fundsAndDetails,
  paymentPosts,
  paymentSignatures,
  eachPaymentOperation,
  paymentsAbroad,
  cancellationConsents,
  cancellationConsentsDecided,
  cancellations,
  cancellationOperations,
]

export const cases: readonly Case[] = [
  ...consentsCreated,
  ...consentsRefused,
  ...consentsWithdrawn,
  ...consentsDecided,
  ...accounts,
  ...balances,
  ...transactions,
  ...filtersAndPages,
  ...beneficiaries,
  ...standingOrders,
  ...products,
  ...judgedFamilyIds.flatMap((id) => casesOf(id, ofEveryFamily)),
  ...eventSubscriptions,
  ...eventPolls,
  ...eventNotifications,
  ...files,
  ...fileOperationCases,
  ...keysAndDemands,
  ...bills,
  ...paymentsInAccounts,
  ...paymentsSettled,
  ...paymentsOnTheirDay,
  ...paymentsFromAbroad,
  ...orderedPayments,
  ...timePassed,
  ...headers,
  ...authentication,
  ...tokenEndpoint,
  ...redirects,
  ...errors,
  ...orderOfChecks,
  ...versions,
  ...eachOperation,
]
