/**
 * `npm run docs`: the documentation as pages, in `site/`. The pages of the repository are copied as they are, and VitePress makes a
 * site of them; a link that leads nowhere fails the build.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const here = import.meta.dirname
const root = resolve(here, '../..')
const pages = join(here, 'pages')
const copied = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'THIRD-PARTY-NOTICES.md',
  'docs',
  'examples',
]
const npm = (...args) => execFileSync('npm', args, { cwd: here, stdio: 'inherit', shell: process.platform === 'win32' })

if (!existsSync(join(here, 'node_modules/.package-lock.json'))) {
  npm('ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline')
}
rmSync(pages, { recursive: true, force: true })
for (const path of copied) {
  mkdirSync(dirname(join(pages, path)), { recursive: true })
  cpSync(join(root, path), join(pages, path), { recursive: true, filter: (name) => !name.includes('node_modules') })
}
// those that the last test run has taken, where there was one
const taken = join(root, '.made-screenshots')
if (existsSync(taken)) cpSync(taken, join(pages, 'docs/images'), { recursive: true })
npm('run', 'build')
