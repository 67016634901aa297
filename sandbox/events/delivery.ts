/**
 * A delivery: one event on its way to one callback, with every try. Its states: docs/events.md.
 *
 * @module
 */
import type { EndingCollection } from '../store/collection.js'
import { ownClock } from '../store/collection.js'

/**
 * `waiting`: behind another event of the same resource. `ready`: to be sent now. `paused`: until its next try. Then it ends:
 * `delivered` with 202, `left` for polling, or `dropped`, as the TPP has taken the event in otherwise or has gone.
 */
export type DeliveryState = 'waiting' | 'ready' | 'paused' | 'delivered' | 'left' | 'dropped'

export interface Try {
  /** On the bank's clock. */
  readonly at: number
  /** How long it took, in real milliseconds. */
  readonly millis: number
  readonly interactionId: string
  /** The answer; absent where none came. */
  readonly status?: number
  /** Why there was no answer. */
  readonly error?: string
}

export interface DeliveryRecord {
  readonly deliveryId: string
  readonly eventId: string
  readonly subscriptionId: string
  readonly tppId: string
  /** The address that is called. */
  readonly target: string
  /** Those of one queue go one after the other. */
  readonly queue: string
  readonly state: DeliveryState
  readonly createdAt: number
  /** When it is tried again, on the bank's clock. */
  readonly nextAt?: number
  readonly tries: readonly Try[]
  /** Whether its first try was put off on purpose. */
  readonly putOff?: true
  /** Whether somebody asked for it by hand: it is tried once. */
  readonly byHand?: true
  readonly endedAt?: number
}

/** How long a delivery is kept after its end, for the log. */
export const keptDeliveryMillis = 7 * 86_400_000

export const isOpen = ({ state }: DeliveryRecord) => state === 'waiting' || state === 'ready' || state === 'paused'

const endOf = ({ endedAt }: DeliveryRecord) => (endedAt === undefined ? undefined : endedAt + keptDeliveryMillis)

/** Open deliveries are in groups by their state, the others in the order of their ends. */
export const deliveryRecords: EndingCollection<DeliveryRecord, 'eventId' | 'queue' | 'subscriptionId'> = {
  name: 'eventDeliveries',
  indexes: {
    eventId: (delivery) => delivery.eventId,
    queue: (delivery) => (isOpen(delivery) ? delivery.queue : undefined),
    subscriptionId: (delivery) => (isOpen(delivery) ? delivery.subscriptionId : undefined),
  },
  ends: { at: endOf },
  range: {
    group: (delivery) => (isOpen(delivery) ? delivery.state : ownClock),
    at: (delivery) => endOf(delivery) ?? delivery.createdAt,
  },
}

/** Deliveries of one callback and resource, the oldest event first. */
export const inOrder = (deliveries: readonly DeliveryRecord[]): readonly DeliveryRecord[] =>
  deliveries.toSorted((a, b) => (a.eventId < b.eventId ? -1 : 1))
