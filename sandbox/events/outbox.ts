/**
 * The outbox: what changes a consent or a payment writes its event in the same transaction, so that none is missing and none is
 * extra. It stands around the store of a tenant: nobody who changes something has to think of it. Decision 0140.
 *
 * @module
 */

import { type DueJob, dueJobs, type Workers } from '../clock/due-work.js'
import type { Clock } from '../clock/system-clock.js'
import { asOf, type ConsentRecord, consentRecords, isAccountConsent, rejectedAt } from '../consents/consent.js'
import type { AnyCollection, AnyRangedCollection, Collection, RangedCollection } from '../store/collection.js'
import type {
  Awaitable,
  Bounds,
  RangeQuery,
  Row,
  SumBounds,
  TenantStore,
  Transaction,
  TransactOptions,
} from '../store/store.js'
import type { Rules } from '../tenants/tenant.js'
import { type Change, type WatchedCollection, watched } from './changes.js'
import { type DeliveryRecord, deliveryRecords } from './delivery.js'
import { type EventRecord, eventRecords } from './event.js'
import { type SubscriptionRecord, subscriptionRecords, wantedOf } from './subscription.js'

export interface OutboxDeps {
  readonly clock: Clock
  readonly newEventId: () => string
  readonly rules: () => Pick<Rules, 'tellsOf' | 'callbackTarget' | 'waitsForEarlier'>
}

type AnyWatched = WatchedCollection<never>

const watchedByName: ReadonlyMap<string, AnyWatched> = new Map(
  watched.map((each) => [each.collection.name, each as unknown as AnyWatched]),
)

/** A document that a transaction changes, as it was and as it is. */
interface Changed {
  readonly of: WatchedCollection<unknown>
  readonly before: Awaitable<unknown>
  readonly after: unknown
}

/** The store of a tenant, whose transactions write the events of what they change. */
export function withEvents(store: TenantStore, deps: OutboxDeps): TenantStore {
  /** Without a query where no other process can have changed them. */
  const subscriptionsOf = (transaction: Transaction, tppId: string) =>
    (store.revision(subscriptionRecords) === undefined ? transaction : store).find(subscriptionRecords, 'tppId', tppId)
  return {
    ...store,
    transact: <T>(work: (transaction: Transaction) => Promise<T> | T, options?: TransactOptions) =>
      store.transact((transaction) => observed(transaction, work, deps, subscriptionsOf), options),
  }
}

type SubscriptionsOf = (transaction: Transaction, tppId: string) => Awaitable<readonly SubscriptionRecord[]>

async function observed<T>(
  transaction: Transaction,
  work: (transaction: Transaction) => Promise<T> | T,
  deps: OutboxDeps,
  subscriptionsOf: SubscriptionsOf,
): Promise<T> {
  const observing = new ObservedTransaction(transaction, deps, subscriptionsOf)
  const result = await work(observing)
  if (observing.changed.length > 0) {
    await raise(
      transaction,
      observing.changed,
      deps,
      (tppId) => observing.subscriptions.get(tppId) ?? subscriptionsOf(transaction, tppId),
    )
  }
  return result
}

/** What is known of a document of any watched collection. */
interface OfTpp {
  readonly tppId: string
}

const isEmpty = (value: Awaitable<readonly unknown[]>) => Array.isArray(value) && value.length === 0

/** A value that nobody may come to wait for, as the work it was read for can fail first. */
function handled<T>(value: Awaitable<T>): Awaitable<T> {
  if (value instanceof Promise) value.catch(() => undefined)
  return value
}

/** Notes what is changed of the watched collections; all else goes through. */
class ObservedTransaction implements Transaction {
  readonly changed: Changed[] = []
  /** By TPP. */
  readonly subscriptions = new Map<string, Awaitable<readonly SubscriptionRecord[]>>()
  /** Documents that were read anyway, by collection and id. */
  readonly #read = new Map<string, Awaitable<unknown>>()
  readonly #inner: Transaction
  readonly #deps: OutboxDeps
  readonly #subscriptionsOf: SubscriptionsOf

  constructor(inner: Transaction, deps: OutboxDeps, subscriptionsOf: SubscriptionsOf) {
    this.#inner = inner
    this.#deps = deps
    this.#subscriptionsOf = subscriptionsOf
  }

  get<Document>(collection: Collection<Document, string>, id: string): Awaitable<Document | undefined> {
    const found = this.#inner.get(collection, id)
    if (watchedByName.has(collection.name)) this.#read.set(`${collection.name} ${id}`, found)
    return found
  }

  put<Document>(collection: Collection<Document, string>, id: string, document: NoInfer<Document>): void {
    this.#note(collection, id, document)
    this.#inner.put(collection, id, document)
  }

  delete(collection: AnyCollection, id: string): void {
    this.#note(collection, id, undefined)
    this.#inner.delete(collection, id)
  }

  #note(collection: AnyCollection, id: string, after: unknown): void {
    const of = watchedByName.get(collection.name)
    if (!of) return
    const key = `${collection.name} ${id}`
    const tppId = (after as OfTpp | undefined)?.tppId
    if (tppId === undefined || !isEmpty(this.#listening(tppId))) {
      const before = this.#read.has(key) ? this.#read.get(key) : handled(this.#inner.get(collection, id))
      this.changed.push({ of: of as unknown as WatchedCollection<unknown>, before, after })
    }
    this.#read.set(key, after)
  }

  /** The subscriptions of a TPP, asked for once. */
  #listening(tppId: string): Awaitable<readonly SubscriptionRecord[]> {
    const known = this.subscriptions.get(tppId) ?? handled(this.#subscriptionsOf(this.#inner, tppId))
    this.subscriptions.set(tppId, known)
    return known
  }

  nested<T>(work: (transaction: Transaction) => Promise<T> | T): Promise<T> {
    return this.#inner.nested((nested) => observed(nested, work, this.#deps, this.#subscriptionsOf))
  }

  find<Document, Index extends string>(collection: Collection<Document, Index>, index: Index, value: string) {
    return this.#inner.find(collection, index, value)
  }

  all<Document>(collection: Collection<Document, string>) {
    return this.#inner.all(collection)
  }

  range<Document>(collection: RangedCollection<Document, string>, group: string, query: RangeQuery) {
    return this.#inner.range(collection, group, query)
  }

  claim<Document>(
    collection: RangedCollection<Document, string>,
    group: string,
    query: { readonly to: number; readonly limit: number },
  ): Promise<readonly Row<Document>[]> {
    return this.#inner.claim(collection, group, query)
  }

  count(collection: AnyRangedCollection, group: string, bounds?: Bounds) {
    return this.#inner.count(collection, group, bounds)
  }

  sum(collection: AnyRangedCollection, group: string, name: string, bounds?: SumBounds) {
    return this.#inner.sum(collection, group, name, bounds)
  }

  sums(collection: AnyRangedCollection, group: string, names: readonly string[], bounds?: SumBounds) {
    return this.#inner.sums(collection, group, names, bounds)
  }
}

/** Writes the events of what a transaction has changed. They have one cause. */
async function raise(
  transaction: Transaction,
  changed: readonly Changed[],
  deps: OutboxDeps,
  subscriptionsOf: (tppId: string) => Awaitable<readonly SubscriptionRecord[]>,
): Promise<void> {
  const now = deps.clock.now()
  let txn: string | undefined
  for (const { of, before: known, after } of changed) {
    const before = await known
    const document = (after ?? before) as OfTpp | undefined
    if (document === undefined) continue
    const change = before === undefined ? undefined : of.changeOf(before, after, now)
    const lapses = of.collection.name === consentRecords.name && canLapse(after as ConsentRecord | undefined)
    if (!change && !lapses) continue
    const subscriptions = await subscriptionsOf(document.tppId)
    const scope = of.scope(document)
    const listening = subscriptions.filter(({ scopes }) => scopes.includes(scope))
    if (listening.length === 0) continue
    if (lapses) scheduleLapse(transaction, after as ConsentRecord)
    if (!change) continue
    const eventId = deps.newEventId()
    txn ??= `txn-${eventId}`
    const event = eventOf({ eventId, txn, scope, tppId: document.tppId, subject: of.subject(document) }, change)
    await tell(transaction, event, listening, deps)
  }
}

const eventOf = (
  facts: Pick<EventRecord, 'eventId' | 'txn' | 'scope' | 'tppId' | 'subject'>,
  change: Change,
): EventRecord => ({ ...facts, ...change })

/**
 * Stores an event for the subscriptions that want it, and a delivery for each of their callbacks. Nothing where none does.
 *
 * @param listening of the TPP of the event, and for its scope
 */
export async function tell(
  transaction: Transaction,
  event: EventRecord,
  listening: readonly SubscriptionRecord[],
  { clock, rules }: Pick<OutboxDeps, 'clock' | 'rules'>,
): Promise<EventRecord | undefined> {
  const wanting = listening.filter((subscription) => wantedOf(subscription, event.types).length > 0)
  if (wanting.length === 0 || !rules().tellsOf(event)) return undefined
  const types = event.types.filter((type) => wanting.some((each) => wantedOf(each, [type]).length > 0))
  const kept: EventRecord = { ...event, types }
  transaction.put(eventRecords, event.eventId, kept)
  const called = wanting.flatMap(({ subscriptionId, callbackUrl, goneAt }) => {
    if (callbackUrl === undefined || goneAt !== undefined) return []
    return [{ subscriptionId, callbackUrl, queue: `${subscriptionId} ${event.subject.type} ${event.subject.id}` }]
  })
  const { callbackTarget, waitsForEarlier } = rules()
  const before = await Promise.all(called.map(({ queue }) => transaction.find(deliveryRecords, 'queue', queue)))
  for (const [index, { subscriptionId, callbackUrl, queue }] of called.entries()) {
    const delivery: DeliveryRecord = {
      deliveryId: `${event.eventId} ${subscriptionId}`,
      eventId: event.eventId,
      subscriptionId,
      tppId: event.tppId,
      target: callbackTarget(callbackUrl),
      queue,
      state: (before[index]?.length ?? 0) > 0 && waitsForEarlier() ? 'waiting' : 'ready',
      createdAt: clock.now(),
      tries: [],
    }
    transaction.put(deliveryRecords, delivery.deliveryId, delivery)
  }
  return kept
}

const lapse = 'lapseConsent'

/** Whether a consent becomes Rejected if nobody touches it, and its TPP is told of that. */
const canLapse = (consent: ConsentRecord | undefined): consent is ConsentRecord =>
  consent !== undefined && !isAccountConsent(consent) && rejectedAt(consent) !== undefined

/**
 * Has a consent stored as Rejected when nobody has decided on it or used it in time. Without that it counts as Rejected from then
 * on and no transaction says so.
 */
function scheduleLapse(transaction: Transaction, consent: ConsentRecord): void {
  const { consentId } = consent
  const job: DueJob = { kind: lapse, dueAt: rejectedAt(consent) as number, about: { consentId } }
  transaction.put(dueJobs, `${lapse} ${consentId}`, job)
}

/** Schedules what became of consents before their TPP had a subscription. */
export async function scheduleLapses(transaction: Transaction, tppId: string): Promise<void> {
  for (const consent of await transaction.find(consentRecords, 'lapsing', tppId)) scheduleLapse(transaction, consent)
}

export const lapseWorkers: Workers = {
  [lapse]: async ({ about }, transaction, at) => {
    const { consentId } = about as { readonly consentId: string }
    const consent = await transaction.get(consentRecords, consentId)
    const lapsed = consent && asOf(consent, at)
    if (lapsed && lapsed !== consent) transaction.put(consentRecords, consentId, lapsed)
  },
}
