/**
 * Every deliberate fault of the bank. TPPs test against them, and the conformance suite is tested with them.
 *
 * @module
 */
import { accessFaults } from './access-faults.js'
import { accountFaults } from './account-faults.js'
import { answerFaults } from './answer-faults.js'
import { availabilityFaults } from './availability-faults.js'
import { balanceFaults } from './balance-faults.js'
import { cancellationFaults } from './cancellation-faults.js'
import { consentFaults } from './consent-faults.js'
import { eventFaults } from './event-faults.js'
import { exchangeFaults } from './exchange-faults.js'
import type { Fault } from './fault.js'
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
import { statusFaults } from './status-faults.js'
import { timeFaults } from './time-faults.js'
import { transactionFaults } from './transaction-faults.js'

const registry = {
  ...answerFaults,
  ...statusFaults,
  ...availabilityFaults,
  ...consentFaults,
  ...accountFaults,
  ...identityFaults,
  ...readFaults,
  ...balanceFaults,
  ...transactionFaults,
  ...pageFaults,
  ...productFaults,
  ...accessFaults,
  ...paymentFaults,
  ...exchangeFaults,
  ...cancellationFaults,
  ...fileFaults,
  ...paymentRuleFaults,
  ...paymentHeaderFaults,
  ...postingFaults,
  ...timeFaults,
  ...eventFaults,
  ...pushFaults,
} as const

export type FaultId = keyof typeof registry

export const faults: Readonly<Record<FaultId, Fault>> = registry

export const faultIds = Object.keys(registry) as FaultId[]
