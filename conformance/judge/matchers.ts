/**
 * Rules in code that a case can name, each with tests of its own. A case says which; it never holds code itself.
 *
 * @module
 */
import * as accounts from './matchers/accounts.js'
import * as consents from './matchers/consents.js'
import * as exchanges from './matchers/exchanges.js'
import * as identifiers from './matchers/identifiers.js'
import type { Matcher } from './matchers/matcher.js'
import * as money from './matchers/money.js'
import * as pages from './matchers/pages.js'
import * as rows from './matchers/row-rules.js'
import * as transactions from './matchers/transactions.js'

export const matchers = {
  ...consents,
  ...accounts,
  ...identifiers,
  ...exchanges,
  ...rows,
  ...pages,
  ...money,
  ...transactions,
} as const satisfies Record<string, Matcher>

/** The name of a rule in code. */
export type MatcherName = keyof typeof matchers
