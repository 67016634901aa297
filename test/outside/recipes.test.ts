/** The recipes, word by word: only the port of a shell is another one. */
import { execFile, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'

const root = resolve(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/recipes.md'), 'utf8')

interface Recipe {
  readonly title: string
  readonly language: string
  readonly code: string
}

const recipes: readonly Recipe[] = page
  .split(/^## /m)
  .slice(1)
  .map((section) => {
    const [, language = '', code = ''] = /^```(js|sh)\n(.*?)^```$/ms.exec(section) ?? []
    return { title: section.slice(0, section.indexOf('\n')), language, code }
  })

/** Within the package, which imports itself by its name; its commands are found from here as well. */
const folder = join(root, `dist/recipes-${process.pid}`)
beforeAll(() => mkdirSync(folder, { recursive: true }))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function freePort(): Promise<number> {
  return new Promise((found) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => found(port))
    })
  })
}

test('there are a dozen at least, each with a block', () => {
  expect(recipes.length).toBeGreaterThanOrEqual(12)
  expect(recipes.filter(({ code }) => code === '').map(({ title }) => title)).toEqual([])
})

const isOfVitest = ({ code }: Recipe) => code.includes("from 'vitest'")

/** As it stands, and as a runner that has the functions of tests without an import, such as jest. */
test.each(recipes.filter(isOfVitest))('$title', async ({ code }) => {
  const place = join(folder, 'vitest')
  mkdirSync(join(place, 'imported'), { recursive: true })
  mkdirSync(join(place, 'globals'))
  writeFileSync(join(place, 'imported/recipe.test.mjs'), code)
  writeFileSync(join(place, 'globals/recipe.test.mjs'), code.replace(/^.*from 'vitest'\n/, ''))
  // without one it would find that of this repository; a busy machine takes longer than a reader of the recipe waits
  const patient = { testTimeout: 60_000, hookTimeout: 60_000 }
  const projects = [
    { test: { ...patient, name: 'imported', include: ['imported/*'] } },
    { test: { ...patient, name: 'globals', include: ['globals/*'], globals: true } },
  ]
  writeFileSync(join(place, 'vitest.config.mjs'), `export default ${JSON.stringify({ test: { projects } })}`)
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const { VITEST: _, ...env } = process.env

  const { stdout } = await promisify(execFile)(process.execPath, [vitest, 'run', '--root', place], {
    cwd: place,
    env: { ...env, NO_COLOR: '1' },
    timeout: 100_000,
  })

  expect(stdout).toMatch(/Tests +4 passed/)
})

test.concurrent.each(
  recipes
    .filter((recipe) => recipe.language === 'js' && !isOfVitest(recipe))
    .map(({ title, code }, index) => ({ title, code, index })),
)('$title', async ({ code, index }) => {
  const place = join(folder, String(index))
  mkdirSync(place)
  writeFileSync(join(place, 'recipe.mjs'), code)

  const { stdout } = await promisify(execFile)(process.execPath, ['recipe.mjs'], { cwd: place, timeout: 100_000 })

  expect(stdout).not.toContain('not ok')
})

/** What a shell prints. Whatever it leaves running is ended. */
function run(script: string): Promise<string> {
  const shell = spawn('bash', ['-c', `set -euo pipefail\n${script}`], { cwd: root, detached: true, timeout: 100_000 })
  let printed = ''
  shell.stdout.on('data', (chunk) => {
    printed += chunk
  })
  return new Promise((done, failed) => {
    shell.on('exit', (code) => {
      try {
        process.kill(-(shell.pid as number))
      } catch {
        // nothing is left
      }
      if (code === 0) done(printed)
      else failed(new Error(`the shell ended with ${code}: ${printed}`))
    })
  })
}

test.each(recipes.filter(({ language }) => language === 'sh'))('$title', async ({ code }) => {
  const port = await freePort()
  const facts = join(folder, 'bank.json')
  const script = code
    .replaceAll('8080', String(port))
    .replace('token --psu', `token --bank http://127.0.0.1:${port} --psu`)
    .replaceAll('bank.json', facts)

  expect(await run(script)).toContain('"Account"')
})

test('the workflow of the examples has the steps of the recipe', () => {
  const { jobs } = parse(readFileSync(join(root, 'examples/workflow.yml'), 'utf8')) as {
    jobs: Record<string, { steps: { run?: string }[] }>
  }
  const lines = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run: script = '' }) => script.split('\n')))
  const wanted =
    recipes
      .find(({ title }) => title === 'A pipeline')
      ?.code.trim()
      .split('\n') ?? []

  expect(wanted.filter((line) => !lines.map((each) => each.trim()).includes(line))).toEqual([])
})
