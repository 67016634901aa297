import { expect, test } from 'vitest'
import { stateMachines } from '#standard/index.js'
import { expectGenerated } from './generated-page.js'
import { diagram, paymentsPage } from './payments-page.js'

test('is what docs/payments.md says (npm run docs:write brings it up to date)', async () => {
  await expectGenerated('payments.md', paymentsPage())
})

test('draws every move of every machine of payments', () => {
  const { accountAccessConsent: _, ...machines } = stateMachines
  const page = paymentsPage()

  for (const machine of Object.values(machines)) {
    expect(page).toContain(diagram(machine))
    expect(diagram(machine).match(/: /g)).toHaveLength(machine.moves.length)
  }
})
