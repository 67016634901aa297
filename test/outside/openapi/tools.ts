/**
 * The tools that check the documents, in a folder of their own with a lock file of their own: installed when they are first needed.
 *
 * @module
 */
import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { installIn } from '../install-in.js'

const run = promisify(execFile)
export const folder = join(import.meta.dirname, 'tools')
const require = createRequire(join(folder, 'package.json'))

export const installTools = (): Promise<void> => installIn(folder)

/** A module of the tools. */
export const tool = async <Module>(name: string): Promise<Module> => import(require.resolve(name)) as Promise<Module>

/** Runs a command of the tools; what it complained about when it fails. */
export async function runTool(command: string, ...args: string[]): Promise<string> {
  const path = join(folder, 'node_modules/.bin', command)
  const failed = ({ stdout, stderr }: { stdout: string; stderr: string }) => ({ stdout: '', stderr: stdout + stderr })
  const { stderr } = await run(path, args, { cwd: folder }).catch(failed)
  return stderr
}
