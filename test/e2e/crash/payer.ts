/**
 * Debits payments and settles them as due work until it is killed, and prints the number of each payment once it is
 * acknowledged. Time is a counter that goes on with every payment.
 */
import { buildBank } from '#fixtures/bank.js'
import { dueJobs, runDueWork } from '#sandbox/clock/due-work.js'
import { collections } from '#sandbox/collections.js'
import { exchangeRules } from '#sandbox/exchange/rates.js'
import { secretRecords } from '#sandbox/identity/keys.js'
import { availableMinorAt } from '#sandbox/ledger/entries.js'
import { booksNames, debit, settle } from '#sandbox/payments/books.js'
import { openLowdbStore } from '#sandbox/store/lowdb/lowdb-store.js'
import { openedAt, orderOf, timesSettled } from './payment-orders.js'

const [folder = '', first = '0'] = process.argv.slice(2)
const store = await openLowdbStore(folder, collections, { journalBytes: 200_000 })
const tenant = store.tenant('main')
const bank = buildBank({ now: openedAt })
let next = Number(first)
// the rows of an account are made when it is first asked for, which takes longer than a kill waits
for (const account of bank.accounts.values()) await availableMinorAt({ bank, store: tenant }, account, openedAt)
process.stdout.write('ready\n')

const workers = {
  settle: async ({ about }: { about: unknown }, transaction: Parameters<typeof settle>[0], at: number) => {
    const { paymentId } = about as { paymentId: string }
    await settle(transaction, { bank, rules: exchangeRules }, { paymentId, at })
    const before = await transaction.get(secretRecords, timesSettled(paymentId))
    transaction.put(secretRecords, timesSettled(paymentId), { value: Number(before?.value ?? 0) + 1 })
  },
}

async function pay(): Promise<never> {
  for (;;) {
    const number = next
    next += 1
    const order = orderOf(bank, number)
    const done = await tenant.transact(
      async (transaction) => {
        const debited = await debit(transaction, { bank, rules: exchangeRules, paymentSettings: {} }, order)
        if ('posted' in debited) {
          const { paymentId } = order
          transaction.put(dueJobs, paymentId, { kind: 'settle', dueAt: order.at + 20, about: { paymentId } })
        }
        return debited
      },
      { on: booksNames(bank, order.debtorAccountId, order.creditor.iban) },
    )
    if ('posted' in done) process.stdout.write(`${number}\n`)
  }
}

async function work(): Promise<never> {
  for (;;) {
    await runDueWork(tenant, openedAt + next, workers)
    await new Promise((resolve) => setImmediate(resolve))
  }
}

await Promise.all([...Array.from({ length: 8 }, pay), work()])
