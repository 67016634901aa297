/**
 * `npm run browser`: installs a browser for the journeys where there is none. Prints nothing when there is one.
 *
 * @module
 */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { ensureBrowser } from '#conformance/journeys/install-browser.js'
import { isRoot, locateBrowser } from '#conformance/journeys/launch-browser.js'

function run(command: string, args: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], shell: process.platform === 'win32' })
    child.once('error', () => resolve(false))
    child.once('close', (code) => resolve(code === 0))
  })
}

try {
  const path = await ensureBrowser({
    locate: () => locateBrowser(process.env),
    run,
    print: (line) => void process.stderr.write(`${line}\n`),
    isRoot: isRoot(),
    hasApt: existsSync('/usr/bin/apt-get'),
  })
  process.exitCode = path === undefined ? 1 : 0
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}
