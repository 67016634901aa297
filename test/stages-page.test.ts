import { expect, test } from 'vitest'
import { expectGenerated } from './generated-page.js'
import { stagesPage, unexplainedStages } from './stages-page.js'

test('is what docs/stages.md says (npm run docs:write brings it up to date)', async () => {
  await expectGenerated('stages.md', stagesPage())
})

test('says what every stage is', () => {
  expect(unexplainedStages()).toEqual([])
})
