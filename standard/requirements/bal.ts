import { balanceReads } from '../operation-groups.js'
import type { LedgerRows } from '../requirements.js'

/** BAL: balances. */
export const bal = {
  'BAL-REQ-010': {
    place: 'Endpoints: operation lists, GET /accounts/{AccountId}/balances',
    text: 'GET /accounts/{AccountId}/balances returns the balances of the account that the path names.',
    operations: ['getAccountBalances'],
  },
  'BAL-REQ-020': {
    place: 'Endpoints: operation lists, GET /balances; behaviour of the read endpoints',
    text: 'GET /balances returns the balances of the authorised accounts linked to the consent, of all of them and of no other.',
    operations: ['getBalances'],
  },
  'BAL-REQ-030': {
    place: 'FACTS 5: ReadBalances',
    text: 'Balance reads need ReadBalances and are answered 403 without it.',
    operations: balanceReads,
  },
  'BAL-REQ-040': {
    place: 'FACTS 7.3: Balance',
    text: 'Data.Balance is required and has at least one item.',
    operations: balanceReads,
  },
  'BAL-REQ-050': {
    place: 'FACTS 7.3: AccountId',
    text: 'AccountId of a balance is required and has 1 to 40 characters.',
    operations: balanceReads,
  },
  'BAL-REQ-060': {
    place: 'FACTS 7.3: CreditDebitIndicator',
    text: 'CreditDebitIndicator of a balance is required and is Credit or Debit.',
    operations: balanceReads,
  },
  'BAL-REQ-070': {
    place: 'FACTS 7.3: CreditDebitIndicator',
    text: 'A balance of zero counts as Credit.',
    operations: balanceReads,
  },
  'BAL-REQ-080': {
    place: 'FACTS 7.3: Type',
    text: 'Type of a balance is required and is one of the 13 listed balance types.',
    operations: balanceReads,
  },
  'BAL-REQ-090': {
    place: 'FACTS 7.3: DateTime',
    text: 'DateTime of a balance is required and is a date-time.',
    operations: balanceReads,
  },
  'BAL-REQ-100': {
    place: 'FACTS 7.3: Amount',
    text: 'Amount of a balance is required and is an amount object.',
    operations: balanceReads,
  },
  'BAL-REQ-110': {
    place: 'FACTS 7.3: CreditLine',
    text: 'CreditLine is an optional array.',
    operations: balanceReads,
  },
  'BAL-REQ-120': {
    place: 'FACTS 7.3: CreditLine.Included',
    text: 'Included of a credit line is a required boolean.',
    operations: balanceReads,
  },
  'BAL-REQ-130': {
    place: 'FACTS 7.3: CreditLine.Type',
    text: 'Type of a credit line is optional and is one of the 5 listed types.',
    operations: balanceReads,
  },
  'BAL-REQ-140': {
    place: 'FACTS 7.3: CreditLine.Amount',
    text: 'Amount of a credit line is optional and is an amount object.',
    operations: balanceReads,
  },
  'BAL-REQ-150': {
    place: 'FACTS 7.3: several balances',
    text: 'An account has at most one balance of each type.',
    operations: balanceReads,
  },
} satisfies LedgerRows<'BAL'>
