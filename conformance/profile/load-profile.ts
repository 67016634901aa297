/**
 * A profile from a file.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { LineCounter, parseDocument } from 'yaml'
import { inWords } from '../text/system-error.js'
import { ConfigurationError } from './mistakes.js'
import { readPageAdapter } from './page-adapter.js'
import type { Profile } from './profile.js'
import { readProfile } from './read-profile.js'

export interface LoadOptions {
  /** Where `env:NAME` is looked up. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** Whether the file that describes the pages is read. Default true. */
  readonly withPages?: boolean
}

/**
 * Reads a profile written in YAML or JSON. Secrets are written as `env:NAME` or `file:PATH` (relative to the file).
 *
 * @throws {ConfigurationError} with every mistake of the file; a secret is never printed
 */
export function loadProfile(file: string, options: LoadOptions): Profile {
  const folder = dirname(resolve(file))
  const profile = readProfile(file, parse(file, read(file)), { env: options.env, folder })
  return options.withPages === false ? profile : withPages(profile, folder)
}

/** The pages that the profile names by a file, relative to its own. */
function withPages(profile: Profile, folder: string): Profile {
  const { adapter } = profile.journeys
  if (typeof adapter !== 'string') return profile
  const file = resolve(folder, adapter)
  if (/\.m?js$/i.test(adapter)) {
    read(file)
    return { ...profile, journeys: { ...profile.journeys, adapter: { module: file } } }
  }
  if (!/\.(ya?ml|json)$/i.test(adapter)) return profile
  return { ...profile, journeys: { ...profile.journeys, adapter: readPageAdapter(file, parse(file, read(file))) } }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const expected = 'a readable YAML or JSON file'
    throw new ConfigurationError(file, [{ path: 'FILE', expected, received: inWords(error) }])
  }
}

function parse(file: string, text: string): unknown {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  if (document.errors.length > 0) {
    const mistakes = document.errors.map((error) => {
      const { line, col } = lines.linePos(error.pos[0])
      return {
        path: `line ${line}, column ${col}`,
        expected: 'YAML or JSON',
        received: error.code.toLowerCase().replaceAll('_', ' '),
      }
    })
    throw new ConfigurationError(file, mistakes)
  }
  try {
    return document.toJS({ maxAliasCount: 100 })
  } catch {
    throw new ConfigurationError(file, [{ path: '', expected: 'at most 100 aliases', received: 'more' }])
  }
}
