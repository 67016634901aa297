import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** What a request passed through. */
interface Way {
  readonly status: number
  readonly files: readonly string[]
}

let folder: string
let ways: { readonly read: Way; readonly create: Way }
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'files-on-the-way-'))
  const script = join(import.meta.dirname, 'files-on-the-way.mjs')
  const { stdout } = await promisify(execFile)(process.execPath, [script, join(folder, 'store')])
  ways = JSON.parse(stdout)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('a reader of GET transactions opens at most 18 files, from route to socket', () => {
  const { status, files } = ways.read

  expect(status).toBe(200)
  expect(files).toContain('account-information/transactions.ts')
  expect(files.length, files.join('\n')).toBeLessThanOrEqual(18)
})

test('a reader of the creation of a consent opens at most 21 files, from route to disk', () => {
  const { status, files } = ways.create

  expect(status).toBe(201)
  expect(files).toContain('store/lowdb/journal.ts')
  expect(files.length, files.join('\n')).toBeLessThanOrEqual(21)
})
