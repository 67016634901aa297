/**
 * Tools of the tests that have a folder and a lock file of their own (docs/decisions/0163).
 *
 * @module
 */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Installs what the lock file of a folder names, unless it is there. */
export async function installIn(folder: string): Promise<void> {
  if (existsSync(join(folder, 'node_modules/.package-lock.json'))) return
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline']
  await promisify(execFile)('npm', ['ci', ...options], { cwd: folder })
}
