/**
 * Writes the measured tables into docs/performance.md, each between its two marks.
 *
 * @module
 */
import { readFileSync, writeFileSync } from 'node:fs'
import type { Machine } from './machine.js'

const path = 'docs/performance.md'

export function performancePage(on: Machine, tables: Readonly<Record<string, string | undefined>>): void {
  let page = readFileSync(path, 'utf8')
  const where = `${on.processor}, ${on.cores} cores, ${on.memoryGb} GB, Node ${on.node.slice(1)}`
  for (const [name, text] of Object.entries(tables)) {
    if (text === undefined) continue
    const block = new RegExp(`(<!-- bench ${name} -->\n)[^]*?(<!-- end -->)`)
    if (!block.test(page)) throw new Error(`${path} has no place for the table ${name}`)
    page = page.replace(block, (_, start, end) => `${start}\n${text}\n\nMeasured on ${where}.\n\n${end}`)
  }
  writeFileSync(path, page)
}
