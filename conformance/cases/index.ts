/**
 * Every case, in the order a report lists them.
 *
 * @module
 */
import { accounts } from './accounts.js'
import { authentication } from './authentication.js'
import { balances } from './balances.js'
import { beneficiaries } from './beneficiaries.js'
import type { Case } from './case.js'
import { consentsCreated } from './consents-created.js'
import { consentsDecided } from './consents-decided.js'
import { consentsRefused } from './consents-refused.js'
import { consentsWithdrawn } from './consents-withdrawn.js'
import { errors } from './errors.js'
import { filtersAndPages } from './filters-and-pages.js'
import { headers } from './headers.js'
import { orderOfChecks } from './order-of-checks.js'
import { products } from './products.js'
import { redirects } from './redirects.js'
import { standingOrders } from './standing-orders.js'
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
  ...headers,
  ...authentication,
  ...tokenEndpoint,
  ...redirects,
  ...errors,
  ...orderOfChecks,
  ...versions,
]
