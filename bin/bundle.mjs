/**
 * The last step of the build: puts each command and what it needs into a few files, so that starting it reads a few files
 * and not a thousand (docs/decisions/0007). What is rarely needed stays outside and is loaded when it is.
 */
import { build } from 'esbuild'

const requireFromModule = `import { createRequire as createRequireOf } from 'node:module'
const require = createRequireOf(import.meta.url)
const __dirname = import.meta.dirname
const __filename = import.meta.filename`

await build({
  entryPoints: ['dist/bin/ob-sandbox.js', 'dist/bin/ob-conformance.js'],
  outdir: 'dist/cli',
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  minifySyntax: true,
  minifyWhitespace: true,
  // oidc-provider names its records after its classes
  keepNames: true,
  external: ['@fastify/swagger', '@fastify/swagger-ui', 'pg', 'playwright', 'playwright-core'],
  banner: { js: requireFromModule },
  logLevel: 'warning',
})
