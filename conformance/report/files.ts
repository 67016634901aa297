/**
 * Writes report files atomically.
 *
 * @module
 */
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** The file each reporter writes into the folder of the run. */
export const reportFiles = {
  json: 'report.json',
  junit: 'junit.xml',
  html: 'index.html',
  markdown: 'summary.md',
  ndjson: 'transcript.ndjson',
} as const

/** Makes a folder with those above it. Node's recursive `mkdir` never ends where a file system takes no folder, as `/proc` does. */
async function makeFolder(folder: string): Promise<void> {
  const isThere = () =>
    stat(folder).then(
      (found) => found.isDirectory(),
      () => false,
    )
  if (await isThere()) return
  if (dirname(folder) !== folder) await makeFolder(dirname(folder))
  try {
    await mkdir(folder)
  } catch (error) {
    // another reporter was first
    if (!(await isThere())) throw error
  }
}

/**
 * Writes to a temporary name and renames, so that a reader finds the old file or the new one, never an incomplete one.
 *
 * @returns Path of the file.
 * @throws {Error} When the folder cannot be made or written; no incomplete file is left.
 */
export async function writeWhole(folder: string, name: string, content: string | Iterable<string>): Promise<string> {
  await makeFolder(folder)
  const path = join(folder, name)
  const beside = `${path}.${process.pid}.tmp`
  try {
    await writeFile(beside, content)
    await rename(beside, path)
  } catch (error) {
    await rm(beside, { force: true })
    throw error
  }
  return path
}

/**
 * Takes the reports of an earlier run out of the folder, so that nobody takes them for those of a run that ends early, and tries
 * whether the folder can be written.
 *
 * @throws {Error} When it cannot.
 */
export async function emptyFolder(folder: string): Promise<void> {
  await makeFolder(folder)
  await Promise.all(Object.values(reportFiles).map((name) => rm(join(folder, name), { force: true })))
  const trial = join(folder, `.${process.pid}.tmp`)
  await writeFile(trial, '')
  await rm(trial)
}
