/**
 * What the bank remembers: typed collections of documents, one set for each tenant, changed in transactions.
 *
 * Documents are immutable: a change puts a new one. The domain does not know which engine it has.
 *
 * @module
 */
import type { Awaitable } from './awaitable.js'
import type { CollectionName, Collections, IndexName, RangeName } from './collections.js'

export type { CollectionName, Collections, FoundingRecord, IndexName, RangeName } from './collections.js'

/** A place in a range: after the row with this instant and id. */
export interface Position {
  readonly at: number
  readonly id: string
}

export interface RangeQuery {
  readonly order: 'newest' | 'oldest'
  readonly limit: number
  /** Inclusive bounds. */
  readonly from?: number
  readonly to?: number
  /** Only rows that come after this place, in the order asked for. */
  readonly after?: Position
}

export interface Row<Document> extends Position {
  readonly document: Document
}

/** Answers at once where everything is in memory. */
export interface Reader {
  /** The document with this id, or `undefined`. */
  get<Name extends CollectionName>(collection: Name, id: string): Awaitable<Collections[Name] | undefined>
  /** Documents whose index has this value. */
  find<Name extends CollectionName>(
    collection: Name,
    index: IndexName<Name>,
    value: string,
  ): Awaitable<readonly Collections[Name][]>
  /** Every document of a small collection. */
  all<Name extends CollectionName>(collection: Name): Awaitable<readonly Collections[Name][]>
  /** Rows of one group in order. Costs the same however many there are. */
  range<Name extends RangeName>(
    collection: Name,
    group: string,
    query: RangeQuery,
  ): Awaitable<readonly Row<Collections[Name]>[]>
  /** How many rows a group has between two instants, both inclusive. */
  count(
    collection: RangeName,
    group: string,
    bounds?: { readonly from?: number; readonly to?: number },
  ): Awaitable<number>
}

export interface Transaction extends Reader {
  put<Name extends CollectionName>(collection: Name, id: string, document: Collections[Name]): void
  delete(collection: CollectionName, id: string): void
  /** Rows at or before an instant, oldest first, that no other transaction holds; they are held until this one ends. */
  claim<Name extends RangeName>(
    collection: Name,
    group: string,
    query: { readonly to: number; readonly limit: number },
  ): Promise<readonly Row<Collections[Name]>[]>
}

export interface TransactOptions {
  /** What the transaction is about: those with the same name wait for each other, which spares retries. */
  readonly on?: string
}

/** One tenant's part of the store. Reads outside a transaction never see half of one. */
export interface TenantStore extends Reader {
  /**
   * Runs `work`: all of it or, when it throws, nothing, as if no other transaction ran beside it. Durable when it resolves.
   * `work` may run more than once before it does, so it changes nothing but the transaction.
   *
   * @throws {NotDurable} when the changes could not be kept; then none of them is there
   */
  transact<T>(work: (transaction: Transaction) => Promise<T> | T, options?: TransactOptions): Promise<T>
  /**
   * A number that is another after every change of a collection: what was made of documents read after it was asked for is
   * right while it stays. `undefined` where other processes may change them.
   */
  revision(collection: CollectionName): number | undefined
}

export interface Store {
  /** True when other processes may change what is read here. */
  readonly isShared: boolean
  /** The part of one tenant; empty until something is put. */
  tenant(tenantId: string): TenantStore
  /** Waits for transactions under way, then lets go of files and connections. */
  close(): Promise<void>
}

/** The engine could not make a transaction durable: the disk is full, the database is gone. */
export class NotDurable extends Error {
  constructor(cause: unknown) {
    super(`the change could not be kept: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}
