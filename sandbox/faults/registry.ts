/**
 * Every fault the bank can have on purpose. TPPs rehearse bad banks with them; the judge is proved with them.
 *
 * @module
 */
import { accountFaults } from './account-faults.js'
import { answerFaults } from './answer-faults.js'
import { balanceFaults } from './balance-faults.js'
import { consentFaults } from './consent-faults.js'
import type { Fault } from './fault.js'
import { identityFaults } from './identity-faults.js'
import { pageFaults } from './page-faults.js'
import { productFaults } from './product-faults.js'
import { readFaults } from './read-faults.js'
import { transactionFaults } from './transaction-faults.js'

const registry = {
  ...answerFaults,
  ...consentFaults,
  ...accountFaults,
  ...identityFaults,
  ...readFaults,
  ...balanceFaults,
  ...transactionFaults,
  ...pageFaults,
  ...productFaults,
} as const

export type FaultId = keyof typeof registry

export const faults: Readonly<Record<FaultId, Fault>> = registry

export const faultIds = Object.keys(registry) as FaultId[]
