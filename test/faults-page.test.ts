import { test } from 'vitest'
import { faultsPage } from './faults-page.js'
import { expectGenerated } from './generated-page.js'

test('is what docs/faults.md says (npm run docs:write brings it up to date)', async () => {
  await expectGenerated('faults.md', faultsPage())
})
