/**
 * `npm run release:files`: what is published, in `release/`: the package, an SBOM of everything that it installs (CycloneDX),
 * and their checksums.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = 'release'
const npm = (...args) => execFileSync('npm', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder)
const [{ filename }] = JSON.parse(npm('pack', '--json', '--ignore-scripts', '--pack-destination', folder))
const sbom = JSON.parse(npm('sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only'))
// npm names it after the folder of the clone
sbom.metadata.component.name = JSON.parse(readFileSync('package.json', 'utf8')).name
writeFileSync(join(folder, filename.replace(/\.tgz$/, '.cdx.json')), `${JSON.stringify(sbom, null, 2)}\n`)

const sums = readdirSync(folder)
  .sort()
  .map(
    (name) =>
      `${createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex')}  ${name}\n`,
  )
writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''))
