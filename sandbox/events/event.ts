/**
 * An event as the bank keeps it: one for each change and TPP, until the TPP has taken it in, and a week longer. FACTS 9.2.
 *
 * @module
 */
import { type EventType, operation, operationIds, type Scope, type SetError, type Version } from '#standard/index.js'
import type { EndingCollection } from '../store/collection.js'
import { ownClock } from '../store/collection.js'

/** The resource that an event is about. */
export interface EventSubject {
  readonly id: string
  /** `domestic-payment`, `account-access-consent`. */
  readonly type: string
  /** The first step of its path: `/domestic-payments`. */
  readonly path: string
  /** The version under which it was made. */
  readonly version: Version
}

export interface EventRecord {
  /** The `jti` of its token. Later events have later ids. */
  readonly eventId: string
  readonly tppId: string
  /** What a token needs to be told of it. */
  readonly scope: Scope
  /** Shared by events that have one cause. */
  readonly txn: string
  /** When it happened, on the bank's clock, in milliseconds. */
  readonly at: number
  readonly types: readonly EventType[]
  readonly reason?: string
  readonly subject: EventSubject
  /** The signed token, once it was first asked for: it never changes. */
  readonly token?: string
  /** What the TPP could not take in about it. It awaits the TPP still. */
  readonly error?: { readonly err: SetError; readonly description: string; readonly at: number }
  /** When the TPP took it in, on the bank's clock. */
  readonly acknowledgedAt?: number
}

/** How long an event is kept after the TPP has taken it in, for the log. */
export const keptEventMillis = 7 * 86_400_000

/** The group of events that wait for a TPP, oldest first. */
export const awaitingGroup = (tppId: string, scope: Scope) => `awaiting ${scope} ${tppId}`

const endOf = ({ acknowledgedAt }: EventRecord) =>
  acknowledgedAt === undefined ? undefined : acknowledgedAt + keptEventMillis

/** Those that wait are in the order in which they happened, a group for each TPP and scope; the others in that of their ends. */
export const eventRecords: EndingCollection<EventRecord> = {
  name: 'events',
  indexes: {},
  ends: { at: endOf },
  range: {
    group: (event) => (event.acknowledgedAt === undefined ? awaitingGroup(event.tppId, event.scope) : ownClock),
    at: (event) => endOf(event) ?? event.at,
  },
  announces: ({ tppId }) => tppId,
}

/** The versions under which a resource has an address, by the first step of its path. */
export function versionsOfPath(path: string): readonly Version[] {
  const reads = operationIds.map(operation).filter((row) => row.method === 'GET' && row.path.startsWith(`${path}/{`))
  return [...new Set(reads.flatMap(({ versions }) => versions))]
}
