import { test } from 'vitest'
import { expectGenerated } from './generated-page.js'
import { variationsPage } from './variations-page.js'

test('is what docs/variations.md says (npm run docs:write brings it up to date)', async () => {
  await expectGenerated('variations.md', variationsPage())
})
