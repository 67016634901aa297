/**
 * The last step of the build: puts each command and what it needs into a few files, so that starting it reads a few files
 * and not a thousand (docs/decisions/0007). What is rarely needed is not bundled and is loaded on demand. Then the bank is started
 * once, so that what V8 has compiled is kept for the next starts (docs/decisions/0128).
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { build } from 'esbuild'
import { bundleOptions, keepNamesThatAreThere, launchedOptions, launcherOptions } from './bundle-options.mjs'

const [{ metafile }] = await Promise.all([build(launchedOptions), build(bundleOptions)])
const bundle = Object.keys(metafile.outputs)[0]
keepNamesThatAreThere(bundle)
await build(launcherOptions(basename(bundle)))
chmodSync('dist/cli/ob-sandbox.js', 0o755)

const kept = `${bundle}.${process.version}-${process.arch}.cache`
const bank = spawn(process.execPath, ['dist/cli/ob-sandbox.js', 'start', '--port', '0'], { stdio: 'ignore' })
const ended = once(bank, 'exit')
for (let waited = 0; !existsSync(kept) && bank.exitCode === null && waited < 20_000; waited += 50) await wait(50)
bank.kill('SIGTERM')
await ended
