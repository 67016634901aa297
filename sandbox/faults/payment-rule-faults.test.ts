import { expect, test } from 'vitest'
import { paymentFamily } from '#standard/index.js'
import { paymentRuleFaults } from './payment-rule-faults.js'

test.each([
  ['USD', true],
  ['XXX', false],
])('a bank that takes any currency takes %s: %s, for one that there is not has no amounts', (currency, isTaken) => {
  const { takesCurrency } = paymentRuleFaults['payment-amount-unchecked'].replaces()

  expect(takesCurrency(paymentFamily('domestic-payment'), currency)).toBe(isTaken)
})
