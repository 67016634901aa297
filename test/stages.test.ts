import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { stages } from './lint/directions.js'
import { circlesAcrossStages, graphOf, readImportGraph, stageOf } from './lint/import-graph.js'
import { lintFiles } from './lint/lint-files.js'

const root = resolve(import.meta.dirname, '..')
const folders = Object.keys(stages).filter((folder) => Object.keys(stages[folder] ?? {}).length > 0)
const isFile = (stage: string) => stage.endsWith('.ts')

/** Two stages of one top folder: the one that imports, and the one imported. */
interface Pair {
  readonly folder: string
  readonly from: string
  readonly to: string
}

const pairs = folders.flatMap((folder) => {
  const names = Object.keys(stages[folder] ?? {})
  return names.flatMap((from) => names.filter((to) => to !== from).map((to): Pair => ({ folder, from, to })))
})
const isAllowed = ({ folder, from, to }: Pair) => stages[folder]?.[from]?.includes(to)
const arrow = ({ folder, from, to }: Pair) => `${folder}: ${from} > ${to}`

/** Ways to write an import, each with where its file stands below the stage. */
const forms = {
  import: ['', (path: string, name: string) => `import { ${name} } from '${path}'\n`],
  effects: ['', (path: string) => `import '${path}'\n`],
  type: ['', (path: string) => `export type { X } from '${path}'\n`],
  all: ['', (path: string) => `export * from '${path}'\n`],
  late: ['', (path: string) => `await import('${path}')\n`],
  below: ['below/', (path: string) => `export * from '${path}'\n`],
  package: ['', (path: string) => `export * from '${path}'\n`],
} as const
type Form = keyof typeof forms

/** Where the import of a pair stands: a file for each stage and form, a line for each target. */
function placeOf(pair: Pair, form: Form): string {
  const { folder, from, to } = pair
  const file = isFile(from) ? from : `${from}/${forms[form][0]}${form}.ts`
  return `${folder}/${file}:${targetsOf(pair).indexOf(to) + 1}`
}

const targetsOf = ({ folder, from }: Pick<Pair, 'folder' | 'from'>) =>
  Object.keys(stages[folder] ?? {}).filter((to) => to !== from)

function sourceOf({ folder, from, to }: Pair, form: Form): string {
  const [below, write] = forms[form]
  const target = isFile(to) ? to.replace(/ts$/, 'js') : below === '' ? `${to}/x.js` : `${to}/deep/x.js`
  const up = isFile(from) ? './' : below === '' ? '../' : '../../'
  const name = to.replace(/\W/g, '')
  return write(form === 'package' ? `#${folder}/${target}` : `${up}${target}`, name)
}

describe('the linter, asked about every pair of stages', () => {
  const questions = pairs.flatMap((pair) =>
    (Object.keys(forms) as Form[])
      .filter((form) => !isFile(pair.from) || form === 'all')
      .map((form) => ({ pair, form, place: placeOf(pair, form) })),
  )
  const tests = pairs
    .filter(({ from }) => !isFile(from))
    .map((pair) => ({ ...pair, path: `${pair.folder}/${pair.from}/others.test.ts` }))
  const refused = new Set<string>()

  beforeAll(() => {
    const files: Record<string, string> = {}
    const add = (path: string, source: string) => {
      files[path] = (files[path] ?? '') + source
    }
    for (const { pair, form, place } of questions) add(place.replace(/:\d+$/, ''), sourceOf(pair, form))
    for (const each of tests) add(each.path, sourceOf(each, 'import'))
    for (const { folder, from } of pairs.filter(({ from }) => !isFile(from))) {
      files[`${folder}/${from}/own.ts`] = "export * from './x.js'\nexport * from '#standard/index.js'\n"
    }
    for (const { path, line } of lintFiles(files)) refused.add(`${path}:${line}`)
  }, 60_000)

  test.each(Object.keys(forms) as Form[])('refuses what the table does not allow, and nothing else: %s', (form) => {
    const asked = questions.filter((question) => question.form === form)

    const found = asked.filter(({ place }) => refused.has(place))

    expect(found.map(({ pair }) => arrow(pair))).toEqual(
      asked.filter(({ pair }) => !isAllowed(pair)).map(({ pair }) => arrow(pair)),
    )
  })

  test('lets a test, and every file in its own stage, import what it needs', () => {
    const expected = /\.test\.ts:|\/own\.ts:/

    expect([...refused].filter((place) => expected.test(place))).toEqual([])
  })
})

describe.each(folders)('the sources of %s/', (folder) => {
  const table = stages[folder] ?? {}
  const graph = readImportGraph(folder)

  test('belong to a stage of the table, each of which has sources', () => {
    expect([...new Set([...graph.keys()].map(stageOf))].sort()).toEqual(Object.keys(table).sort())
  })

  test('import along the arrows of the table, and use every one of them', () => {
    const used = [...graph].flatMap(([from, targets]) =>
      targets.filter((to) => stageOf(to) !== stageOf(from)).map((to) => `${stageOf(from)} > ${stageOf(to)}`),
    )
    const allowed = Object.entries(table).flatMap(([from, targets]) => targets.map((to) => `${from} > ${to}`))

    expect([...new Set(used)].sort()).toEqual(allowed.sort())
  })

  test('have no import circle that crosses a stage', () => {
    expect(circlesAcrossStages(graph)).toEqual([])
  })

  test('have no folder inside a stage that is called like another stage: the linter could not tell them apart', () => {
    const entries = readdirSync(resolve(root, folder), { recursive: true, withFileTypes: true })
    const inside = entries.filter((entry) => entry.isDirectory() && entry.parentPath !== resolve(root, folder))

    expect(inside.map(({ name }) => name).filter((name) => name in table)).toEqual([])
  })
})

test.each(folders)('the stages of %s/ are a line: each imports only what stands before it in the table', (folder) => {
  const names = Object.keys(stages[folder] ?? {})
  const backward = pairs.filter(
    (pair) => pair.folder === folder && isAllowed(pair) && names.indexOf(pair.to) > names.indexOf(pair.from),
  )

  expect(backward.map(arrow)).toEqual([])
})

test('a circle is found across stages, by relative path, package import, type and re-export, and only there', () => {
  const graph = graphOf(
    'bank',
    new Map([
      ['a/one.ts', "import type { X } from '../b/two.js'\n"],
      ['b/two.ts', "export * from './three.js'\n"],
      ['b/three.ts', "export const x = await import('#bank/a/one.js')\nexport * from './two.js'\n"],
      ['c/four.ts', "export * from './five.js'\nexport * from '../a/one.js'\nexport * from 'node:fs'\n"],
      ['c/five.ts', "export * from './four.js'\n"],
    ]),
  )

  expect(circlesAcrossStages(graph)).toEqual([
    'a/one.ts > b/two.ts > b/three.ts > a/one.ts',
    'b/three.ts > a/one.ts > b/two.ts > b/three.ts',
  ])
})

test('pages of rows have one door: what is outside of paging/ imports pages.ts alone', () => {
  const folder = 'account-information/paging/'
  const entered = [...readImportGraph('sandbox')]
    .filter(([from]) => !from.startsWith(folder))
    .flatMap(([, targets]) => targets.filter((to) => to.startsWith(folder)))

  expect([...new Set(entered)]).toEqual([`${folder}pages.ts`])
})
