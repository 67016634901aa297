/**
 * How a stage of the bank describes a kind of document to the store: its name, indexes and order. The store knows no
 * kind of document itself.
 *
 * @module
 */

/** How documents are ordered: by group, then by a number (an instant). */
export interface RangeRule<Document> {
  readonly group: (document: Document) => string
  readonly at: (document: Document) => number
  /** Set where groups grow without limit: row counts are kept up to date on every change and not computed on request. */
  readonly isCounted?: true
  /** Sums of integers, by name, that are kept up to date on every change. Summed groups are counted too. */
  readonly sums?: Readonly<Record<string, (document: Document) => number>>
}

/**
 * Documents of one kind. They are immutable and plain JSON.
 *
 * An engine identifies indexes and sums by name. A rule that changes needs a new name; stored documents are then
 * indexed again when the store is opened.
 */
export interface Collection<Document, Index extends string = never> {
  /** The stored name, which never changes. */
  readonly name: string
  /** What a document is found by, besides its id. */
  readonly indexes: Readonly<Record<Index, (document: Document) => string | undefined>>
  /** Set on collections that are also kept in order. Rows at one instant are ordered by id. */
  readonly range?: RangeRule<Document>
  /** Whom a document is about: every process that listens for the collection is told it when one is put (`TenantStore.listen`). */
  readonly announces?: (document: Document) => string
  /**
   * Makes a document that an older version of the bank has stored one of today's form, and leaves all others as they are. Every
   * document passes through it when it is read from disk or database, also when keys are made anew. A journal that an older version has
   * left behind may set single fields: of today's form, with those fields as they were stored (decision 0137).
   */
  readonly upgrade?: (stored: Readonly<Record<string, unknown>>) => unknown
}

/** A collection that is kept in order. */
export interface RangedCollection<Document, Index extends string = never> extends Collection<Document, Index> {
  readonly range: RangeRule<Document>
}

/**
 * When a document ends. One that has ended counts as not there: its readers compare its end with the clock, and the
 * store deletes it some time later (`TenantStore.purge`).
 */
export interface EndRule<Document> {
  /** The instant from which it counts as not there, in milliseconds; `undefined` where it does not end. */
  readonly at: (document: Document) => number | undefined
  /**
   * The id of the tenant whose clock ends it. Set on collections of the directory; documents of a tenant's own part
   * of the store end by the clock of that tenant.
   */
  readonly clock?: (document: Document) => string
}

/** A collection whose documents end. It is kept in the order of their ends, a group for each clock. */
export interface EndingCollection<Document, Index extends string = never> extends RangedCollection<Document, Index> {
  readonly ends: EndRule<Document>
}

/** Any collection, for code that does not read its documents. */
export type AnyCollection = Collection<never, string>
export type AnyRangedCollection = RangedCollection<never, string>
export type AnyEndingCollection = EndingCollection<never, string>

/** A collection whose documents are found by id alone. */
export function collection<Document>(name: string): Collection<Document> {
  return { name, indexes: {} }
}

/** A collection whose documents end. */
export function endingCollection<Document, Index extends string = never>(of: {
  readonly name: string
  readonly indexes: Collection<Document, Index>['indexes']
  readonly ends: EndRule<Document>
}): EndingCollection<Document, Index> {
  const { at, clock = () => ownClock } = of.ends
  return { ...of, range: { group: clock, at: (document) => at(document) ?? neverEnds } }
}

/** The group of documents that end by the clock of the tenant they are stored for. */
export const ownClock = ''

/** The last instant that a date can have: documents without an end come after all others. */
const neverEnds = 8.64e15

/** True when documents of a collection end. */
export function isEnding(of: AnyCollection): of is AnyEndingCollection {
  return 'ends' in of
}

/** The index rules of a collection by name, for documents of unknown type. */
export function indexesOf(of: AnyCollection): Readonly<Record<string, (document: unknown) => string | undefined>> {
  return of.indexes as Readonly<Record<string, (document: unknown) => string | undefined>>
}

/** The range rule of a collection, for documents of unknown type. */
export function rangeOf(of: AnyCollection): RangeRule<unknown> | undefined {
  return of.range as RangeRule<unknown> | undefined
}

/** The sums of a collection by name, for documents of unknown type. */
export function sumsOf(of: AnyCollection): Readonly<Record<string, (document: unknown) => number>> {
  return rangeOf(of)?.sums ?? noSums
}

const noSums = {}

/** True when row counts of a collection are kept up to date. */
export function isCounted(of: AnyCollection): boolean {
  const rule = rangeOf(of)
  return rule?.isCounted === true || rule?.sums !== undefined
}

/**
 * The keys of a document: the value of each index, then group and instant of its range, then each sum, in the order
 * of the rules.
 */
export type Keys = readonly (string | number | null)[]

export class UnreadDocument {
  /** Part of a file. It is not copied per document, as most documents are never changed. */
  readonly #chunk: Buffer
  readonly #headStart: number
  readonly #headEnd: number
  readonly #end: number
  /** False when its stored keys were made by other rules than the current ones. */
  readonly hasKeys: boolean

  /**
   * The document is between `headEnd`, a comma, and `end`; before it is an array without brackets, whose last element
   * is the keys.
   */
  constructor(chunk: Buffer, headStart: number, headEnd: number, end: number, hasKeys: boolean) {
    this.hasKeys = hasKeys
    this.#chunk = chunk
    this.#headStart = headStart
    this.#headEnd = headEnd
    this.#end = end
  }

  /** JSON. */
  get text(): string {
    return this.#chunk.toString('utf8', this.#headEnd + 1, this.#end)
  }

  get keys(): Keys {
    return JSON.parse(`[${this.#chunk.toString('utf8', this.#headStart, this.#headEnd)}]`).at(-1)
  }

  read(): unknown {
    return JSON.parse(this.text)
  }
}

/** One of a collection whose older documents have another form. */
export class UpgradedDocument extends UnreadDocument {
  readonly #collection: AnyCollection

  constructor(collection: AnyCollection, ...place: ConstructorParameters<typeof UnreadDocument>) {
    super(...place)
    this.#collection = collection
  }

  override read(): unknown {
    return upgraded(this.#collection, super.read())
  }
}

/** A document as it was stored, in today's form. */
export function upgraded({ upgrade }: AnyCollection, stored: unknown): unknown {
  return upgrade ? upgrade(stored as Readonly<Record<string, unknown>>) : stored
}

/** The rules that make the keys of a document, in order. */
export function keyRulesOf(collection: AnyCollection): readonly KeyRule[] {
  const range = rangeOf(collection)
  const ofIndexes = Object.values(indexesOf(collection))
  return range ? [...ofIndexes, range.group, range.at, ...Object.values(sumsOf(collection))] : ofIndexes
}

export type KeyRule = (document: unknown) => string | number | undefined

/** The names of the rules that make the keys of a collection, in order. */
export function keyNames(collection: AnyCollection): readonly string[] {
  const names = Object.keys(indexesOf(collection)).map((name) => `index ${name}`)
  if (!rangeOf(collection)) return names
  return [...names, 'group', 'at', ...Object.keys(sumsOf(collection)).map((name) => `sum ${name}`)]
}
