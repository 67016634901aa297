/**
 * The body of a page, put together from rows that are rendered already, each with a comma before it.
 *
 * @module
 */

/** What stands before the first row, but for its comma. */
export const head = (name: string) => `{"Data":{"${name}":[`
/** What stands after the last. */
export const tail = (links: unknown, meta: object) =>
  `]},"Links":${JSON.stringify(links)},"Meta":${JSON.stringify(meta)}}`

/** A short page. @param name of the rows in Data */
export function joinText(name: string, rows: readonly string[], links: unknown, meta: object): string {
  return head(name) + rows.join('').slice(1) + tail(links, meta)
}
