import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe } from 'vitest'
import { testTellingKills } from './crash/telling-kills.js'

describe('a bank on lowdb that is killed while it notifies', () => {
  testTellingKills(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ob-telling-'))
    const remove = async () => rmSync(folder, { recursive: true, force: true })
    return { name: `lowdb:${folder}`, isShared: false, remove }
  })
})
