import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const page = readFileSync(resolve(root, 'docs/facts.md'), 'utf8')
const listed = new Set([...page.matchAll(/^\| (\d+(?:\.\d+)?) /gm)].map(([, section]) => section))

/** Sections that the code and the ledger point to: `FACTS 5 and 14`, `FACTS 4.1, 9.1 and 10`, `FACTS 15.22`. */
function sectionsNamed(): Set<string> {
  const sources = ['standard', 'fixtures', 'authorize-ui', 'sandbox', 'conformance', 'bin', 'docs/decisions']
    .flatMap((folder) =>
      readdirSync(resolve(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
    )
    .filter((path) => /\.(ts|md)$/.test(path))
  const places = sources.flatMap((path) => [
    ...readFileSync(resolve(root, path), 'utf8').matchAll(/FACTS (\d+(?:\.\d+)?(?:(?:, | and )\d+(?:\.\d+)?)*)/g),
  ])
  return new Set(places.flatMap(([, sections]) => (sections as string).split(/, | and /)))
}

test('tells the reader of every place what it refers to', () => {
  const named = sectionsNamed()

  expect(named.size).toBeGreaterThan(40)
  expect([...named].filter((section) => !listed.has(section)).sort()).toEqual([])
})
