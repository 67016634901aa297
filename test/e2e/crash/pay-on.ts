/**
 * Pays on and on until it is killed, each payment settled by due work, and prints the id of each payment once it is acknowledged.
 */
import { moveClock } from '#sandbox/clock/tenant-clock.js'
import { collections } from '#sandbox/collections.js'
import { payerAt } from '#sandbox/payments/testing/payer.js'
import { openLowdbStore } from '#sandbox/store/lowdb/lowdb-store.js'
import { openTestBank } from '#sandbox/testing/test-bank.js'
import { payeeAtHome } from './payments-kept.js'

const store = await openLowdbStore(process.argv[2] ?? '', collections, { journalBytes: 200_000, warn: () => undefined })
const bank = await openTestBank({ store })
const payer = payerAt(bank)
Object.assign(bank.tenant, { paymentSettings: { ...bank.tenant.paymentSettings, nrtSeconds: 0 } })
await moveClock(bank.tenant, (clock) => clock.resume())

await Promise.all(
  Array.from({ length: 4 }, async () => {
    for (;;) {
      const paymentId = await payer.pay({ creditor: payeeAtHome(bank), amount: '0.001' })
      process.stdout.write(`${paymentId}\n`)
    }
  }),
)
