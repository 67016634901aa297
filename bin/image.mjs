/**
 * `npm run image:files`: everything a container image is built from, in `release/image/`: the packed package, installed with what it
 * needs at run time, and the Dockerfile. Building the image then needs no network but for its base.
 */
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const folder = resolve(process.argv[2] ?? 'release/image')
const app = join(folder, 'app')
const npm = (args, cwd) => execFileSync('npm', args, { cwd, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })

rmSync(folder, { recursive: true, force: true })
mkdirSync(app, { recursive: true })
const [{ filename }] = JSON.parse(npm(['pack', '--json', '--ignore-scripts', '--pack-destination', folder]))
writeFileSync(join(app, 'package.json'), '{ "private": true, "type": "module" }\n')
npm(
  ['install', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', join(folder, filename)],
  app,
)
// the judge's browser is no part of the bank
for (const name of ['playwright', 'playwright-core'])
  rmSync(join(app, 'node_modules', name), { recursive: true, force: true })
copyFileSync('bin/container/healthcheck.mjs', join(app, 'healthcheck.mjs'))
copyFileSync('bin/container/Dockerfile', join(folder, 'Dockerfile'))
process.stdout.write(`${folder}\n`)
