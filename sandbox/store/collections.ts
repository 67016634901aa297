/**
 * Every collection of the bank: what is in it, and how it is found besides by id.
 *
 * @module
 */
import type { FixtureTransaction } from '#fixtures/types.js'
import type { ConsentRecord } from '../account-information/consent.js'
import type { DueJob } from '../clock/due-work.js'
import type { ClockState } from '../clock/tenant-clock.js'
import type { FaultSetting } from '../faults/active-faults.js'
import type { IdempotencyRecord } from '../http/idempotency.js'
import type { OidcRecord } from '../identity/adapter.js'
import type { AuthorisationRecord } from '../identity/authorisation.js'
import type { PsuSession } from '../identity/psu-session.js'
import type { TppRecord } from '../identity/tpps.js'

/** What a tenant is made from. */
export interface FoundingRecord {
  readonly seed: number
  /** Instant the invented people and money are dated by. */
  readonly foundedAt: number
}

/** Every collection and its documents. Documents are immutable and plain JSON. */
export interface Collections {
  founding: FoundingRecord
  clock: ClockState
  faults: { readonly settings: readonly FaultSetting[] }
  /** Secrets the bank makes for itself: signing keys, cookie keys. */
  secrets: { readonly value: unknown }
  tpps: TppRecord
  consents: ConsentRecord
  authorisations: AuthorisationRecord
  /** PSUs who log in, or are logged in, to see their consents. */
  psuSessions: PsuSession
  /** Codes, tokens, grants and interactions of the authorisation server. */
  oidc: OidcRecord
  /** Used idempotency keys and what they were answered. */
  idempotency: IdempotencyRecord
  /** Work that is due at an instant. */
  dueWork: DueJob
  /** Transactions the bank has booked since it was founded. */
  transactions: FixtureTransaction
}

export type CollectionName = keyof Collections

type Indexes = {
  readonly [Name in CollectionName]?: Readonly<Record<string, (document: Collections[Name]) => string | undefined>>
}

/** Besides its id, what a document is found by. */
export const indexes = {
  consents: { grantId: (consent) => consent.grantId, psuId: (consent) => consent.psuId },
  oidc: { grantId: (record) => record.payload.grantId, uid: (record) => record.payload.uid },
  transactions: { pendingOf: (entry) => (entry.status === 'Pending' ? entry.accountId : undefined) },
} as const satisfies Indexes

/** Where a document stands in an ordered range: in which group, and at which number (an instant). */
export interface RangeRule<Document> {
  readonly group: (document: Document) => string
  readonly at: (document: Document) => number
}

type Ranges = { readonly [Name in CollectionName]?: RangeRule<Collections[Name]> }

/** Collections that are also kept in order. Rows at one instant are ordered by id. */
export const ranges = {
  transactions: { group: (transaction) => transaction.accountId, at: (transaction) => transaction.bookedAt },
  dueWork: { group: () => 'due', at: (job) => job.dueAt },
} as const satisfies Ranges

export type IndexName<Name extends CollectionName> = Name extends keyof typeof indexes
  ? keyof (typeof indexes)[Name] & string
  : never

export type RangeName = keyof typeof ranges

/** The index rules of a collection, without their types: for the engines. */
export function indexesOf(
  collection: CollectionName,
): Readonly<Record<string, (document: unknown) => string | undefined>> {
  return (
    (indexes as unknown as Record<string, Record<string, (document: unknown) => string | undefined>>)[collection] ?? {}
  )
}

/** The range rule of a collection, without its types: for the engines. */
export function rangeOf(collection: CollectionName): RangeRule<unknown> | undefined {
  return (ranges as unknown as Record<string, RangeRule<unknown>>)[collection]
}
