import { readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const read = (path: string) => readFileSync(resolve(root, path), 'utf8')
const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Record<string, Record<string, string>>
const published = Object.keys(dependencies ?? {})
const development = Object.keys(devDependencies ?? {})

/** `import … from 'x'`, `export … from 'x'`, the last line of either, `import('x')` and `require.resolve('x')`; of packages alone. */
const statement =
  /^(?:(?:import|export|\}) .*from |import )'([^'.#\n]+)'$|\b(?:import|require\.resolve)\('([^'.#\n]+)'\)/gm

/** Packages that the sources of the published package import: tests and their support left out, as the build does. */
function imported(): string[] {
  const folders = ['bin', 'standard', 'fixtures', 'authorize-ui', 'sandbox', 'conformance']
  const paths = folders.flatMap((folder) =>
    readdirSync(resolve(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  )
  const sources = paths.filter((path) => /(?<!\.test)\.ts$/.test(path) && !path.includes('/testing/')).map(read)
  const specifiers = sources.flatMap((source) =>
    [...source.matchAll(statement)].map((match) => (match[1] ?? match[2]) as string),
  )
  const packages = specifiers
    .filter((each) => !isBuiltin(each))
    .map((each) => /^(@[^/]+\/)?[^/]+/.exec(each)?.[0] ?? each)
  return [...new Set(packages)].sort()
}

test('imports what is declared and declares what is imported', () => {
  expect(imported()).toEqual([...published].sort())
})

test('has a reason for every dependency in docs/decisions/0002', () => {
  const record = read('docs/decisions/0002-dependencies.md')
  const table = [...record.matchAll(/^\| ([a-z@][^|]*) \|/gm)].flatMap(([, names]) => (names as string).split(', '))
  const forDevelopment = /^For development: [\s\S]*?\n\n/m.exec(record)?.[0] ?? ''
  const unnamed = development.filter((name) => !name.startsWith('@types/') && !forDevelopment.includes(name))

  expect(table.sort()).toEqual([...published].sort())
  expect(unnamed).toEqual([])
})

test('pins every version exactly', () => {
  const versions = Object.entries({ ...dependencies, ...devDependencies })

  expect(versions.filter(([, version]) => !/^(npm:[\w-]+@)?\d+\.\d+\.\d+$/.test(version))).toEqual([])
})

test('declares of every install script among the dependencies whether it runs: npm warns about the others', () => {
  const { allowScripts } = JSON.parse(read('package.json')) as { allowScripts: Record<string, boolean> }
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { hasInstallScript?: boolean }>
  }
  const withScript = Object.keys(packages).filter((path) => packages[path]?.hasInstallScript)

  expect(withScript.map((path) => path.replace(/^.*node_modules\//, ''))).toEqual(Object.keys(allowScripts))
})
