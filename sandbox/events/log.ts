/**
 * What the bank shows of events and deliveries, and what can be done with them by hand.
 *
 * @module
 */
import type { EventType, Scope } from '#standard/index.js'
import type { Reader } from '../store/store.js'
import type { Tenant } from '../tenants/tenant.js'
import { type DeliveryRecord, deliveryRecords, isOpen } from './delivery.js'
import { type EventRecord, type EventSubject, eventRecords } from './event.js'
import { tell } from './outbox.js'
import { subscriptionRecords } from './subscription.js'

/** How much is shown at most. */
const mostShown = 500

const newest = <Record extends { readonly eventId: string }>(records: readonly Record[]): readonly Record[] =>
  records.toSorted((a, b) => (a.eventId < b.eventId ? 1 : -1)).slice(0, mostShown)

/** The events of a TPP, or of all, the newest first. */
export async function eventsOf({ store }: Pick<Tenant, 'store'>, tppId?: string): Promise<readonly EventRecord[]> {
  return newest((await store.all(eventRecords)).filter((event) => tppId === undefined || event.tppId === tppId))
}

/** Deliveries with every try, those of the newest events first. */
export async function deliveriesOf(
  { store }: { readonly store: Reader },
  tppId?: string,
): Promise<readonly DeliveryRecord[]> {
  return newest((await store.all(deliveryRecords)).filter((each) => tppId === undefined || each.tppId === tppId))
}

/** Sends a delivery that has ended once more, the same token. @returns its id; nothing where there is none that has ended */
export async function resend({ store, clock }: Tenant, deliveryId: string): Promise<string | undefined> {
  return store.transact(async (transaction) => {
    const delivery = await transaction.get(deliveryRecords, deliveryId)
    if (!delivery || isOpen(delivery) || !(await transaction.get(eventRecords, delivery.eventId))) return undefined
    const { endedAt: _, putOff: __, nextAt: ___, ...facts } = delivery
    const others = await transaction.find(deliveryRecords, 'eventId', delivery.eventId)
    const again = `${delivery.eventId} ${delivery.subscriptionId} ${others.length}`
    const waits = (await transaction.find(deliveryRecords, 'queue', delivery.queue)).length > 0
    const made: DeliveryRecord = {
      ...facts,
      deliveryId: again,
      state: waits ? 'waiting' : 'ready',
      createdAt: clock.now(),
      tries: [],
      byHand: true,
    }
    transaction.put(deliveryRecords, again, made)
    return again
  })
}

/** An event that somebody wants told, whether or not it happened. */
export interface RaisedEvent {
  readonly tppId: string
  readonly type: EventType
  readonly subject: EventSubject
  readonly reason?: string
}

/** Tells a TPP of an event by hand. @returns its id; nothing where no subscription wants it */
export async function raiseByHand(
  tenant: Tenant,
  { tppId, type, subject, reason }: RaisedEvent,
): Promise<string | undefined> {
  const { store, clock, events } = tenant
  const scope: Scope = subject.path === '/account-access-consents' ? 'accounts' : 'payments'
  return store.transact(async (transaction) => {
    const subscriptions = await transaction.find(subscriptionRecords, 'tppId', tppId)
    const listening = subscriptions.filter(({ scopes }) => scopes.includes(scope))
    const eventId = events.outbox.newEventId()
    const event = { eventId, tppId, scope, txn: `txn-${eventId}`, at: clock.now(), types: [type], subject }
    const told = await tell(
      transaction,
      { ...event, ...(reason !== undefined && { reason }) },
      listening,
      events.outbox,
    )
    return told?.eventId
  })
}
