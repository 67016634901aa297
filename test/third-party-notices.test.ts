import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { expectGenerated } from './generated-page.js'
import { bundledPackages, thirdPartyNotices } from './third-party-notices.js'

const permissive = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'MIT or MPL-2.0']

test('is what THIRD-PARTY-NOTICES.md says (npm run docs:write brings it up to date)', async () => {
  await expectGenerated('../THIRD-PARTY-NOTICES.md', await thirdPartyNotices())
}, 60_000)

test('only packages that may be passed on with the Apache licence are bundled', async () => {
  const folders = await bundledPackages()
  const licences = folders.map((folder) => {
    const file = resolve(import.meta.dirname, '..', folder, 'package.json')
    return [folder, (JSON.parse(readFileSync(file, 'utf8')) as { license: string }).license] as const
  })

  expect(folders).toContain('node_modules/fastify')
  expect(licences.filter(([, licence]) => !permissive.includes(licence))).toEqual([])
}, 60_000)
