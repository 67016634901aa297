/**
 * What the bank remembers: typed collections of documents, one set for each tenant, changed in transactions.
 *
 * Documents are immutable: a change puts a new one. The domain does not know which engine it has.
 *
 * @module
 */
import type { ConsentRecord } from '../account-information/consent.js'
import type { ClockState } from '../clock/tenant-clock.js'
import type { OidcRecord } from '../identity/adapter.js'
import type { AuthorisationRecord } from '../identity/authorisation.js'
import type { TppRecord } from '../identity/tpps.js'

/** What a tenant is made from. */
export interface FoundingRecord {
  readonly seed: number
  /** Instant the invented people and money are dated by. */
  readonly foundedAt: number
}

/** Every collection and its documents. */
export interface Collections {
  founding: FoundingRecord
  clock: ClockState
  /** Secrets the bank makes for itself: signing keys, cookie keys. */
  secrets: { readonly value: unknown }
  tpps: TppRecord
  consents: ConsentRecord
  authorisations: AuthorisationRecord
  /** Codes, tokens, grants and interactions of the authorisation server. */
  oidc: OidcRecord
}

export type CollectionName = keyof Collections

type Indexes = {
  readonly [Name in CollectionName]?: Readonly<Record<string, (document: Collections[Name]) => string | undefined>>
}

/** Besides its id, what a document is found by. */
export const indexes = {
  consents: { grantId: (consent) => consent.grantId },
  oidc: { grantId: (record) => record.payload.grantId, uid: (record) => record.payload.uid },
} as const satisfies Indexes

export type IndexName<Name extends CollectionName> = Name extends keyof typeof indexes
  ? keyof (typeof indexes)[Name] & string
  : never

export interface Reader {
  /** The document with this id, or `undefined`. */
  get<Name extends CollectionName>(collection: Name, id: string): Promise<Collections[Name] | undefined>
  /** Documents whose index has this value, oldest id first put first. */
  find<Name extends CollectionName>(
    collection: Name,
    index: IndexName<Name>,
    value: string,
  ): Promise<readonly Collections[Name][]>
  /** Every document of a small collection. */
  all<Name extends CollectionName>(collection: Name): Promise<readonly Collections[Name][]>
}

export interface Transaction extends Reader {
  put<Name extends CollectionName>(collection: Name, id: string, document: Collections[Name]): void
  delete(collection: CollectionName, id: string): void
}

/** One tenant's part of the store. Reads outside a transaction never see half of one. */
export interface TenantStore extends Reader {
  /**
   * Runs `work` on its own: all of it or, when it throws, nothing, and no other transaction of the tenant in between.
   * Durable when it resolves.
   */
  transact<T>(work: (transaction: Transaction) => Promise<T> | T): Promise<T>
}

export interface Store {
  /** The part of one tenant; empty until something is put. */
  tenant(tenantId: string): TenantStore
  /** Waits for transactions under way, then lets go of files and connections. */
  close(): Promise<void>
}
