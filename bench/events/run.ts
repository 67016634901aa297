/**
 * `npm run bench:events`: how soon notifications are there after a change while one callback is dead, how long a year takes with
 * many deliveries open, and what an outbox that nobody listens to costs a change.
 *
 * @module
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { revokeAsPsu } from '#sandbox/consents/psu-consents.js'
import { answering, openCallbacks } from '#sandbox/events/testing/callbacks.js'
import { subscriberAt } from '#sandbox/events/testing/subscriber.js'
import { openTestBank, type TestBank } from '#sandbox/testing/test-bank.js'
import { median } from '../figures.js'

/** A consent that its PSU revokes; the instant after the change was stored. */
async function change(bank: TestBank): Promise<number> {
  const { consentId } = await bank.consent()
  await revokeAsPsu(bank.tenant, bank.tenant.bank.psus[0] as never, consentId)
  return performance.timeOrigin + performance.now()
}

interface Beside {
  /** From each change to its arrival at each callback but the dead one, in milliseconds. */
  readonly times: readonly (readonly number[])[]
  /** Processor time of the bank for each notification, in milliseconds. */
  readonly processor: number
}

/** One change after the other, each once the one before has arrived. */
async function besideDead(subscriptions: number, changes: number): Promise<Beside> {
  const receiver = fork(fileURLToPath(import.meta.resolve('./receiver.ts')))
  const [{ dead, alive }] = (await once(receiver, 'message')) as [{ dead: string; alive: string }]
  const bank = await openTestBank()
  const tpp = subscriberAt(bank)
  await tpp.subscribe({ CallbackUrl: dead })
  for (let each = 1; each < subscriptions; each += 1) await tpp.subscribe({ CallbackUrl: `${alive}/${each}` })
  const times: number[][] = []
  const before = process.cpuUsage()
  for (let each = 0; each < changes; each += 1) {
    const changed = await change(bank)
    receiver.send(subscriptions - 1)
    const [came] = (await once(receiver, 'message')) as [number[]]
    times.push(came.map((at) => at - changed))
  }
  const { user, system } = process.cpuUsage(before)
  receiver.kill()
  await bank.close()
  return { times, processor: (user + system) / 1000 / changes / (subscriptions - 1) }
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

const { times, processor } = await besideDead(500, 40)
process.stdout.write(
  `500 subscriptions of one TPP, one of them dead: median ${median(times.flat()).toFixed(0)} ms after the change (limit 50), ` +
    `${median(times[0] ?? []).toFixed(0)} ms after the first one; ${processor.toFixed(2)} ms of processor time a notification\n`,
)
const empty = await yearWith(0)
const year = await yearWith(1000)
process.stdout.write(
  `a year forward: ${empty.toFixed(0)} ms without deliveries, ${year.toFixed(0)} ms with 1,000 open ones (limit 3000)\n`,
)
