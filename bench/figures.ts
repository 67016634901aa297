/**
 * What the benches share.
 *
 * @module
 */

/** The middle value; of an even number of values, the upper of the two in the middle. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number
}

/** A table of Markdown, the first row its head. */
export function table(rows: readonly (readonly (string | number)[])[]): string {
  const [head = [], ...others] = rows
  return [head, head.map(() => '---'), ...others].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
