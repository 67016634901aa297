/**
 * The version of this package, as its package.json has it.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

export function packageVersion(): string {
  const file = createRequire(import.meta.url).resolve('#assets/package.json')
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}
