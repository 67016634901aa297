import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { json, startFakeBank, startSelfDescribingBank } from '#conformance/testing/fake-bank.js'

const folder = mkdtempSync(join(tmpdir(), 'ob-conformance-'))
afterAll(() => rmSync(folder, { recursive: true }))

interface Ended {
  readonly exitCode: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs the built command; `onStart` gets a way to interrupt it. */
function command(args: readonly string[], onStart: (interrupt: () => void) => void = () => {}): Promise<Ended> {
  const child = spawn(process.execPath, ['dist/cli/ob-conformance.js', ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  onStart(() => child.kill('SIGINT'))
  return new Promise((resolve) => child.once('close', (exitCode) => resolve({ exitCode, stdout, stderr })))
}

test('--help fits one screen and ends with two commands to paste', async () => {
  const { exitCode, stdout } = await command(['--help'])

  const lines = stdout.trimEnd().split('\n')
  expect(exitCode).toBe(0)
  expect(lines.length).toBeLessThanOrEqual(24)
  expect(lines.slice(-2).every((line) => line.startsWith('  npx --no ob-conformance '))).toBe(true)
})

test.each([
  [
    ['run', 'none.yaml', '--fast', '--strictness', 'high'],
    ['"--fast"', '"high"', 'no such file'],
  ],
  [['explain', 'XXX-001'], ['"XXX-001"']],
  [['frobnicate'], ['frobnicate']],
  [['run'], ['URL|FILE']],
  [['diff'], ['BEFORE']],
  [['diff', 'none'], ['AFTER']],
  [['merge'], ['DIR']],
  [['merge', 'none', '--fast'], ['--fast']],
  [['verify', 'none'], ['none/report.json']],
  [['explain'], ['ID']],
  [['pages'], ['URL|FILE']],
])('%j ends with 2 and says what is wrong, without a stack trace', async (args, parts) => {
  const { exitCode, stdout, stderr } = await command(args)

  expect(exitCode).toBe(2)
  expect(stdout).toBe('')
  for (const part of parts) expect(stderr).toContain(part)
  expect(stderr).not.toMatch(/^\s+at /m)
  expect(stderr.trimEnd().split('\n').at(-1)).toMatch(/^exit 2: .* Cause: .*\(the configuration\)/)
})

test('a reader that goes away is no failure, and no stack trace', async () => {
  const child = spawn(process.execPath, ['dist/cli/ob-conformance.js', 'list'], { stdio: ['ignore', 'pipe', 'pipe'] })
  let stderr = ''
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  child.stdout.destroy()
  const exitCode = await new Promise((resolve) => child.once('close', resolve))

  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
})

test('an interrupt ends the run with what there is, a report and exit code 3', async () => {
  const bank = await startFakeBank()
  let interrupt = () => {}
  bank.intercept = ({ path, response }) => {
    if (path === '/_sandbox/profile') json(response, 200, bank.profile)
    else interrupt()
    return true
  }
  const output = join(folder, 'report')

  const { exitCode, stdout, stderr } = await command(
    ['run', bank.url, '--only', 'AUT-*', '--reporter', 'list', '--output', output],
    (stop) => {
      interrupt = () => {
        interrupt = () => {}
        stop()
      }
    },
  )
  await bank.close()

  expect(stderr).toContain('Ending the run')
  expect(stdout).toMatch(/could not run/)
  expect(exitCode).toBe(3)
})

/** A script of a shell; `judge` stands for the built command at a bank that is right. */
async function shell(script: string): Promise<{ exitCode: number | null; stderr: string }> {
  const judge = `${process.execPath} dist/cli/ob-conformance.js`
  const child = spawn('bash', ['-c', script.replaceAll('judge', judge)], { stdio: ['ignore', 'ignore', 'pipe'] })
  let stderr = ''
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  return new Promise((resolve) => child.once('close', (exitCode) => resolve({ exitCode, stderr })))
}

const hasFullDisk = existsSync('/dev/full')

test('a reader that goes away is no error, and no failure of the bank', async () => {
  expect(await shell('set -o pipefail; judge list | head -1')).toEqual({ exitCode: 0, stderr: '' })
})

test.runIf(hasFullDisk)('what could not be printed did not end well', async () => {
  const { exitCode, stderr } = await shell('judge list > /dev/full')

  expect(exitCode).toBe(2)
  expect(stderr).toMatch(/^exit 2: .*what was printed could not be written: ENOSPC.*\(the configuration\)\n$/)
})

/** What a terminal of 40 columns is sent, as util-linux gives one to a command. */
function onTerminal(env: Readonly<Record<string, string>>, args: readonly string[]): Promise<string> {
  const line = ['stty cols 40;', process.execPath, 'dist/cli/ob-conformance.js', ...args].join(' ')
  const child = spawn('script', ['-qec', line, '/dev/null'], { env: { PATH: process.env.PATH, ...env } })
  let text = ''
  child.stdout.on('data', (chunk) => {
    text += chunk
  })
  return new Promise((resolve) => child.once('close', () => resolve(text)))
}

describe.runIf(existsSync('/usr/bin/script'))('on a terminal of 40 columns', () => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is what is looked for
  const escapes = (text: string) => [...text.matchAll(/\u001b\[[\d;]*[A-Za-z]/g)].map(([code]) => code)
  const run = async (env: Readonly<Record<string, string>>) => {
    const bank = await startSelfDescribingBank()
    const output = join(folder, `terminal-${Object.values(env).join('-')}`)
    const flags = ['--only', 'AAC-001', '--journeys', 'headless', '--reporter', 'list', '--output', output]
    const text = await onTerminal(env, ['run', bank.url, ...flags])
    await bank.close()
    expect(text).toMatch(/exit 1: /)
    return text
  }

  test('there are no escape codes where it has none (TERM=dumb)', async () => {
    expect(escapes(await run({ TERM: 'dumb' }))).toEqual([])
  })

  test('there is no colour where nobody wants any (NO_COLOR), and no redrawn line that breaks', async () => {
    const text = await run({ TERM: 'xterm', NO_COLOR: '1' })
    const redrawn = text.split('\r\u001b[2K').slice(1, -1)

    expect(new Set(escapes(text))).toEqual(new Set(['\u001b[2K']))
    expect(redrawn.length).toBeGreaterThan(0)
    expect(redrawn.filter((line) => line.length >= 40)).toEqual([])
  })
})
