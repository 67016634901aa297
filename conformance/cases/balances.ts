/**
 * Balances of one account and of all.
 *
 * @module
 */
import { create, createdConsentId, decide, exchangeCode, listAccounts } from './calls.js'
import type { Case } from './case.js'
import { commonReads, type ReadFamily, readBulk, readSingle } from './reads.js'

const both = ['0.0.1', '1.0.0'] as const

const path = 'Data.Balance[]'

export const balanceReads: ReadFamily = {
  area: 'BAL',
  what: 'balances',
  versions: both,
  single: 'getAccountBalances',
  bulk: 'getBalances',
  path,
  but: ['DateTime'],
  tokens: { unknown: 'BAL-015', wrong: 'BAL-016', withdrawn: 'BAL-017' },
  rows: { single: 'BAL-REQ-010', bulk: 'BAL-REQ-020', permission: 'BAL-REQ-030' },
}

export const balances: readonly Case[] = [
  ...commonReads(balanceReads),
  {
    id: 'BAL-010',
    title: 'has a balance for every account of the consent',
    operation: 'getBalances',
    versions: both,
    ref: 'Source document, "Behaviour of the read endpoints"',
    given: 'everythingConsent',
    steps: [{ call: 'getAccounts', pages: 'all' }, readBulk(balanceReads)],
    expect: [
      { status: 200, proves: 'BAL-REQ-020' },
      { matches: 'rowsForEveryAccount', with: { path, accounts: 0 }, proves: 'BAL-REQ-020' },
    ],
  },
  {
    id: 'BAL-011',
    title: 'has at most one balance of each type, and calls a balance of zero a credit',
    operation: 'getAccountBalances',
    versions: both,
    ref: 'Parent standard, balances',
    given: 'everythingConsent',
    steps: [readSingle(balanceReads)],
    expect: [
      { status: 200, proves: 'BAL-REQ-010' },
      { matches: 'oneBalanceOfEachType', proves: 'BAL-REQ-150' },
      { matches: 'zeroIsCredit', proves: 'BAL-REQ-070' },
    ],
  },
  {
    id: 'BAL-012',
    title: 'writes balances with the minor digits of their currency',
    operation: 'getAccountBalances',
    versions: both,
    ref: 'Public framework, amounts; ISO 4217',
    given: 'everythingConsent',
    steps: [readSingle(balanceReads)],
    expect: [
      { status: 200, proves: 'BAL-REQ-010' },
      { matches: 'amountsHaveFraction', proves: 'FMT-REQ-210' },
      { matches: 'dinarsHaveThreeDigits', proves: 'FMT-REQ-260' },
      { matches: 'minorDigitsOfCurrencies', proves: 'FMT-REQ-270' },
    ],
  },
  {
    id: 'BAL-013',
    title: 'shows the balance after the last booked transaction',
    operation: 'getAccountBalances',
    versions: both,
    ref: 'Balances against transactions; the standard is silent',
    given: 'everythingConsent',
    steps: [
      readSingle(balanceReads),
      { call: 'getAccountTransactions', params: { AccountId: { from: 'given', name: 'accountId' } } },
    ],
    expect: [
      { status: 200, proves: 'TXN-REQ-010' },
      { matches: 'balanceOfLastEntry', with: { balances: 0 }, proves: ['BAL-REQ-010', 'TXN-REQ-010'] },
    ],
  },
  {
    id: 'BAL-014',
    title: 'shows a PSU the same balances in both versions',
    operation: 'getBalances',
    versions: ['0.0.1'],
    ref: 'One bank behind two bases; the standard is silent',
    given: 'everythingConsent',
    steps: [
      { call: 'getBalances', pages: 'all' },
      create({}, { base: '1.0.0' }),
      decide('approve', createdConsentId(1), { psu: 'several' }),
      exchangeCode,
      listAccounts({ token: 'latest-renewed', base: '1.0.0' }),
      { call: 'getBalances', token: 'latest-renewed', base: '1.0.0', pages: 'all' },
      // money may move meanwhile: then the other version shows what is there before or after
      { call: 'getBalances', pages: 'all' },
    ],
    expect: [
      { status: 200, step: 5, proves: 'VER-REQ-050' },
      { matches: 'sameBalances', with: { before: 0, after: 6 }, step: 5, proves: 'VER-REQ-050' },
    ],
  },
  {
    id: 'BAL-018',
    title: 'writes the balances of all accounts by the same rules as those of one',
    operation: 'getBalances',
    versions: both,
    ref: 'Parent standard, balances; public framework, amounts; ISO 4217',
    given: 'everythingConsent',
    steps: [readBulk(balanceReads)],
    expect: [
      { status: 200, proves: 'BAL-REQ-020' },
      { matches: 'zeroIsCredit', proves: 'BAL-REQ-070' },
      { matches: 'oneBalanceOfEachType', proves: 'BAL-REQ-150' },
      { matches: 'amountsHaveFraction', proves: 'FMT-REQ-210' },
      { matches: 'dinarsHaveThreeDigits', proves: 'FMT-REQ-260' },
      { matches: 'minorDigitsOfCurrencies', proves: 'FMT-REQ-270' },
    ],
  },
]
