/**
 * Reads a transcript file: one JSON entry a line, as the `ndjson` reporter writes it.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { ConfigurationError } from '../profile/mistakes.js'
import { inWords } from '../text/system-error.js'
import type { ChainedEntry } from './entry.js'

/**
 * Reads a transcript back. It does not check the chain: see `verifyChain`.
 *
 * @throws {ConfigurationError} when it is not there, or with every line that is no entry
 */
export function readTranscript(file: string): ChainedEntry[] {
  const lines = readLines(file)
  const entries: ChainedEntry[] = []
  const bad: number[] = []
  for (const [index, line] of lines.entries()) {
    if (line === '' && index === lines.length - 1) continue
    const entry = parseEntry(line)
    if (entry) entries.push(entry)
    else bad.push(index + 1)
  }
  if (bad.length === 0) return entries
  throw new ConfigurationError(
    file,
    bad
      .slice(0, 20)
      .map((line) => ({ path: `line ${line}`, expected: 'a transcript entry in JSON', received: 'something else' })),
  )
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n')
  } catch (error) {
    const expected = 'a transcript, beside report.json'
    throw new ConfigurationError(file, [{ path: 'FILE', expected, received: inWords(error) }])
  }
}

const kinds: readonly string[] = [
  'end',
  'run',
  'exchange',
  'journey',
  'notification',
  'case',
] satisfies ChainedEntry['kind'][]

function parseEntry(line: string): ChainedEntry | undefined {
  try {
    const value = JSON.parse(line) as Partial<ChainedEntry> | null
    const known = typeof value?.kind === 'string' && kinds.includes(value.kind)
    return known && typeof value?.hash === 'string' ? (value as ChainedEntry) : undefined
  } catch {
    return undefined
  }
}
