/**
 * The matchers by name: rules in code that a case can use. A case itself is data without code.
 *
 * @module
 */
import type { MatcherName } from '../cases/matcher-names.js'
import * as accounts from './matchers/accounts.js'
import * as consents from './matchers/consents.js'
import * as events from './matchers/events.js'
import * as exchanges from './matchers/exchanges.js'
import * as identifiers from './matchers/identifiers.js'
import type { Matcher } from './matchers/matcher.js'
import * as money from './matchers/money.js'
import * as abroad from './matchers/money-abroad.js'
import * as moved from './matchers/money-moved.js'
import * as notifications from './matchers/notifications.js'
import * as pages from './matchers/pages.js'
import * as times from './matchers/payment-times.js'
import * as payments from './matchers/payments.js'
import * as rows from './matchers/row-rules.js'
import * as orders from './matchers/standing-orders.js'
import * as transactions from './matchers/transactions.js'

export const matchers = {
  ...consents,
  ...accounts,
  ...identifiers,
  ...exchanges,
  ...events,
  ...notifications,
  ...rows,
  ...payments,
  ...orders,
  ...times,
  ...moved,
  ...abroad,
  ...pages,
  ...money,
  ...transactions,
} as const satisfies Record<MatcherName, Matcher>
