/**
 * One payment on the books of a bank, as each of its processes would debit it.
 *
 * @module
 */
import { randomUUID } from 'node:crypto'
import { buildBank } from '#fixtures/bank.js'
import { exchangeRules } from '#sandbox/exchange/rates.js'
import { booksNames, debit } from '#sandbox/payments/books.js'
import type { Store } from '#sandbox/store/store.js'

export const spendingAt = Date.parse('2030-01-15T09:00:00+03:00')

export interface Spend {
  readonly tenantId: string
  readonly accountId: string
  readonly amountMinor: number
  /** Whether the transaction says which account it is about. */
  readonly isNamed: boolean
}

export type Spender = (spend: Spend) => Promise<'posted' | 'refused'>

/** Spends on a store. */
export function spenderOn(store: Store): Spender {
  const bank = buildBank({ now: spendingAt })
  return async ({ tenantId, accountId, amountMinor, isNamed }) => {
    const debited = await store.tenant(tenantId).transact(
      (transaction) =>
        debit(
          transaction,
          { bank, rules: exchangeRules, paymentSettings: {} },
          {
            paymentId: randomUUID(),
            debtorAccountId: accountId,
            creditor: { iban: 'BH67PEER00001299123456', name: 'Somebody elsewhere' },
            amountMinor,
            currency: 'BHD',
            charges: [],
            rail: 'NRT',
            at: spendingAt,
          },
        ),
      isNamed ? { on: booksNames(bank, accountId) } : {},
    )
    return 'posted' in debited ? 'posted' : 'refused'
  }
}
