/**
 * A bank with one person whose accounts have very many rows, or only those that a report posts.
 *
 * @module
 */
import { type NewEntry, post } from '#sandbox/ledger/movements.js'
import { openReader, type Row } from '#sandbox/testing/account-reads.js'
import { openTestBank, type TestBank, testNow } from '#sandbox/testing/test-bank.js'
import type { Version } from '#standard/index.js'
import { ownData, system } from './readers.js'

export const day = 86_400_000

/** The accounts: of 300 rows, of 10,000, and of those that are posted. */
export const [hundreds, thousands, posted] = ['hundreds', 'thousands', 'posted'] as const

const accounts = [
  { id: hundreds, subType: 'CurrentAccount', transactions: 300 },
  { id: thousands, subType: 'CurrentAccount', transactions: 10_000 },
  { id: posted, subType: 'CurrentAccount', history: 'none' },
]

const psu = { username: 'pages', password: 'p', otp: '1234', name: 'Pages', accounts: accounts.map(({ id }) => id) }

export const openLongAccounts = (): Promise<TestBank> =>
  openTestBank({ system, data: ownData({ psus: [psu], accounts }) })

/** A reader of the three accounts. */
export function readerOf(bank: TestBank, version: Version, facts: Parameters<typeof openReader>[1] = {}) {
  const found = bank.tenant.bank.psus.find(({ username }) => username === psu.username)
  if (!found) throw new Error('the own data are missing')
  return openReader(bank, { version, psuId: found.psuId, accountIds: found.accountIds, ...facts })
}

/** Posts entries to the account that has none. */
export async function postTo(bank: TestBank, entries: readonly Partial<NewEntry>[]): Promise<void> {
  await bank.tenant.store.transact(async (transaction) => {
    for (const [index, entry] of entries.entries()) {
      post(transaction, bank.tenant.bank, {
        transactionId: `posted-${String((index * 7919) % 100_003).padStart(6, '0')}`,
        accountId: posted,
        bookedAt: testNow - day,
        amountMinor: 1000,
        creditDebitIndicator: 'Credit',
        status: 'Booked',
        information: 'posted',
        ...entry,
      })
    }
  })
}

export const idsOf = (rows: readonly Row[]) => rows.map(({ TransactionId }) => TransactionId)

export const transactionsOf = (accountId: string) => `/accounts/${accountId}/transactions`
