import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { emptyFolder, writeWhole } from './files.js'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'report-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('makes the folder and replaces the old file', async () => {
  const deep = join(folder, 'a', 'b')

  await writeWhole(deep, 'x.txt', 'old')
  const path = await writeWhole(deep, 'x.txt', ['ne', 'w'])

  expect(await readFile(path, 'utf8')).toBe('new')
  expect(await readdir(deep)).toEqual(['x.txt'])
})

test('leaves the old file and nothing else when writing breaks off', async () => {
  await writeWhole(folder, 'x.txt', 'old')
  function* broken() {
    yield 'half'
    throw new Error('broke off')
  }

  await expect(writeWhole(folder, 'x.txt', broken())).rejects.toThrow('broke off')

  expect(await readFile(join(folder, 'x.txt'), 'utf8')).toBe('old')
  expect(await readdir(folder)).toEqual(['x.txt'])
})

test('leaves nothing behind when the name is taken by a folder', async () => {
  await mkdir(join(folder, 'x.txt', 'inside'), { recursive: true })

  await expect(writeWhole(folder, 'x.txt', 'new')).rejects.toThrow()

  expect(await readdir(folder)).toEqual(['x.txt'])
})

test('a folder that cannot be made is said, with those above it too', async () => {
  await expect(emptyFolder('/proc/nowhere/report')).rejects.toThrow(/nowhere/)
})
