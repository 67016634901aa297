/**
 * The faults of balances, transactions, beneficiaries, standing orders, products, filters and pages: those the bank has
 * once it offers the operations they are about.
 *
 * @module
 */
import { balanceFaults } from './balance-faults.js'
import { pageFaults } from './page-faults.js'
import { productFaults } from './product-faults.js'
import { readFaults } from './read-faults.js'
import { transactionFaults } from './transaction-faults.js'

export const rowFaults = {
  ...readFaults,
  ...balanceFaults,
  ...transactionFaults,
  ...pageFaults,
  ...productFaults,
} as const
