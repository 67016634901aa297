/**
 * The two reads of balances. FACTS 7.3.
 *
 * @module
 */
import { bankDayOf, startOfBankDay } from '#fixtures/calendar.js'
import type { FixtureAccount } from '#fixtures/types.js'
import type { Balance } from '#standard/index.js'
import type { Exchange, OperationHandler } from '../http/exchange.js'
import { balancesOf } from '../ledger/balances.js'
import { sumsAt } from '../ledger/entries.js'
import type { Tenant } from '../tenants/tenant.js'
import { listAnswer, listQueryProblems } from './list-answer.js'
import { readsOfAccounts } from './visibility.js'

const reads = readsOfAccounts(listQueryProblems, answer)

export const balanceHandlers: Readonly<Record<'getAccountBalances' | 'getBalances', OperationHandler>> = {
  getAccountBalances: reads.ofOne,
  getBalances: reads.ofAll,
}

async function answer(exchange: Exchange, accounts: readonly FixtureAccount[]) {
  const balances = await Promise.all(accounts.map((account) => balancesNow(exchange.tenant, account)))
  return listAnswer(exchange, 'Balance', balances.flat())
}

/** The balances of an account now, by the bank's clock. */
export async function balancesNow(tenant: Tenant, account: FixtureAccount): Promise<Balance[]> {
  const now = tenant.clock.now()
  const closedAt = startOfBankDay(bankDayOf(now)) - 1
  const [sums, closed] = await Promise.all([
    sumsAt(tenant, account.accountId, now),
    sumsAt(tenant, account.accountId, closedAt, now),
  ])
  return balancesOf(account, { now, sums, closedAt, closed })
}
