/**
 * Long pages in UTF-8, kept when they were shown: a page is made of rendered rows again only when it has become another.
 *
 * @module
 */
import { head, tail } from './page-body.js'

/** Pages kept before all are let go: at most 100 MB, of the longest; 8 MB of pages of a hundred. */
const pagesKept = 100

/** What a page is made of. */
export interface PageParts<Row> {
  /** Names the way in which rows are seen. */
  readonly view: string
  readonly rows: readonly { readonly row: Row }[]
  /** The row with this number, rendered, with a comma before it. It depends on the view and the row alone. */
  readonly render: (index: number) => Buffer
  /** Names all that Links and Meta depend on besides the rows. */
  readonly frame: string
  readonly links: () => object
  readonly meta: () => object
}

interface Shown<Row> {
  readonly view: string
  readonly rows: readonly { readonly row: Row }[]
  readonly bytes: Buffer
  frame: string
  end: Buffer
}

export class ShownPages<Row extends object> {
  readonly #begin: Buffer
  /** By their first row. */
  readonly #shown = new Map<Row, Shown<Row>>()

  /** @param name of the rows in Data */
  constructor(name: string) {
    this.#begin = Buffer.from(head(name))
  }

  /** The page in parts, in order. Rows are immutable: one that is the same object is the same row. */
  page(parts: PageParts<Row>): readonly Buffer[] {
    const [first] = parts.rows
    if (!first) return [this.#begin, endOf(parts)]
    const shown = this.#same(this.#shown.get(first.row), parts) ?? this.#make(first.row, parts)
    if (shown.frame !== parts.frame) {
      shown.end = endOf(parts)
      shown.frame = parts.frame
    }
    return [this.#begin, shown.bytes, shown.end]
  }

  #same(shown: Shown<Row> | undefined, { view, rows }: PageParts<Row>): Shown<Row> | undefined {
    if (shown?.view !== view || shown.rows.length !== rows.length) return undefined
    for (let index = 0; index < rows.length; index += 1) {
      if (shown.rows[index]?.row !== rows[index]?.row) return undefined
    }
    return shown
  }

  #make(first: Row, parts: PageParts<Row>): Shown<Row> {
    const { view, rows, render, frame } = parts
    const bytes = Buffer.concat(rows.map((_, index) => render(index))).subarray(1)
    const shown = { view, rows, bytes, frame, end: endOf(parts) }
    if (this.#shown.size >= pagesKept) this.#shown.clear()
    this.#shown.set(first, shown)
    return shown
  }
}

const endOf = <Row>({ links, meta }: PageParts<Row>): Buffer => Buffer.from(tail(links(), meta()))
