/**
 * The version of the suite, as the package has it.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

let version: string | undefined

export function suiteVersion(): string {
  if (version !== undefined) return version
  const file = createRequire(import.meta.url).resolve('#assets/package.json')
  version = (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
  return version
}
