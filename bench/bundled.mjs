/**
 * Runs a bench as users run the bank: `node bench/bundled.mjs bench/payments/run.ts ...`. It is bundled by the options of the build,
 * for from the sources each function is named anew whenever it is made, which costs a payment as much as many of its steps.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { keepNamesThatAreThere, launchedOptions, requireFromModule } from '../bin/bundle-options.mjs'

const [entry, ...args] = process.argv.slice(2)
const { alias, external, keepNames, minifySyntax, minifyWhitespace, platform, target } = launchedOptions
// beside node_modules, where what is not bundled is looked for
const folder = `.made-bench-${process.pid}`
const file = join(folder, 'bench.mjs')
mkdirSync(folder)
try {
  await build({
    ...{ alias, external, keepNames, minifySyntax, minifyWhitespace, platform, target },
    bundle: true,
    entryPoints: [entry],
    outfile: file,
    format: 'esm',
    conditions: ['source'],
    banner: { js: requireFromModule },
  })
  keepNamesThatAreThere(file)
  process.exitCode = spawnSync(process.execPath, [file, ...args], { stdio: 'inherit' }).status ?? 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
