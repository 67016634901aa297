/**
 * The last step of the build: puts each command and what it needs into a few files, so that starting it reads a few files
 * and not a thousand (docs/decisions/0007). What is rarely needed is not bundled and is loaded on demand.
 */
import { build } from 'esbuild'
import { bundleOptions } from './bundle-options.mjs'

await build(bundleOptions)
