/**
 * The body of a page, put together from rows that are rendered already.
 *
 * @module
 */

const head = Buffer.from('{"Data":{"Transaction":[')
const comma = ','.charCodeAt(0)

/** Rows in UTF-8 between the envelope's two ends. */
export function joinPage(rows: readonly Buffer[], links: object, meta: object): Buffer {
  const tail = Buffer.from(`]},"Links":${JSON.stringify(links)},"Meta":${JSON.stringify(meta)}}`)
  let length = head.length + tail.length + Math.max(0, rows.length - 1)
  for (const row of rows) length += row.length
  const body = Buffer.allocUnsafe(length)
  body.set(head, 0)
  let at = head.length
  for (const [index, row] of rows.entries()) {
    if (index > 0) body[at++] = comma
    body.set(row, at)
    at += row.length
  }
  body.set(tail, at)
  return body
}
