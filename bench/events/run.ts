/**
 * `npm run bench:events`: how soon notifications are there after a change while one callback is dead, how long a year takes with
 * many deliveries open, and what an outbox that nobody listens to costs a change.
 *
 * @module
 */
import { revokeAsPsu } from '#sandbox/consents/psu-consents.js'
import { answering, openCallbacks, silent } from '#sandbox/events/testing/callbacks.js'
import { subscriberAt } from '#sandbox/events/testing/subscriber.js'
import { openTestBank, type TestBank } from '#sandbox/testing/test-bank.js'

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** A consent that its PSU revokes; the instant after the change was stored. */
async function change(bank: TestBank): Promise<number> {
  const { consentId } = await bank.consent()
  await revokeAsPsu(bank.tenant, bank.tenant.bank.psus[0] as never, consentId)
  return performance.now()
}

/** The median time from a change to its arrival, over all callbacks but the dead one. */
async function besideDead(subscriptions: number, changes: number): Promise<number> {
  const bank = await openTestBank()
  const tpp = subscriberAt(bank)
  const [dead, alive] = [await openCallbacks(silent), await openCallbacks()]
  await tpp.subscribe({ CallbackUrl: dead.url })
  for (let each = 1; each < subscriptions; each += 1) await tpp.subscribe({ CallbackUrl: `${alive.url}/${each}` })
  const times: number[] = []
  for (let each = 0; each < changes; each += 1) {
    const changed = await change(bank)
    const before = alive.received.length
    alive.answerWith((received, response) => {
      times.push(performance.now() - changed)
      answering(202)(received, response)
    })
    await alive.come(Math.max(before, (each + 1) * (subscriptions - 1)))
  }
  await bank.close()
  await Promise.all([dead.close(), alive.close()])
  return median(times)
}

/** How long a year forward takes while so many deliveries wait for their next try. */
async function yearWith(open: number): Promise<number> {
  const bank = await openTestBank()
  const tpp = subscriberAt(bank)
  const callbacks = await openCallbacks(answering(503))
  await tpp.subscribe({ CallbackUrl: callbacks.url })
  for (let each = 0; each < open; each += 1) await change(bank)
  await bank.tenant.events.push.settled()
  const begun = performance.now()
  await bank.advance(365 * 86_400_000)
  await bank.tenant.events.push.settled()
  const took = performance.now() - begun
  await bank.close()
  await callbacks.close()
  return took
}

const beside = await besideDead(500, 5)
process.stdout.write(
  `500 subscriptions of one TPP, one of them dead: median ${beside.toFixed(0)} ms after the change (limit 50)\n`,
)
const empty = await yearWith(0)
const year = await yearWith(1000)
process.stdout.write(
  `a year forward: ${empty.toFixed(0)} ms without deliveries, ${year.toFixed(0)} ms with 1,000 open ones (limit 3000)\n`,
)
