/**
 * Pays on and on until it is killed, each payment settled by due work, and prints the id of each payment once it is acknowledged.
 *
 * With `moving` it also orders payments for a later day, many at a time, and moves the clock over that day: it prints `pass` before
 * and `passed` after.
 */
import { toBankDateTime } from '#fixtures/calendar.js'
import { moveClock } from '#sandbox/clock/tenant-clock.js'
import { payerAt } from '#sandbox/payments/testing/payer.js'
import { openTestBank } from '#sandbox/testing/test-bank.js'
import { openKept, payeeAtHome } from './payments-kept.js'

const dayMillis = 86_400_000
/** Payments of one day: their jobs are more than one transaction. */
const ofOneDay = 40

const [name = '', moving] = process.argv.slice(2)
const bank = await openTestBank({ store: await openKept(name) })
const payer = payerAt(bank)
const facts = { creditor: payeeAtHome(bank), amount: '0.001' }
Object.assign(bank.tenant, { paymentSettings: { ...bank.tenant.paymentSettings, nrtSeconds: 0 } })
await moveClock(bank.tenant, (clock) => clock.resume())

async function payAtOnce(): Promise<never> {
  for (;;) process.stdout.write(`${await payer.pay(facts)}\n`)
}

async function payLater(): Promise<never> {
  const later = { family: 'domestic-future-dated-payment' } as const
  for (;;) {
    const RequestedExecutionDateTime = toBankDateTime(bank.tenant.clock.now() + dayMillis)
    const order = async () => {
      const paymentId = await payer.pay({ ...facts, initiation: { RequestedExecutionDateTime } }, later)
      process.stdout.write(`${paymentId}\n`)
    }
    await Promise.all(Array.from({ length: ofOneDay }, order))
    process.stdout.write('pass\n')
    await bank.advance(7 * dayMillis)
    process.stdout.write('passed\n')
  }
}

await Promise.all([...Array.from({ length: 4 }, payAtOnce), ...(moving === 'moving' ? [payLater()] : [])])
