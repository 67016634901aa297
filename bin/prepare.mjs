/**
 * Builds after an installation, where what builds was installed: `npm ci --omit=dev` leaves `dist/` as it is.
 */
import { execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const isThere = (name) => {
  try {
    require.resolve(name)
    return true
  } catch {
    return false
  }
}

if (['typescript/package.json', 'esbuild'].every(isThere)) {
  execFileSync('npm', ['run', 'build'], { stdio: 'inherit', shell: process.platform === 'win32' })
} else {
  process.stderr.write('Nothing was built: typescript and esbuild are not installed.\n')
}
