/**
 * An event subscription: who wants to be told of what, and where. FACTS 9.1.
 *
 * @module
 */
import type { EventType, Scope } from '#standard/index.js'
import type { Collection } from '../store/collection.js'

export interface SubscriptionRecord {
  readonly subscriptionId: string
  readonly tppId: string
  /** Those of the token it was made with: it is told of nothing else (docs/decisions/0141). */
  readonly scopes: readonly Scope[]
  /** As the TPP wrote it; absent where it polls. */
  readonly callbackUrl?: string
  /** Of the form of events. */
  readonly version: string
  /** As the TPP wrote them; none and an empty list stand for all. */
  readonly eventTypes?: readonly EventType[]
  readonly createdAt: number
  /** When the callback said that it is gone: nothing is sent to it until the subscription is replaced. */
  readonly goneAt?: number
}

export const subscriptionRecords: Collection<SubscriptionRecord, 'tppId'> = {
  name: 'eventSubscriptions',
  indexes: { tppId: (subscription) => subscription.tppId },
}

/** The types that a subscription asks for, of those of a change. */
export function wantedOf({ eventTypes = [] }: SubscriptionRecord, types: readonly EventType[]): readonly EventType[] {
  return eventTypes.length === 0 ? types : types.filter((type) => eventTypes.includes(type))
}
