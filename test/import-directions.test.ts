import { resolve } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { directionRules } from './lint/direction-rules.js'
import { topFolders } from './lint/directions.js'
import { type Complaint, lintFiles } from './lint/lint-files.js'

/** All of ours that a folder may import. */
const mayImport: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(topFolders).map(([folder, row]) => [folder, row.mayImport]),
)

test('the rule of the linter is made from the table (npm run directions:write brings it up to date)', async () => {
  await expect(directionRules()).toMatchFileSnapshot(resolve(import.meta.dirname, 'lint/import-directions.json'))
})

const folders = Object.keys(mayImport)
const targets = [...folders, 'fixtures/requests']
const isWithin = (folder: string, target: string) => target === folder || target.startsWith(`${folder}/`)
const isAllowed = (from: string, target: string) => (mayImport[from] ?? []).some((each) => isWithin(each, target))

/** Every pair of two folders, as [importing folder, imported folder]. */
const pairs = folders.flatMap((from) => targets.filter((to) => !isWithin(from, to)).map((to) => [from, to] as const))
const forbidden = pairs.filter(([from, to]) => !isAllowed(from, to))

/** A form of import from one folder into another, and the pairs it is refused for; last, a folder between. */
type Form = readonly [name: string, source: (to: string) => string, refused: typeof pairs, depth?: string]

const forms: readonly Form[] = [
  ['import', (to) => `import { x } from '#${to}/x.js'\nexport const y = x\n`, forbidden],
  ['import type', (to) => `import type { X } from '#${to}/x.js'\nexport type Y = X\n`, forbidden],
  ['export', (to) => `export { x } from '#${to}/x.js'\n`, forbidden],
  ['export *', (to) => `export * from '#${to}/deep/x.js'\n`, forbidden],
  ['import for its effects', (to) => `import '#${to}/x.js'\n`, forbidden],
  ['import()', (to) => `export const x = await import('#${to}/x.js')\n`, forbidden],
  // so that directions are seen in the import
  ['relative path', (to) => `export { x } from '../${to}/x.js'\n`, pairs],
  ['relative path from deep below', (to) => `export { x } from '../../${to}/x.js'\n`, pairs, 'deep/'],
  ['type that is imported where it is used', (to) => `export type X = import('#${to}/x.js').X\n`, pairs],
]

const waysRound = [
  ['the name of the package', 'open-banking-testbed/sandbox'],
  ['the main entry of the package', 'open-banking-testbed'],
  ['the asset path', '#assets/sandbox/app.js'],
  ['the built code', '../dist/sandbox/app.js'],
] as const

const accepted = {
  'standard/a.ts': "export * from './b.js'\nexport * from '#standard/c.js'\nexport * from '@sinclair/typebox'\n",
  'sandbox/http/a.ts': "export * from './b.js'\nexport * from '#standard/index.js'\n",
  'conformance/plan/a.ts': "export * from '../cases/b.js'\nexport * from '#fixtures/requests/consent.js'\n",
  'test/a.ts': "export * from '#sandbox/a.js'\nexport * from '#conformance/a.js'\n",
}

/** The file with a form of import, for one pair. */
const fileOf = ([name, , , depth = '']: Form, from: string, to: string) =>
  `${from}/${depth}${name.replace(/\W+/g, '-')}-of-${to.replace('/', '-')}.ts`

const fileOfWay = (way: string, folder: string) => `${folder}/by-${way.replaceAll(' ', '-')}.ts`

describe('the linter', () => {
  let complaints: readonly Complaint[]
  beforeAll(() => {
    complaints = lintFiles({
      ...Object.fromEntries(
        forms.flatMap((form) => pairs.map(([from, to]) => [fileOf(form, from, to), form[1](to)] as const)),
      ),
      ...Object.fromEntries(
        waysRound.flatMap(([way, specifier]) =>
          folders.map((folder) => [fileOfWay(way, folder), `export * from '${specifier}'\n`] as const),
        ),
      ),
      ...accepted,
    })
  }, 60_000)

  test.each(forms.map((form) => ({ name: form[0], form })))(
    'refuses an $name against the directions and allows the others',
    ({ form }) => {
      const named = new Set(complaints.map(({ path }) => path))

      expect(pairs.filter(([from, to]) => named.has(fileOf(form, from, to)))).toEqual(form[2])
    },
  )

  test.each(waysRound)('refuses a way round through %s', (way) => {
    const paths = folders.map((folder) => fileOfWay(way, folder))

    const found = complaints.filter(({ path }) => paths.includes(path))

    expect(found.map(({ path, rule }) => `${path} ${rule}`).sort()).toEqual(
      paths.map((path) => `${path} noRestrictedImports`).sort(),
    )
  })

  test('accepts a file that imports its own folder, libraries and the folders it may import', () => {
    expect(complaints.filter(({ path }) => path in accepted)).toEqual([])
  })
})
