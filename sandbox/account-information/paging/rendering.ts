/**
 * A cache of rendered rows and pages: a row is rendered once, and a page is joined again only when it has changed
 * (decision 0042).
 *
 * @module
 */

/** Rows kept, of all views, before older ones are dropped: about 20 MB of transactions. */
const generationSize = 20_000

/** A rendered row in UTF-8, and the value it was rendered with. */
interface RenderedRow<Beside> {
  readonly beside: Beside
  readonly rendered: Buffer
}

interface Generations<Row, Beside> {
  young: Map<Row, RenderedRow<Beside>>
  old: Map<Row, RenderedRow<Beside>>
}

/** Caches rendered rows of one kind, for each view. When a generation is full, the one before is dropped. */
export class RenderedRows<Row extends object, View extends Readonly<Record<keyof View, string | boolean>>, Beside> {
  readonly #render: (row: Row, view: View, beside: Beside) => object
  readonly #views = new Map<string, Generations<Row, Beside>>()
  #young = 0

  /**
   * @param render renders a row in a view, with a value `beside` it that may change. It must depend on nothing else;
   *   rows are immutable
   */
  constructor(render: (row: Row, view: View, beside: Beside) => object) {
    this.#render = render
  }

  /** The rendered rows of a view. */
  of(view: View): (row: Row, beside: Beside) => Buffer {
    const kept = this.#kept(Object.values(view).join(' '))
    return (row, beside) => {
      const made = kept.young.get(row)
      return made?.beside === beside && made ? made.rendered : this.#keep(kept, row, view, beside)
    }
  }

  #kept(name: string): Generations<Row, Beside> {
    const known = this.#views.get(name)
    if (known) return known
    const made: Generations<Row, Beside> = { young: new Map(), old: new Map() }
    this.#views.set(name, made)
    return made
  }

  #keep(kept: Generations<Row, Beside>, row: Row, view: View, beside: Beside): Buffer {
    if (this.#young >= generationSize) this.#age()
    const old = kept.old.get(row)
    const made = old?.beside === beside && old ? old : this.#make(row, view, beside)
    if (!kept.young.has(row)) this.#young += 1
    kept.young.set(row, made)
    return made.rendered
  }

  #make(row: Row, view: View, beside: Beside): RenderedRow<Beside> {
    return { beside, rendered: Buffer.from(`,${JSON.stringify(this.#render(row, view, beside))}`) }
  }

  #age(): void {
    for (const kept of this.#views.values()) {
      kept.old = kept.young
      kept.young = new Map()
    }
    this.#young = 0
  }
}

/** Pages kept before the cache is cleared: at most 100 MB with the longest pages, 8 MB with pages of 100 rows. */
const maxCachedPages = 100

/** What a page is made of. */
export interface PageParts<Row> {
  /** A key for the view of the rows. */
  readonly view: string
  readonly rows: readonly Row[]
  /** The rendered row with this index, with a comma before it. It depends on the view and the row alone. */
  readonly render: (index: number) => Buffer
  /** A key for everything Links and Meta depend on besides the rows. */
  readonly frame: string
  readonly links: () => unknown
  readonly meta: () => object
}

interface Shown<Row> {
  readonly view: string
  readonly rows: readonly Row[]
  /** The length of `bytes` up to the last row. */
  readonly rowsEnd: number
  frame: string
  bytes: Buffer
}

export class ShownPages<Row extends object> {
  readonly #begin: Buffer
  /** By their first row. */
  readonly #shown = new Map<Row, Shown<Row>>()

  /** @param name of the rows in Data */
  constructor(name: string) {
    this.#begin = Buffer.from(`{"Data":{"${name}":[`)
  }

  /** The JSON of a page in UTF-8. Rows are immutable and compared by identity. */
  page(parts: PageParts<Row>): Buffer {
    const [first] = parts.rows
    if (!first) return Buffer.concat([this.#begin, endOf(parts)])
    const shown = this.#same(this.#shown.get(first), parts) ?? this.#make(first, parts)
    if (shown.frame !== parts.frame) {
      shown.bytes = Buffer.concat([shown.bytes.subarray(0, shown.rowsEnd), endOf(parts)])
      shown.frame = parts.frame
    }
    return shown.bytes
  }

  #same(shown: Shown<Row> | undefined, { view, rows }: PageParts<Row>): Shown<Row> | undefined {
    if (shown?.view !== view || shown.rows.length !== rows.length) return undefined
    for (let index = 0; index < rows.length; index += 1) if (shown.rows[index] !== rows[index]) return undefined
    return shown
  }

  #make(first: Row, parts: PageParts<Row>): Shown<Row> {
    const { view, rows, render, frame } = parts
    const rendered = rows.map((_, index) => (index === 0 ? render(index).subarray(1) : render(index)))
    const end = endOf(parts)
    const bytes = Buffer.concat([this.#begin, ...rendered, end])
    const shown = { view, rows, rowsEnd: bytes.length - end.length, frame, bytes }
    if (this.#shown.size >= maxCachedPages) this.#shown.clear()
    this.#shown.set(first, shown)
    return shown
  }
}

/** The JSON after the last row. */
const endOf = <Row>({ links, meta }: PageParts<Row>): Buffer =>
  Buffer.from(`]},"Links":${JSON.stringify(links())},"Meta":${JSON.stringify(meta())}}`)
