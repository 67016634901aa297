/**
 * The scripts that tests start as processes of their own, each built into one file: from the sources a process needs seconds to start.
 *
 * @module
 */
import { rm } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { build } from 'esbuild'
import { bundleOptions } from '../bin/bundle-options.mjs'

const scripts = [
  'crash/writer',
  'crash/payer',
  'crash/pay-on',
  'crash/tell-on',
  'crash/full-disk',
  'crash/list-consents',
  'owners/opener',
]

/** Within the package, so that what is built finds the files that it reads. */
const folder = resolve(import.meta.dirname, '../.ob-scripts')

/** The path of a script that was built, such as `writer`. */
export const scriptPath = (name: string): string => join(folder, `${name}.js`)

/** Set once they are built: two projects of tests start them. */
const mark = 'OB_SCRIPTS_BUILT'

/** Builds them, before the tests of a project begin. */
export async function setup(): Promise<void> {
  if (process.env[mark]) return
  process.env[mark] = 'yes'
  await rm(folder, { recursive: true, force: true })
  await build({
    ...bundleOptions,
    entryPoints: scripts.map((script) => ({ in: `test/e2e/${script}.ts`, out: basename(script) })),
    outdir: folder,
    conditions: ['source'],
  })
}
