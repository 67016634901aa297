import { beforeAll, describe, expect, test } from 'vitest'
import { type Complaint, lintFiles } from './lint/lint-files.js'

const readings = [
  'Date.now()',
  'new Date()',
  'new Date',
  'Date()',
  'performance.now()',
  'performance.timeOrigin',
  'process.hrtime()',
  'process.hrtime.bigint()',
  'process.uptime()',
  '[1].map(Date.now)',
]

const folders = ['standard', 'fixtures', 'authorize-ui', 'sandbox', 'conformance']
const reads = (folder: string, index: number) => `${folder}/reading-${index}.ts`

const readsClock = 'export const at = [Date.now(), new Date()]\n'
const mayRead = {
  'sandbox/clock/system-clock.ts': readsClock,
  'bin/ob-conformance.ts': readsClock,
  'conformance/run/run.test.ts': readsClock,
}

const makesDates = {
  'sandbox/a.ts': 'export const at = (now: number) => [new Date(now), Date.UTC(2030, 0), Date.parse("2030-01-15")]\n',
}

const readsEnvironment = "import { env } from 'node:process'\nconsole.log(process.env.HOME, env.PATH)\n"
const environment = {
  'sandbox/app.ts': readsEnvironment,
  'sandbox/config.ts': readsEnvironment,
  'bin/ob-sandbox.ts': readsEnvironment,
}

describe('the linter', () => {
  let complaints: readonly Complaint[]
  beforeAll(() => {
    const readers = folders.flatMap((folder) =>
      readings.map((reading, index) => [reads(folder, index), `export const at = ${reading}\n`] as const),
    )
    complaints = lintFiles({ ...Object.fromEntries(readers), ...mayRead, ...makesDates, ...environment })
  }, 60_000)
  const about = (files: Readonly<Record<string, string>>) => complaints.filter(({ path }) => path in files)

  test.each(folders)('refuses to read the wall clock in %s/', (folder) => {
    const named = new Set(complaints.map(({ path }) => path))

    expect(readings.filter((_, index) => !named.has(reads(folder, index)))).toEqual([])
  })

  test('lets the system clock, bin/ and tests read it', () => {
    expect(about(mayRead)).toEqual([])
  })

  test('lets anyone make dates of given instants', () => {
    expect(about(makesDates)).toEqual([])
  })

  test('keeps the environment to bin/ and configuration, and the console to bin/', () => {
    const named = about(environment).map(({ path, rule }) => `${path} ${rule}`)

    expect(named.sort()).toEqual([
      'sandbox/app.ts noConsole',
      'sandbox/app.ts noProcessEnv',
      'sandbox/app.ts noProcessEnv',
      'sandbox/config.ts noConsole',
    ])
  })
})
