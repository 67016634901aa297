import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { headingNames, pageLinks, repositoryTexts, root } from './repository-texts.js'

const texts = repositoryTexts()
const pages = texts.filter(({ path }) => path.endsWith('.md'))
const isFacts = (path: string) => path === 'docs/facts.md' || path.startsWith('docs/facts/')
const sections = pages
  .filter(({ path }) => isFacts(path))
  .flatMap(({ text }) => [...text.matchAll(/^#+ (\d+(?:\.\d+)?)\.? /gm)].map(([, section]) => section as string))

/** Sections that the code and the ledger point to: `FACTS 5 and 14`, `FACTS 4.1, 9.1 and 10`, `FACTS 15.22`. */
function sectionsNamed(): Set<string> {
  const places = texts.flatMap(({ text }) => [
    ...text.matchAll(/(?:FACTS|docs\/facts\.md section) (\d+(?:\.\d+)?(?:(?:, | and )\d+(?:\.\d+)?)*)/g),
  ])
  return new Set(places.flatMap(([, named]) => (named as string).split(/, | and /)))
}

test('has every section that the code and the ledger name', () => {
  const named = sectionsNamed()

  expect(named.size).toBeGreaterThan(40)
  expect([...named].filter((section) => !sections.includes(section)).sort()).toEqual([])
})

test('has each section once, and each in the key', () => {
  const key = readFileSync(resolve(root, 'docs/facts.md'), 'utf8')
  const listed = [...key.matchAll(/^\| \[(\d+(?:\.\d+)?)\]\(/gm)].map(([, section]) => section as string)
  const inOneRow = sections.filter((section) => section.startsWith('15.'))

  expect(sections.filter((section, at) => sections.indexOf(section) !== at)).toEqual([])
  expect(sections.filter((section) => !listed.includes(section) && !inOneRow.includes(section))).toEqual([])
  expect(listed.filter((section) => !sections.includes(section))).toEqual([])
})

test('links of all pages lead to a file and a heading that are there', () => {
  const links = pageLinks(pages)
  const broken = links.filter(({ to, heading }) => {
    if (!existsSync(resolve(root, to))) return true
    if (heading === undefined) return false
    return !headingNames(readFileSync(resolve(root, to), 'utf8')).includes(heading)
  })

  expect(links.length).toBeGreaterThan(100)
  expect(broken).toEqual([])
})
