import { expect, test } from 'vitest'
import { lintFiles } from './lint/lint-files.js'

/** All of ours that a folder may import. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  standard: [],
  fixtures: ['standard'],
  'authorize-ui': ['standard'],
  sandbox: ['standard', 'fixtures', 'authorize-ui'],
  conformance: ['standard', 'fixtures/requests'],
  bin: ['sandbox', 'conformance'],
}

const folders = Object.keys(mayImport)
const targets = [...folders, 'fixtures/requests']
const isWithin = (folder: string, target: string) => target === folder || target.startsWith(`${folder}/`)
const isAllowed = (from: string, target: string) => (mayImport[from] ?? []).some((each) => isWithin(each, target))

/** Every pair of two folders, as [importing folder, imported folder]. */
const pairs = folders.flatMap((from) => targets.filter((to) => !isWithin(from, to)).map((to) => [from, to] as const))

/** One file for each pair; the complaints come back as the pairs. */
function complaintsAbout(source: (to: string) => string, depth = '') {
  const path = (from: string, to: string) => `${from}/${depth}to-${to.replace('/', '-')}.ts`
  const complaints = lintFiles(Object.fromEntries(pairs.map(([from, to]) => [path(from, to), source(to)])))
  const named = new Set(complaints.map((each) => each.path))
  return pairs.filter(([from, to]) => named.has(path(from, to)))
}

const forbidden = pairs.filter(([from, to]) => !isAllowed(from, to))

test.each([
  ['import', (to: string) => `import { x } from '#${to}/x.js'\nexport const y = x\n`],
  ['import type', (to: string) => `import type { X } from '#${to}/x.js'\nexport type Y = X\n`],
  ['export', (to: string) => `export { x } from '#${to}/x.js'\n`],
  ['export *', (to: string) => `export * from '#${to}/deep/x.js'\n`],
  ['import for its effects', (to: string) => `import '#${to}/x.js'\n`],
  ['import()', (to: string) => `export const x = await import('#${to}/x.js')\n`],
] as const)('refuses an %s against the directions and allows the others', (_form, source) => {
  expect(complaintsAbout(source)).toEqual(forbidden)
})

test('refuses every relative path into another folder, however deep, so that directions are seen in the import', () => {
  expect(complaintsAbout((to) => `export { x } from '../${to}/x.js'\n`)).toEqual(pairs)
  expect(complaintsAbout((to) => `export { x } from '../../${to}/x.js'\n`, 'deep/')).toEqual(pairs)
})

test('refuses a type that is imported where it is used', () => {
  expect(complaintsAbout((to) => `export type X = import('#${to}/x.js').X\n`)).toEqual(pairs)
})

test.each([
  ['the name of the package', 'open-banking-testbed/sandbox'],
  ['the main entry of the package', 'open-banking-testbed'],
  ['the asset path', '#assets/sandbox/app.js'],
  ['the built code', '../dist/sandbox/app.js'],
])('refuses a way round through %s', (_way, specifier) => {
  const paths = folders.map((folder) => `${folder}/x.ts`)

  const complaints = lintFiles(Object.fromEntries(paths.map((path) => [path, `export * from '${specifier}'\n`])))

  expect(complaints.map(({ path, rule }) => `${path} ${rule}`).sort()).toEqual(
    paths.map((path) => `${path} noRestrictedImports`).sort(),
  )
})

test('has nothing to say of a file that keeps to its own folder, to libraries and to what is below it', () => {
  const complaints = lintFiles({
    'standard/a.ts': "export * from './b.js'\nexport * from '#standard/c.js'\nexport * from '@sinclair/typebox'\n",
    'sandbox/http/a.ts': "export * from '../faults/b.js'\nexport * from '#standard/index.js'\n",
    'conformance/plan/a.ts': "export * from '../cases/b.js'\nexport * from '#fixtures/requests/consent.js'\n",
    'test/a.ts': "export * from '#sandbox/a.js'\nexport * from '#conformance/a.js'\n",
  })

  expect(complaints).toEqual([])
})
