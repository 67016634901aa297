import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type FakeBank, startSelfDescribingBank } from '../testing/fake-bank.js'
import { type RecordFlags, recordCommand } from './record.js'

let bank: FakeBank
let folder: string

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'record-'))
  bank = await startSelfDescribingBank()
})

afterEach(async () => {
  rmSync(folder, { recursive: true })
  await bank.close()
})

const record = (flags: RecordFlags, env: Readonly<Record<string, string>> = {}) => {
  const signal = AbortSignal.timeout(10_000)
  const terminal = { stdout: () => {}, stderr: () => {}, isTerminal: false, env, now: Date.now, signal }
  return recordCommand(bank.url, { output: join(folder, 'pages.yaml'), ...flags }, terminal)
}

test('leaves a file alone that is there', async () => {
  const file = join(folder, 'pages.yaml')
  writeFileSync(file, 'mine')

  await expect(record({})).rejects.toThrow(/expected a file that is not there yet/)
  expect(readFileSync(file, 'utf8')).toBe('mine')
  expect(bank.consents.size).toBe(0)
})

test('says every mistake of its flags together', async () => {
  const flags = { locale: 'english!', minutes: 'soon', unknownArguments: ['--quick'] }

  await expect(record(flags)).rejects.toThrow(/--locale[\s\S]*--minutes[\s\S]*--quick/)
  expect(bank.consents.size).toBe(0)
})

test.each([
  ['no folder', { output: '/nowhere/at/all/pages.yaml' }, {}, /FILE: expected a folder that can be written to/],
  ['no such browser', { headless: true }, { OB_BROWSER: '/nowhere/chromium' }, /OB_BROWSER: expected the path/],
] as const)('names what is missing, and writes nothing: %s', async (_name, flags, env, message) => {
  await expect(record(flags, env)).rejects.toThrow(message)
  expect(readdirSync(folder)).toEqual([])
})

test.runIf(process.platform === 'linux')('needs a display for its window', async () => {
  await expect(record({})).rejects.toThrow(/expected pages to go through, received there is no display/)
  expect(bank.consents.size).toBe(0)
})
