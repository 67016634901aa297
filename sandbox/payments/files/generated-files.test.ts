import { expect, test } from 'vitest'
import { openTestBank } from '../../testing/test-bank.js'
import { runFiles } from '../testing/files-campaign.js'

test('generated files are taken when they are lawful, and refused with a place when they are broken', {
  timeout: 60_000,
}, async () => {
  const bank = await openTestBank()
  const { lawful, broken, mistakes } = await runFiles(bank, 150, 7)
  await bank.close()

  expect(mistakes).toEqual([])
  expect(lawful).toBeGreaterThan(40)
  expect(broken).toBeGreaterThan(40)
})
