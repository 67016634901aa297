/**
 * Writes report files atomically.
 *
 * @module
 */
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The file each reporter writes into the folder of the run. */
export const reportFiles = {
  json: 'report.json',
  junit: 'junit.xml',
  html: 'index.html',
  ndjson: 'transcript.ndjson',
} as const

/**
 * Writes to a temporary name and renames, so that a reader finds the old file or the new one, never an incomplete one.
 *
 * @returns Path of the file.
 * @throws {Error} When the folder cannot be made or written; no incomplete file is left.
 */
export async function writeWhole(folder: string, name: string, content: string | Iterable<string>): Promise<string> {
  await mkdir(folder, { recursive: true })
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
