import { expect, test } from 'vitest'
import { accessFaults } from './access-faults.js'
import { accountFaults } from './account-faults.js'
import { answerFaults } from './answer-faults.js'
import { availabilityFaults } from './availability-faults.js'
import { balanceFaults } from './balance-faults.js'
import { cancellationFaults } from './cancellation-faults.js'
import { consentFaults } from './consent-faults.js'
import { eventFaults } from './event-faults.js'
import { exchangeFaults } from './exchange-faults.js'
import { fileFaults } from './file-faults.js'
import { identityFaults } from './identity-faults.js'
import { pageFaults } from './page-faults.js'
import { paymentFaults } from './payment-faults.js'
import { paymentHeaderFaults } from './payment-header-faults.js'
import { paymentRuleFaults } from './payment-rule-faults.js'
import { postingFaults } from './posting-faults.js'
import { productFaults } from './product-faults.js'
import { pushFaults } from './push-faults.js'
import { readFaults } from './read-faults.js'
import { faultIds, faults } from './registry.js'
import { statusFaults } from './status-faults.js'
import { timeFaults } from './time-faults.js'
import { transactionFaults } from './transaction-faults.js'

test('no two faults have one name or one title', () => {
  const names = [
    answerFaults,
    exchangeFaults,
    statusFaults,
    availabilityFaults,
    consentFaults,
    accountFaults,
    identityFaults,
    readFaults,
    balanceFaults,
    transactionFaults,
    pageFaults,
    productFaults,
    accessFaults,
    paymentFaults,
    cancellationFaults,
    fileFaults,
    paymentRuleFaults,
    paymentHeaderFaults,
    postingFaults,
    timeFaults,
    eventFaults,
    pushFaults,
  ].flatMap(Object.keys)
  const titles = Object.values(faults).map(({ title }) => title)

  expect([...names].sort()).toEqual([...faultIds].sort())
  expect(new Set(titles).size).toBe(titles.length)
})
