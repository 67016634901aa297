/**
 * The body of a page, put together from rows that are rendered already, each with a comma before it.
 *
 * @module
 */

const head = (name: string) => `{"Data":{"${name}":[`
const tail = (links: unknown, meta: object) => `]},"Links":${JSON.stringify(links)},"Meta":${JSON.stringify(meta)}}`

/** A short page. @param name of the rows in Data */
export function joinText(name: string, rows: readonly string[], links: unknown, meta: object): string {
  return head(name) + rows.join('').slice(1) + tail(links, meta)
}

/** Joined rows kept before all are let go: at most 100 MB, of the longest pages; 8 MB of pages of a hundred. */
const joinedKept = 100

/** Long pages, in UTF-8, which text would have to be turned into. Rows that were joined lately are not joined again. */
export class JoinedPages {
  readonly #begin: Buffer
  readonly #joined = new Map<Buffer, { readonly rows: readonly Buffer[]; readonly bytes: Buffer }>()

  /** @param name of the rows in Data */
  constructor(name: string) {
    this.#begin = Buffer.from(head(name))
  }

  /** The page in parts, in order. */
  page(rows: readonly Buffer[], links: unknown, meta: object): readonly Buffer[] {
    const end = Buffer.from(tail(links, meta))
    const [first] = rows
    return first ? [this.#begin, this.#join(first, rows), end] : [this.#begin, end]
  }

  #join(first: Buffer, rows: readonly Buffer[]): Buffer {
    const known = this.#joined.get(first)
    if (known?.rows.length === rows.length && known.rows.every((row, index) => row === rows[index])) return known.bytes
    const bytes = Buffer.concat(rows).subarray(1)
    if (this.#joined.size >= joinedKept) this.#joined.clear()
    this.#joined.set(first, { rows, bytes })
    return bytes
  }
}
