/** What the two commands are bundled with: read by the build, and by the page of third-party notices. */
import { readFileSync, writeFileSync } from 'node:fs'
import { lighterLibraries } from './lighter-libraries.mjs'

export const requireFromModule = `import { createRequire as createRequireOf } from 'node:module'
const require = createRequireOf(import.meta.url)
const __dirname = import.meta.dirname
const __filename = import.meta.filename`

const common = {
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  minifySyntax: true,
  minifyWhitespace: true,
  // oidc-provider names its records after its classes
  keepNames: true,
  // of Koa, which knows 2,500 types, twice
  alias: { 'mime-types': './bin/media-types.cjs' },
  external: ['@fastify/swagger-ui', 'node-forge', 'pg', 'playwright', 'playwright-core'],
  logLevel: 'warning',
}

/** The judge, and what else is bundled as modules. */
export const bundleOptions = {
  ...common,
  entryPoints: ['dist/bin/ob-conformance.js'],
  outdir: 'dist/cli',
  splitting: true,
  format: 'esm',
  banner: { js: requireFromModule },
}

/**
 * The bank, as one function in one file, which `bin/launch.ts` runs (docs/decisions/0128). It is of ASCII alone: other texts take
 * V8 twice the memory. Its name changes with what is in it: V8 tells code that was kept for another bundle by the length alone.
 */
export const launchedOptions = {
  ...common,
  entryPoints: ['dist/bin/ob-sandbox.js'],
  outdir: 'dist/cli',
  entryNames: '[name]-[hash]',
  outExtension: { '.js': '.cjs' },
  format: 'cjs',
  supported: { 'dynamic-import': false, 'template-literal': false },
  legalComments: 'none',
  define: {
    'import.meta.url': 'moduleUrl',
    'import.meta.dirname': '__dirname',
    'import.meta.filename': '__filename',
  },
  banner: {
    js: "(function (require, module, __filename, __dirname) { const moduleUrl = require('node:url').pathToFileURL(__filename).href; let exports = module.exports;",
  },
  footer: { js: '})' },
  plugins: [lighterLibraries],
  metafile: true,
}

/** The file that is called: it knows the name of the bundle. */
export const launcherOptions = (bundle) => ({
  entryPoints: { 'ob-sandbox': 'dist/bin/launch.js' },
  outdir: 'dist/cli',
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  format: 'esm',
  define: { bundleName: JSON.stringify(bundle) },
  logLevel: 'warning',
})

/** esbuild defines the name of every function anew, each time that one is made; nearly all have it already. */
export function keepNamesThatAreThere(file) {
  const define = '__name=(target,value)=>__defProp('
  const [before, after, ...more] = readFileSync(file, 'latin1').split(define)
  if (after === undefined || more.length > 0) throw new Error(`${file} does not name functions by ${define}`)
  const defineOther = '__name=(target,value)=>target.name===value?target:__defProp('
  writeFileSync(file, before + defineOther + after, 'latin1')
}
