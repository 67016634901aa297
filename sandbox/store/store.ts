/**
 * The store: typed collections of documents for each tenant, changed in transactions.
 *
 * Documents are immutable: a change puts a new one. The domain does not know which engine it has.
 *
 * @module
 */
import type {
  AnyCollection,
  AnyEndingCollection,
  AnyRangedCollection,
  Collection,
  RangedCollection,
} from './collection.js'

/** A value or a promise of one, always to be awaited. A store in memory returns the value. */
export type Awaitable<T> = T | Promise<T>

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

export interface Bounds {
  /** Instants, both inclusive. */
  readonly from?: number
  readonly to?: number
}

/** Bounds that may end within an instant. */
export interface SumBounds extends Bounds {
  /** The last row, in time, that counts; those of its instant with a greater id do not. */
  readonly through?: Position
}

export interface Row<Document> extends Position {
  readonly document: Document
}

/** Reads documents. A store in memory may answer without a promise. */
export interface Reader {
  /** The document with this id, or `undefined`. */
  get<Document>(collection: Collection<Document, string>, id: string): Awaitable<Document | undefined>
  /** Documents whose index has this value. */
  find<Document, Index extends string>(
    collection: Collection<Document, Index>,
    index: Index,
    value: string,
  ): Awaitable<readonly Document[]>
  /** Every document of a small collection. */
  all<Document>(collection: Collection<Document, string>): Awaitable<readonly Document[]>
  /** Rows of one group in order. The cost does not depend on the size of the group. */
  range<Document>(
    collection: RangedCollection<Document, string>,
    group: string,
    query: RangeQuery,
  ): Awaitable<readonly Row<Document>[]>
  /** How many rows a group has between two instants, both inclusive. */
  count(collection: AnyRangedCollection, group: string, bounds?: Bounds): Awaitable<number>
  /**
   * One of the sums of a group, between two instants or up to a place. The cost does not depend on the size of the group.
   *
   * @param name one of the sums of the collection's range rule
   */
  sum(collection: AnyRangedCollection, group: string, name: string, bounds?: SumBounds): Awaitable<number>
  /** Several sums of a group, all of one moment: no change is in one and not in another. */
  sums(
    collection: AnyRangedCollection,
    group: string,
    names: readonly string[],
    bounds?: SumBounds,
  ): Awaitable<readonly number[]>
}

export interface Transaction extends Reader {
  put<Document>(collection: Collection<Document, string>, id: string, document: NoInfer<Document>): void
  delete(collection: AnyCollection, id: string): void
  /**
   * Rows at or before an instant, oldest first, that no other transaction has claimed. They stay claimed until this
   * one ends.
   */
  claim<Document>(
    collection: RangedCollection<Document, string>,
    group: string,
    query: { readonly to: number; readonly limit: number },
  ): Promise<readonly Row<Document>[]>
  /**
   * Runs a part of the work that can fail alone: it sees the changes made before it; its own become part of this
   * transaction when it resolves, and when it throws, none of them does. One at a time, and nothing else meanwhile.
   */
  nested<T>(work: (transaction: Transaction) => Promise<T> | T): Promise<T>
}

export interface TransactOptions {
  /**
   * Names of what the transaction changes. Transactions that share a name run one after the other, which saves
   * retries. The order of names does not matter.
   */
  readonly on?: string | readonly string[]
}

export interface PurgeQuery {
  /** The tenant whose clock it is. Default the one whose part of the store it is. */
  readonly clock?: string
  /** What ended before is passed over; where to go on from in a longer pass. */
  readonly from?: number
  /** The instant on that clock: documents that end then, or ended before, are deleted. */
  readonly to: number
  readonly limit: number
}

export interface Purged {
  /** How many documents were deleted. With fewer than the limit, none is left but what others are deleting. */
  readonly deleted: number
  /** When the last of them ended. */
  readonly last: number | undefined
}

/** One tenant's part of the store. Reads outside a transaction never see a part of its changes. */
export interface TenantStore extends Reader {
  /**
   * Runs `work`: all of it or, when it throws, nothing, isolated from other transactions. Durable when it resolves.
   * `work` may run more than once, so it changes nothing outside the transaction.
   *
   * @throws {NotDurable} when the changes could not be stored; then none of them was made
   */
  transact<T>(work: (transaction: Transaction) => Promise<T> | T, options?: TransactOptions): Promise<T>
  /**
   * Deletes documents that have ended, those first that ended first. Several processes may do it at the same time:
   * what one of them is deleting, the others pass over. Listeners are not called.
   *
   * @throws {NotDurable} when the store cannot be reached; what was not deleted can be deleted later
   */
  purge(collection: AnyEndingCollection, query: PurgeQuery): Promise<Purged>
  /**
   * A number that differs after every change of a collection: results computed from documents read after it was taken
   * are valid until it changes. `undefined` where other processes may change documents.
   */
  revision(collection: AnyCollection): number | undefined
  /**
   * Calls `listener` with the documents that each transaction of this process has put into a collection, once they
   * are durable.
   */
  watch<Document>(collection: Collection<Document, string>, listener: (documents: readonly Document[]) => void): void
  /**
   * Calls `listener` with whom a document is about, by the rule `announces` of its collection, once a transaction of any
   * process that has put it is durable; and with nothing when some may have been missed.
   */
  listen<Document>(collection: Collection<Document, string>, listener: (about: string | undefined) => void): void
}

export interface Store {
  /** True when other processes may change the documents. */
  readonly isShared: boolean
  /** The part of one tenant; empty at first. */
  tenant(tenantId: string): TenantStore
  /** Gives back the space of what was deleted, if it is worth the work. A database does that by itself. */
  compact(): Promise<void>
  /** Waits for transactions under way, then closes files and connections. */
  close(): Promise<void>
}

/** The engine could not make a transaction durable: the disk is full, the database is gone. */
export class NotDurable extends Error {
  constructor(cause: unknown) {
    super(`the change could not be kept: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}
