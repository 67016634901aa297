import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { installIn } from './install-in.js'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../..')
const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
  version: string
  exports: Record<string, string | { types: string; default: string }>
}

/** An empty folder in which the packed package is installed, as a user would. */
let folder: string
let packed: string[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'package-'))
  const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
    cwd: root,
  })
  const [tarball] = JSON.parse(stdout) as { filename: string; files: { path: string }[] }[]
  packed = tarball?.files.map(({ path }) => path) ?? []
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n')
  const install = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline']
  await run('npm', [...install, join(folder, tarball?.filename ?? '')], { cwd: folder })
}, 300_000)

afterAll(() => rm(folder, { recursive: true, force: true }))

const npx = (...args: string[]) => run('npx', ['--no-install', ...args], { cwd: folder })

/** Runs a module in the folder of the user and reads what it prints as JSON. */
async function evaluate(source: string): Promise<unknown> {
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', source], { cwd: folder })
  return JSON.parse(stdout)
}

describe('the tarball', () => {
  test('has what runs, what describes it, and nothing else', () => {
    const belongs = [
      /^(package\.json|LICENSE|README\.md|CHANGELOG\.md|SECURITY\.md|THIRD-PARTY-NOTICES\.md)$/,
      /^dist\/(?!.*\/testing\/)(bin|standard|fixtures|authorize-ui|sandbox|conformance)\/[\w/.-]+(?<!\.test)\.(js|d\.ts)$/,
      /^dist\/cli\/[\w-]+\.c?js$/,
      /^(authorize-ui|conformance)\/[\w/-]+\.(css|js)$/,
      /^sandbox\/documents\/browser\/[\w-]+\.(css|js)$/,
      /^sandbox\/documents\/examples\/[\d.]+\.json$/,
      /^sandbox\/store\/postgres\/migrations\/[\w-]+\.sql$/,
      /^docs\/[\w/-]+\.md$/,
      /^examples\/(?!.*node_modules)[\w/.-]+$/,
    ]

    expect(packed.filter((path) => !belongs.some((form) => form.test(path)))).toEqual([])
    expect(packed).toEqual(
      expect.arrayContaining([
        'LICENSE',
        'README.md',
        'CHANGELOG.md',
        'SECURITY.md',
        'THIRD-PARTY-NOTICES.md',
        'dist/cli/ob-sandbox.js',
        'docs/facts.md',
      ]),
    )
  })

  test('was built from the sources that are there: else remove dist/ and run npm run build', () => {
    const built = packed.filter((path) => /^dist\/(?!cli\/).*\.js$/.test(path))
    const orphans = built.filter((path) => !existsSync(join(root, path.replace(/^dist\/(.*)\.js$/, '$1.ts'))))

    expect(built.length).toBeGreaterThan(50)
    expect(orphans).toEqual([])
  })
})

describe('the commands', () => {
  test.each(['ob-sandbox', 'ob-conformance'])('%s says what it does, and its version', async (command) => {
    const help = await npx(command, '--help')
    const version = await npx(command, '--version')

    expect(help.stdout).toContain(`Usage: ${command}`)
    expect(help.stderr).toBe('')
    expect(version.stdout.trim()).toBe(manifest.version)
  })

  /** The judge needs to be whole, not to judge everything again: `npm run test:e2e:all` does. */
  const [only, exitCode] = process.env.OB_E2E === 'all' ? [[], 0] : [['--only', 'ACC-*', 'BAL-*', 'DPY-*'], 3]

  test('judge each other: the installed judge passes the installed bank without a browser', async () => {
    const bank = spawn(join(folder, 'node_modules/.bin/ob-sandbox'), ['start', '--port', '0', '--json'], {
      cwd: folder,
    })
    try {
      const [line] = (await once(createInterface(bank.stdout), 'line')) as [string]
      const { url } = JSON.parse(line) as { url: string }
      const docs = await fetch(`${url}/docs/`)

      const options = ['--journeys', 'headless', '--reporter', 'list,html', ...only]
      const { stdout, code = 0 } = await npx('ob-conformance', 'run', url, ...options).catch((error) => error)

      expect(code, stdout).toBe(exitCode)
      expect(docs.headers.get('content-type')).toContain('text/html')
      expect(stdout).toMatch(/\d+ cases: .*\d+ passed/)
      expect(await readFile(join(folder, 'report/index.html'), 'utf8')).toContain('<style>')
    } finally {
      const closed = once(bank, 'close')
      bank.kill('SIGTERM')
      expect((await closed)[0]).toBe(0)
    }
  }, 300_000)
})

test('the recipe for jest passes, with the setting beside it', async () => {
  const [, section = ''] = (await readFile(join(root, 'docs/recipes.md'), 'utf8')).split(
    '## The same in vitest, and in jest',
  )
  const block = (language: string) => new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'ms').exec(section)?.[1] ?? ''
  const { jest: config } = JSON.parse(block('json')) as { jest: object }
  await writeFile(join(folder, 'jest.config.json'), JSON.stringify(config))
  await writeFile(join(folder, 'recipe.test.mjs'), block('js').replace(/^.*from 'vitest'\n/, ''))
  const jest = join(import.meta.dirname, 'jest')
  await installIn(jest)

  const { stderr } = await run(process.execPath, [join(jest, 'node_modules/jest/bin/jest.js'), 'recipe'], {
    cwd: folder,
    env: { ...process.env, NODE_OPTIONS: '--experimental-vm-modules', NO_COLOR: '1' },
  })

  expect(stderr).toMatch(/Tests: +2 passed, 2 total/)
}, 300_000)

describe('the modules', () => {
  const entries = Object.keys(manifest.exports).filter((entry) => entry !== './package.json')

  test.each(entries)('%s can be imported', async (entry) => {
    const specifier = join('open-banking-testbed', entry)

    const names = await evaluate(`console.log(JSON.stringify(Object.keys(await import('${specifier}'))))`)

    expect(names).not.toEqual([])
  })

  test('give the standard as data, and a bank inside the process', async () => {
    const seen = await evaluate(`
      import { operationIds, findProblems, ErrorResponse } from 'open-banking-testbed/standard'
      import { startSandbox } from 'open-banking-testbed'
      const bank = await startSandbox()
      const { accessToken } = await bank.authorise(await bank.createConsent())
      const accounts = await fetch(bank.bases['1.0.0'] + '/accounts', { headers: { authorization: 'Bearer ' + accessToken } })
      await bank.close()
      const problems = findProblems(ErrorResponse, {}).map(({ path }) => path)
      console.log(JSON.stringify({ operations: operationIds.length, problems, status: accounts.status }))`)

    expect(seen).toEqual({ operations: 65, problems: ['Code', 'Message', 'Errors'], status: 200 })
  })

  test('have types that a strict consumer can use', async () => {
    await writeFile(
      join(folder, 'consumer.ts'),
      `import { type Sandbox, startSandbox } from 'open-banking-testbed'
import { cases } from 'open-banking-testbed/conformance'
import { type AccountsResponse, operation, type OperationId } from 'open-banking-testbed/standard'

const bank: Sandbox = await startSandbox({ port: 0 })
const id: OperationId = 'getAccounts'
// @ts-expect-error there is no such operation
const other: OperationId = 'getAccont'
const account: AccountsResponse['Data']['Account'][number] | undefined = undefined
export const used: readonly [string, string, string, number, unknown] = [bank.url, operation(id).path, other, cases.length, account]
`,
    )
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023', '--skipLibCheck']

    const check = run(join(root, 'node_modules/.bin/tsc'), [...options, 'consumer.ts'], { cwd: folder })

    await expect(check.catch((error: { stdout: string }) => error)).resolves.toMatchObject({ stdout: '' })
  })
})
