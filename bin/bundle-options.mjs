/** What the two commands are bundled with: read by the build, and by the page of third-party notices. */
const requireFromModule = `import { createRequire as createRequireOf } from 'node:module'
const require = createRequireOf(import.meta.url)
const __dirname = import.meta.dirname
const __filename = import.meta.filename`

export const bundleOptions = {
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
  external: ['@fastify/swagger-ui', 'node-forge', 'pg', 'playwright', 'playwright-core'],
  banner: { js: requireFromModule },
  logLevel: 'warning',
}
