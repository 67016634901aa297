/** What the container image is built from, run as the image would run it, as far as a machine without a container engine allows. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../..')

let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ob-image-'))
  await run(process.execPath, ['bin/image.mjs', join(folder, 'image')], { cwd: root })
}, 300_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const dockerfile = () => readFileSync(join(folder, 'image/Dockerfile'), 'utf8')

/** The words of an instruction that is a list. */
const words = (instruction: string): string[] =>
  JSON.parse(new RegExp(`^${instruction} (\\[.*\\])$`, 'm').exec(dockerfile())?.[1] ?? '[]')

test('copies what is there, needs no network, and is not run by root', () => {
  const lines = dockerfile()
    .split('\n')
    .filter((line) => /^[A-Z]+ /.test(line))
  const instructions = lines.map((line) => line.split(' ')[0])

  expect(instructions[0]).toBe('FROM')
  expect(lines.filter((line) => /npm|curl|apt-get|^ADD /.test(line))).toEqual([])
  expect(
    lines
      .filter((line) => line.startsWith('COPY'))
      .every((line) => existsSync(join(folder, 'image', line.split(' ')[1] ?? ''))),
  ).toBe(true)
  expect(lines).toContain('USER node')
  expect(existsSync(join(folder, 'image/app/node_modules/playwright'))).toBe(false)
})

test('as process 1 it answers, passes its health check, keeps its store and ends at SIGTERM', async () => {
  const app = join(folder, 'image/app')
  const data = join(folder, 'data')
  mkdirSync(data)
  const port = String(20_000 + Math.floor(Math.random() * 20_000))
  const [, ...entry] = words('ENTRYPOINT')
  const start = words('CMD').map((word) => (word === '8080' ? port : word === 'lowdb:/data' ? `lowdb:${data}` : word))
  const isolated = await run('unshare', ['--pid', '--fork', '--mount-proc', 'true']).then(
    () => true,
    () => false,
  )
  const command = [process.execPath, ...entry, ...start]
  const bank = isolated
    ? spawn('unshare', ['--pid', '--fork', '--mount-proc', '--kill-child=SIGTERM', ...command], { cwd: app })
    : spawn(command[0] as string, command.slice(1), { cwd: app })
  let printed = ''
  bank.stdout.on('data', (chunk) => {
    printed += chunk
  })
  const ended = new Promise<number | null>((done) => bank.once('exit', done))
  const health = () =>
    run(process.execPath, words('HEALTHCHECK.* CMD').slice(1), { cwd: app, env: { ...process.env, PORT: port } }).then(
      () => true,
      () => false,
    )
  expect(await health()).toBe(false)
  while (!printed.includes('Judge the bank') && bank.exitCode === null)
    await new Promise((wait) => setTimeout(wait, 100))
  const isWell = await health()
  const token = /control .* token (\S+)/.exec(printed)?.[1]
  const clock = await fetch(`http://127.0.0.1:${port}/_sandbox/clock`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const [, pid = String(bank.pid)] = isolated
    ? (/^(\d+)/m.exec((await run('pgrep', ['-P', String(bank.pid)])).stdout) ?? [])
    : []
  process.kill(Number(pid), 'SIGTERM')

  expect(isWell).toBe(true)
  expect(clock.status).toBe(200)
  expect(await ended).toBe(0)
  expect(readdirSync(data).length).toBeGreaterThan(1)
}, 120_000)

/** The files of compiled code beside the command. */
const keptFiles = () => {
  const cli = join(folder, 'image/app/node_modules/open-banking-testbed/dist/cli')
  return readdirSync(cli)
    .filter((name) => name.includes('.cache'))
    .map((name) => join(cli, name))
}

/** Starts the bank, asks it for its people, and ends it once `until` is true. */
async function startUntil(until: () => boolean): Promise<number> {
  const command = join(folder, 'image/app/node_modules/open-banking-testbed/dist/cli/ob-sandbox.js')
  const bank = spawn(process.execPath, [command, 'start', '--port', '0', '--json'])
  const ended = new Promise((done) => bank.once('exit', done))
  const [line] = (await once(createInterface(bank.stdout), 'line')) as [string]
  const { status } = await fetch(`${(JSON.parse(line) as { url: string }).url}/_sandbox`)
  await vi.waitUntil(until, { timeout: 30_000, interval: 50 })
  bank.kill('SIGTERM')
  expect(await ended).toBe(0)
  return status
}

test('what was compiled at the first start is kept, whole, for the next', async () => {
  for (const file of keptFiles()) rmSync(file)
  await startUntil(() => keptFiles().length > 0)
  const [kept = ''] = keptFiles()
  const { mtimeMs, size } = statSync(kept)

  expect(kept).toMatch(new RegExp(`\\.cjs\\.${process.version}-${process.arch}\\.cache$`))
  expect(size).toBeGreaterThan(1_000_000)
  expect(await startUntil(() => true)).toBe(200)
  expect(statSync(kept).mtimeMs).toBe(mtimeMs)
}, 120_000)

test.each([
  ['is damaged', (kept: string) => writeFileSync(kept, 'of another version')],
  ['cannot be read or written', (kept: string) => mkdirSync(kept)],
])(
  'a bank starts where what was kept %s',
  async (_, damage) => {
    const [kept = ''] = keptFiles()
    rmSync(kept, { recursive: true })
    damage(kept)

    expect(await startUntil(() => true)).toBe(200)
    expect(keptFiles()).toEqual([kept])
  },
  120_000,
)

test('an installation without what builds leaves what is built alone', async () => {
  const { stdout } = await run(
    process.execPath,
    [
      '-e',
      `
    const { mkdirSync, copyFileSync, writeFileSync } = require('node:fs')
    mkdirSync('bin'); mkdirSync('dist'); writeFileSync('dist/mark', 'built')
    copyFileSync(${JSON.stringify(join(root, 'bin/prepare.mjs'))}, 'bin/prepare.mjs')
    const { spawnSync } = require('node:child_process')
    const { status, stderr } = spawnSync(process.execPath, ['bin/prepare.mjs'], { encoding: 'utf8' })
    console.log(JSON.stringify({ status, stderr, mark: require('node:fs').readFileSync('dist/mark', 'utf8') }))
  `,
    ],
    { cwd: mkdtempSync(join(folder, 'prepare-')) },
  )

  expect(JSON.parse(stdout)).toEqual({ status: 0, stderr: expect.stringContaining('Nothing was built'), mark: 'built' })
})
