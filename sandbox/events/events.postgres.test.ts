import { afterEach, beforeEach, expect, test } from 'vitest'
import { collections } from '../collections.js'
import { revokeAsPsu } from '../consents/psu-consents.js'
import { openPostgresStore } from '../store/postgres/postgres-store.js'
import { describePostgres, openDatabase, type TestDatabase } from '../testing/postgres-database.js'
import { openTestBank, type TestBank } from '../testing/test-bank.js'
import { deliveryRecords } from './delivery.js'
import { answering, openCallbacks, silent } from './testing/callbacks.js'
import { subscriberAt } from './testing/subscriber.js'

let database: TestDatabase
const banks: TestBank[] = []

async function openProcess(): Promise<TestBank> {
  const bank = await openTestBank({ store: await openPostgresStore(database.url, collections) })
  banks.push(bank)
  return bank
}

async function happen(bank: TestBank): Promise<void> {
  const { consentId } = await bank.consent()
  await revokeAsPsu(bank.tenant, bank.tenant.bank.psus[0] as never, consentId)
}

describePostgres('events of a bank that several processes serve', () => {
  beforeEach(async () => {
    database = await openDatabase()
  })
  afterEach(async () => {
    for (const bank of banks.splice(0)) await bank.close()
    await database.drop()
  })

  test('a poll that is held by one is woken by what another commits', async () => {
    const one = await openProcess()
    const other = await openProcess()
    const tpp = subscriberAt(one)
    await tpp.subscribe()
    const begun = performance.now()
    const answer = tpp.poll({ returnImmediately: false })
    while (one.tenant.events.polls.size === 0) await new Promise((resolve) => setTimeout(resolve, 10))
    await happen(other)

    expect(Object.keys((await answer).sets)).toHaveLength(1)
    expect(performance.now() - begun).toBeLessThan(10_000)
  })

  test('a poll that is held is woken after the connection that listens was lost', async () => {
    const one = await openProcess()
    const other = await openProcess()
    const tpp = subscriberAt(one)
    await tpp.subscribe()
    const answer = tpp.poll({ returnImmediately: false })
    while (one.tenant.events.polls.size === 0) await new Promise((resolve) => setTimeout(resolve, 10))
    await database.endConnections()
    await happen(other)

    expect(Object.keys((await answer).sets)).toHaveLength(1)
  })

  test('what one was sending when it ended, another sends, the same token', async () => {
    const callbacks = await openCallbacks(silent)
    const one = await openProcess()
    const other = await openProcess()
    await subscriberAt(one).subscribe({ CallbackUrl: callbacks.url })
    await happen(one)
    await callbacks.come(1)
    await one.tenant.stop()
    callbacks.answerWith(answering(202))
    // looked for twice: what has not moved in between is nobody's
    await other.tenant.events.push.start()
    await other.tenant.events.push.start()
    await callbacks.come(2)
    await other.tenant.events.push.settled()

    expect(callbacks.received[1]?.body).toBe(callbacks.received[0]?.body)
    expect((await other.tenant.store.all(deliveryRecords))[0]?.state).toBe('delivered')
    await callbacks.close()
  })
})
