/**
 * Pays on and on until it is killed, in every family, each payment settled by due work, and prints the id of each payment once it is
 * acknowledged.
 *
 * With `moving` it also orders payments for a later day, many at a time, and standing orders, and moves the clock over those days: it prints
 * `pass` before and `passed` after.
 */
import { toBankDateTime } from '#fixtures/calendar.js'
import { moveClock } from '#sandbox/clock/tenant-clock.js'
import type { PaymentConsent } from '#sandbox/consents/consent.js'
import { payerAt } from '#sandbox/payments/testing/payer.js'
import { openTestBank } from '#sandbox/testing/test-bank.js'
import { openKept, payeeAtHome, paymentsOfOneFile, paymentsOfOneOrder, settingsOfKills } from './payments-kept.js'

const dayMillis = 86_400_000
/** Payments of one day: their jobs are more than one transaction. */
const ofOneDay = 40

const [name = '', moving] = process.argv.slice(2)
const bank = await openTestBank({ store: await openKept(name) })
const payer = payerAt(bank)
const creditor = payeeAtHome(bank)
const facts = { creditor, amount: '0.001' }
Object.assign(bank.tenant, { paymentSettings: { ...bank.tenant.paymentSettings, ...settingsOfKills } })
await moveClock(bank.tenant, (clock) => clock.resume())

const acknowledge = (paymentId: string) => process.stdout.write(`${paymentId}\n`)

async function payAtOnce(): Promise<never> {
  for (;;) acknowledge(await payer.pay(facts))
}

async function payAbroad(): Promise<never> {
  for (;;) acknowledge(await payer.pay({ amount: '0.010' }, { family: 'international-payment' }))
}

async function payFiles(): Promise<never> {
  const family = 'file-payment'
  const items = Array.from({ length: paymentsOfOneFile }, (_, index) => ({
    ...facts,
    reference: `R-${index}`,
    instrument: 'BH.OBF.NRT',
  }))
  for (;;) {
    const asked = await payer.createConsent(payer.fileRequest({ batches: [{ items }] }), { family })
    const { ConsentId } = asked.json().Data
    const uploaded = await payer.upload(ConsentId)
    // the clock may move past its day in between
    if (uploaded.statusCode !== 200) continue
    const submitted = await payer.submit(await payer.authorise<PaymentConsent>(ConsentId))
    if (submitted.statusCode === 201) acknowledge(submitted.json().Data.FilePaymentId)
  }
}

async function payLater(): Promise<never> {
  const later = { family: 'domestic-future-dated-payment' } as const
  for (;;) {
    const inOneDay = toBankDateTime(bank.tenant.clock.now() + dayMillis)
    const order = async () =>
      acknowledge(await payer.pay({ ...facts, initiation: { RequestedExecutionDateTime: inOneDay } }, later))
    const days = {
      Frequency: 'EvryDay',
      FirstPaymentDateTime: inOneDay,
      NumberOfPayments: String(paymentsOfOneOrder),
    }
    const orderAtHome = async () =>
      acknowledge(await payer.pay({ ...facts, initiation: days }, { family: 'domestic-standing-order' }))
    const orderAbroad = async () =>
      acknowledge(await payer.pay({ amount: '0.010', initiation: days }, { family: 'international-standing-order' }))
    await Promise.all([...Array.from({ length: ofOneDay }, order), orderAtHome(), orderAbroad()])
    process.stdout.write('pass\n')
    await bank.advance(7 * dayMillis)
    process.stdout.write('passed\n')
  }
}

await Promise.all([
  ...Array.from({ length: 4 }, payAtOnce),
  payAbroad(),
  payFiles(),
  ...(moving === 'moving' ? [payLater()] : []),
]).catch((error) => {
  // the answer does not say why a bank could not answer; its log does
  process.stderr.write(bank.log.slice(-3).join(''))
  throw error
})
