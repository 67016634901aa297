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
import type { Case } from './case.js'
import { consentsCreated } from './consents-created.js'
import { consentsDecided } from './consents-decided.js'
import { consentsRefused } from './consents-refused.js'
import { consentsWithdrawn } from './consents-withdrawn.js'
import { domesticPayments } from './domestic-payments.js'
import { submissionsWithOptions } from './domestic-payments-options.js'
import { paymentsRead } from './domestic-payments-read.js'
import { eachOperation } from './each-operation.js'
import { errors } from './errors.js'
import { filtersAndPages } from './filters-and-pages.js'
import { fundsAndDetails } from './funds-and-details.js'
import { headers } from './headers.js'
import { keysAndDemands } from './keys-and-demands.js'
import { orderOfChecks } from './order-of-checks.js'
import { paymentBodies } from './payment-bodies.js'
import { paymentConsents } from './payment-consents.js'
import { paymentConsentsDecided } from './payment-consents-decided.js'
import { paymentConsentsRead } from './payment-consents-read.js'
import { paymentPosts } from './payment-posts.js'
import { paymentSignatures } from './payment-signatures.js'
import { paymentsInAccounts } from './payments-in-accounts.js'
import { paymentsSettled } from './payments-settled.js'
import { products } from './products.js'
import { redirects } from './redirects.js'
import { standingOrders } from './standing-orders.js'
import { timePassed } from './time-passed.js'
import { tokenEndpoint } from './token-endpoint.js'
import { transactions } from './transactions.js'
import { versions } from './versions.js'

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
  ...paymentConsents,
  ...paymentConsentsRead,
  ...paymentConsentsDecided,
  ...paymentBodies,
  ...domesticPayments,
  ...submissionsWithOptions,
  ...paymentsRead,
  ...fundsAndDetails,
  ...paymentPosts,
  ...paymentSignatures,
  ...keysAndDemands,
  ...bills,
  ...paymentsInAccounts,
  ...paymentsSettled,
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
