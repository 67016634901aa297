/**
 * Rows as they stand in a page, a comma before each, rendered when they are first shown and kept while they are shown.
 *
 * @module
 */

/** Rows kept, of all views, before older ones are let go: about 20 MB of transactions. */
const generationSize = 20_000

interface Kept<Row, Rendered> {
  young: Map<Row, Rendered>
  old: Map<Row, Rendered>
}

/** Keeps rows of one kind, for each view of them. When a generation is full, the one before it goes. */
export class RenderedRows<Row extends object, View extends Readonly<Record<keyof View, string | boolean>>, Rendered> {
  readonly #render: (row: Row, view: View) => object
  readonly #encode: (text: string) => Rendered
  readonly #views = new Map<string, Kept<Row, Rendered>>()
  #young = 0

  /**
   * @param render a row as a view shows it. It depends on nothing else, for rows do not change
   * @param encode to what is kept: text for short pages, bytes for long ones
   */
  constructor(render: (row: Row, view: View) => object, encode: (text: string) => Rendered) {
    this.#render = render
    this.#encode = encode
  }

  /** The rendered rows of a view. */
  of(view: View): (row: Row) => Rendered {
    const kept = this.#kept(Object.values(view).join(' '))
    return (row) => kept.young.get(row) ?? this.#keep(kept, row, view)
  }

  #kept(name: string): Kept<Row, Rendered> {
    const known = this.#views.get(name)
    if (known) return known
    const made = { young: new Map<Row, Rendered>(), old: new Map<Row, Rendered>() }
    this.#views.set(name, made)
    return made
  }

  #keep(kept: Kept<Row, Rendered>, row: Row, view: View): Rendered {
    if (this.#young >= generationSize) this.#age()
    const made = kept.old.get(row) ?? this.#encode(`,${JSON.stringify(this.#render(row, view))}`)
    kept.young.set(row, made)
    this.#young += 1
    return made
  }

  #age(): void {
    for (const kept of this.#views.values()) {
      kept.old = kept.young
      kept.young = new Map()
    }
    this.#young = 0
  }
}
