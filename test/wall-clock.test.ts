import { expect, test } from 'vitest'
import { lintFiles } from './lint/lint-files.js'

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

test.each(folders)('refuses to read the wall clock in %s/', (folder) => {
  const complaints = lintFiles(
    Object.fromEntries(readings.map((reading, index) => [`${folder}/${index}.ts`, `export const at = ${reading}\n`])),
  )

  const named = new Set(complaints.map(({ path }) => path))
  expect(readings.filter((_, index) => !named.has(`${folder}/${index}.ts`))).toEqual([])
})

test('lets the system clock, bin/ and tests read it', () => {
  const source = 'export const at = [Date.now(), new Date()]\n'

  const complaints = lintFiles({
    'sandbox/clock/system-clock.ts': source,
    'bin/ob-sandbox.ts': source,
    'conformance/run/run.test.ts': source,
  })

  expect(complaints).toEqual([])
})

test('lets anyone make dates of given instants', () => {
  const complaints = lintFiles({
    'sandbox/a.ts': 'export const at = (now: number) => [new Date(now), Date.UTC(2030, 0), Date.parse("2030-01-15")]\n',
  })

  expect(complaints).toEqual([])
})

test('keeps the environment to bin/ and configuration, and the console to bin/', () => {
  const source = "import { env } from 'node:process'\nconsole.log(process.env.HOME, env.PATH)\n"

  const complaints = lintFiles({ 'sandbox/app.ts': source, 'sandbox/config.ts': source, 'bin/ob-sandbox.ts': source })

  expect(complaints.map(({ path, rule }) => `${path} ${rule}`).sort()).toEqual([
    'sandbox/app.ts noConsole',
    'sandbox/app.ts noProcessEnv',
    'sandbox/app.ts noProcessEnv',
    'sandbox/config.ts noConsole',
  ])
})
