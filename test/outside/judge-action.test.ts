/** The action of the examples: its own line, run in a shell as the pipeline runs it, against a right bank and a faulty one. */
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { type Sandbox, startSandbox } from '#sandbox/index.js'

const root = resolve(import.meta.dirname, '../..')
const readExample = (file: string) => parse(readFileSync(join(root, 'examples', file), 'utf8'))

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>
  readonly runs: {
    readonly steps: readonly {
      readonly id?: string
      readonly run?: string
      readonly env?: Readonly<Record<string, string>>
    }[]
  }
}

const action = readExample('judge-action/action.yml') as Action
const folders: string[] = []
let bank: Sandbox

beforeAll(async () => {
  bank = await startSandbox()
})

afterAll(async () => {
  await bank?.close()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** Runs the step that judges, with these inputs. The commands are found from the repository; the report is written beside. */
async function judge(inputs: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'judge-action-'))
  folders.push(folder)
  const step = action.runs.steps.find(({ id }) => id === 'run')
  const inputOf = (input: string) => inputs[input] ?? action.inputs[input]?.default ?? ''
  const env = Object.fromEntries(
    Object.entries(step?.env ?? {}).map(([name, value]) => [
      name,
      value.replaceAll(/\$\{\{ inputs\.(\w+) \}\}/g, (_, input: string) => inputOf(input)),
    ]),
  )
  const summary = join(folder, 'summary.md')
  const script = (step?.run ?? '').replace('--output report', `--output ${folder}/report`)
  const ended = await shell(script, { ...env, GITHUB_STEP_SUMMARY: summary })
  return { ...ended, folder, summary: readFileSync(summary, 'utf8'), reports: readdirSync(join(folder, 'report')) }
}

/** Runs a script as the pipeline runs it, from the repository. */
function shell(script: string, env: Readonly<Record<string, string>> = {}) {
  return new Promise<{ code: number; stdout: string }>((done) => {
    const child = execFile(
      'bash',
      ['-e', '-c', script],
      { cwd: root, env: { ...process.env, ...env }, timeout: 100_000 },
      (_, stdout) => done({ code: child.exitCode ?? -1, stdout }),
    )
  })
}

/** Few: it is the action that is tried, and not the bank. */
const chosen = { journeys: 'headless', options: '--only ACC --wanted' }

test('ends with 0 for a right bank, and leaves a summary and reports', async () => {
  const { code, summary, reports } = await judge({ bank: bank.url, ...chosen })

  expect(code).toBe(0)
  expect(summary).toContain('pass')
  expect(reports).toEqual(expect.arrayContaining(['report.json', 'junit.xml', 'index.html']))
}, 120_000)

test('ends with 1 for a faulty bank, and notes the cause', async () => {
  await bank.faults.set([{ id: 'interaction-id-missing' }])
  const { code, stdout } = await judge({ bank: bank.url, ...chosen })
  await bank.faults.set([])

  expect(code).toBe(1)
  expect(stdout).toMatch(/^::error .*x-fapi-interaction-id/m)
}, 120_000)

interface Step {
  readonly id?: string
  readonly run?: string
  readonly uses?: string
  readonly with?: Readonly<Record<string, string>>
}

const { jobs } = readExample('judge-workflow.yml') as Record<
  'jobs',
  Record<'parts' | 'merge', { readonly steps: readonly Step[] }>
>

test('parts of a run end well, whose merge ends with 0 for a right bank, and not without one of them', async () => {
  const parts = []
  for (const shard of ['1/2', '2/2']) parts.push(await judge({ bank: bank.url, ...chosen, shard }))
  const line = jobs.merge.steps.find(({ id }) => id === 'merge')?.run ?? ''
  const [first, second] = parts.map(({ folder }) => `${folder}/report`)
  const ofBoth = line.replace('parts/*', `${first} ${second}`).replace('--output report', `--output ${first}-of-all`)

  expect(parts.map(({ code }) => code)).toEqual([0, 0])
  expect(parts[0]?.stdout).toContain('part 1 of 2')
  expect(await shell(ofBoth)).toMatchObject({ code: 0, stdout: expect.stringContaining('exit 0: ') })
  expect((await shell(ofBoth.replace(` ${second}`, ''))).code).toBe(2)
}, 240_000)

test('a part of a run at a faulty bank ends with 1', async () => {
  await bank.faults.set([{ id: 'interaction-id-missing' }])
  const { code } = await judge({ bank: bank.url, ...chosen, shard: '1/2' })
  await bank.faults.set([])

  expect(code).toBe(1)
}, 120_000)

test('the workflow uses the action with inputs that it has', () => {
  const used = jobs.parts.steps.find(({ uses }) => uses?.endsWith('/judge-bank'))

  expect(Object.keys(used?.with ?? {})).not.toEqual([])
  expect(Object.keys(used?.with ?? {}).filter((input) => !(input in action.inputs))).toEqual([])
})
