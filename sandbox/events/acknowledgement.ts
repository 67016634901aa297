/**
 * What a TPP says of events: that it has taken them in, or could not. FACTS 9.4.
 *
 * @module
 */
import { dueJobs } from '../clock/due-work.js'
import type { Transaction } from '../store/store.js'
import { type DeliveryRecord, deliveryRecords, inOrder, isOpen } from './delivery.js'
import { type EventRecord, eventRecords } from './event.js'

/** The job that tries a delivery again. */
export const retryJobId = (deliveryId: string) => `pushEvent ${deliveryId}`

/** The event was taken in: it awaits its TPP no more. */
export function acknowledge(transaction: Transaction, event: EventRecord, now: number): void {
  if (event.acknowledgedAt !== undefined) return
  transaction.put(eventRecords, event.eventId, { ...event, acknowledgedAt: now })
}

/** Ends a delivery, and lets the next of its resource go. */
export async function endDelivery(
  transaction: Transaction,
  delivery: DeliveryRecord,
  state: 'delivered' | 'left' | 'dropped',
  now: number,
): Promise<void> {
  const { nextAt: _, ...facts } = delivery
  transaction.put(deliveryRecords, delivery.deliveryId, { ...facts, state, endedAt: now })
  transaction.delete(dueJobs, retryJobId(delivery.deliveryId))
  await releaseNext(transaction, delivery.queue)
}

async function releaseNext(transaction: Transaction, queue: string): Promise<void> {
  const open = inOrder(await transaction.find(deliveryRecords, 'queue', queue))
  if (open.some(({ state }) => state !== 'waiting')) return
  const [next] = open
  if (next) transaction.put(deliveryRecords, next.deliveryId, { ...next, state: 'ready' })
}

/** The TPP has taken an event in by a poll: nothing more is sent of it. */
export async function acknowledgeByPoll(transaction: Transaction, event: EventRecord, now: number): Promise<void> {
  acknowledge(transaction, event, now)
  const deliveries = await transaction.find(deliveryRecords, 'eventId', event.eventId)
  for (const delivery of deliveries.filter(isOpen)) await endDelivery(transaction, delivery, 'dropped', now)
}
