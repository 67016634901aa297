/**
 * Two payments at once that an account can pay one of.
 *
 * @module
 */
import { randomUUID } from 'node:crypto'
import { buildBank } from '#fixtures/bank.js'
import type { FixtureAccount } from '#fixtures/types.js'
import { availableMinorAt } from '#sandbox/ledger/entries.js'
import { booksNames, type Debited, debit } from '#sandbox/payments/books.js'
import type { Store } from '#sandbox/store/store.js'

const now = Date.parse('2030-01-15T09:00:00+03:00')
const bank = buildBank({ now })
const tenant = { bank, paymentSettings: {} }

/** How often it is tried: `npm run test:spends` tries 200 times. */
export const spendRounds = Number(process.env.OB_SPENDS ?? 5)

/**
 * Spends 60 % of what an account has, twice at once.
 *
 * @param stores one store, or the same one as several processes have it
 * @returns how many of the two were posted, in each round, and whether anything was spent that was not there
 */
export async function spendTwice(stores: readonly [Store, ...Store[]], rounds: number) {
  const payers = [...bank.accounts.values()].filter(
    ({ status, currency, accountSubType }) =>
      status === 'Enabled' && currency === 'BHD' && accountSubType === 'CurrentAccount',
  ) as [FixtureAccount, ...FixtureAccount[]]
  const posted: number[] = []
  let overdrawn = 0
  for (let round = 0; round < rounds; round += 1) {
    const tenantId = randomUUID()
    const account = payers[round % payers.length] as FixtureAccount
    const ledger = { bank, store: stores[0].tenant(tenantId) }
    const before = await availableMinorAt(ledger, account, now)
    if (before < 10) continue
    const spend = (index: number) =>
      (stores[index % stores.length] as Store).tenant(tenantId).transact(
        (transaction) =>
          debit(transaction, tenant, {
            paymentId: randomUUID(),
            debtorAccountId: account.accountId,
            creditor: { iban: 'BH67PEER00001299123456', name: 'Somebody elsewhere' },
            amountMinor: Math.floor(before * 0.6),
            currency: 'BHD',
            charges: [],
            rail: 'NRT',
            at: now,
          }),
        // half of the rounds without the name, as a caller that forgot it
        round % 2 === 0 ? { on: booksNames(bank, account.accountId) } : {},
      )
    const both: Debited[] = await Promise.all([spend(round), spend(round + 1)])
    posted.push(both.filter((each) => 'posted' in each).length)
    if ((await availableMinorAt(ledger, account, now)) < 0) overdrawn += 1
  }
  return { posted, overdrawn }
}
