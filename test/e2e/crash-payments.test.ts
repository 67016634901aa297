import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe } from 'vitest'
import { testPayingKills } from './crash/paying-kills.js'

describe('a bank on lowdb that is killed', () => {
  testPayingKills(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ob-paying-'))
    const remove = async () => rmSync(folder, { recursive: true, force: true })
    return { name: `lowdb:${folder}`, isShared: false, remove }
  })
})
