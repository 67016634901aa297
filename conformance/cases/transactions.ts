/**
 * Transactions of one account and of all: permissions, directions, the period of the consent.
 *
 * @module
 */
import { detailFields } from '#standard/index.js'
import type { Case, Ref } from './case.js'
import { commonReads, type ReadFamily, readBulk, readSingle } from './reads.js'

const both = ['0.0.1', '1.0.0'] as const

const path = 'Data.Transaction[]'

/** Some days from now, as a query parameter. */
export const queryDay = (days: number): Ref => ({ from: 'clock', offsetMillis: days * 86_400_000, form: 'noZone' })

/** The transactions from 60 days ago to one day ago: enough for several pages, and no new ones are added to them. */
export const transactionReads: ReadFamily = {
  area: 'TXN',
  what: 'transactions',
  versions: both,
  single: 'getAccountTransactions',
  bulk: 'getTransactions',
  path,
  id: 'TransactionId',
  query: { fromBookingDateTime: queryDay(-60), toBookingDateTime: queryDay(-1) },
  tokens: { unknown: 'TXN-022', wrong: 'TXN-023', withdrawn: 'TXN-024' },
  rows: { single: 'TXN-REQ-010', bulk: 'TXN-REQ-020', permission: 'TXN-REQ-070' },
}

const all = readBulk(transactionReads)

const ofDetail = detailFields.ReadTransactionsDetail.map((name) => `${path}.${name}`)

const fromDateTime: Ref = { from: 'given', name: 'fromDateTime' }
const toDateTime: Ref = { from: 'given', name: 'toDateTime' }

export const transactions: readonly Case[] = [
  ...commonReads(transactionReads),
  {
    id: 'TXN-010',
    title: 'leaves information, balance, merchant and counterparty out where only ReadTransactionsBasic was granted',
    operation: 'getAccountTransactions',
    versions: both,
    ref: 'Parent standard, permissions: fields of Detail',
    given: 'basicReadsConsent',
    steps: [readSingle(transactionReads)],
    expect: [
      { status: 200, proves: 'TXN-REQ-070' },
      { absent: ofDetail, proves: 'TXN-REQ-110' },
    ],
  },
  {
    id: 'TXN-011',
    title: 'leaves the same fields out of the transactions of all accounts',
    operation: 'getTransactions',
    versions: both,
    ref: 'Parent standard, permissions: fields of Detail',
    given: 'basicReadsConsent',
    steps: [all],
    expect: [
      { status: 200, proves: 'TXN-REQ-070' },
      { absent: ofDetail, proves: 'TXN-REQ-110' },
    ],
  },
  {
    id: 'TXN-012',
    title: 'shows information, balance, merchant or counterparty where ReadTransactionsDetail was granted',
    operation: 'getTransactions',
    versions: both,
    ref: 'Parent standard, permissions: fields of Detail',
    given: 'everythingConsent',
    steps: [all],
    expect: [
      { status: 200, proves: ['TXN-REQ-070', 'AAC-REQ-720'] },
      // each is optional: a bank that gives none of them withholds Detail
      { matches: 'someHave', with: { path, members: detailFields.ReadTransactionsDetail }, proves: 'TXN-REQ-070' },
    ],
  },
  {
    id: 'TXN-013',
    title: 'shows credits alone under ReadTransactionsCredits alone',
    operation: 'getTransactions',
    versions: both,
    ref: 'Parent standard, permissions: directions',
    given: 'creditsConsent',
    steps: [all],
    expect: [
      { status: 200, proves: 'TXN-REQ-070' },
      { matches: 'indicatorIs', with: { value: 'Credit' }, proves: ['TXN-REQ-090', 'TXN-REQ-100'] },
    ],
  },
  {
    id: 'TXN-014',
    title: 'shows debits alone under ReadTransactionsDebits alone',
    operation: 'getTransactions',
    versions: both,
    ref: 'Parent standard, permissions: directions',
    given: 'debitsConsent',
    steps: [all],
    expect: [
      { status: 200, proves: 'TXN-REQ-070' },
      { matches: 'indicatorIs', with: { value: 'Debit' }, proves: ['TXN-REQ-080', 'TXN-REQ-100'] },
    ],
  },
  {
    id: 'TXN-015',
    title: 'shows one direction of one account under the permission for it alone',
    operation: 'getAccountTransactions',
    versions: both,
    ref: 'Parent standard, permissions: directions',
    given: 'debitsConsent',
    steps: [readSingle(transactionReads, { pages: 'all' })],
    expect: [
      { status: 200, proves: 'TXN-REQ-070' },
      { matches: 'indicatorIs', with: { value: 'Debit' }, proves: ['TXN-REQ-080', 'TXN-REQ-100'] },
    ],
  },
  {
    id: 'TXN-016',
    title: 'shows no transaction from outside the period of the consent',
    operation: 'getTransactions',
    versions: both,
    ref: 'Source document, "Account access consent": TransactionFromDateTime, TransactionToDateTime',
    given: 'windowConsent',
    steps: [{ call: 'getTransactions', pages: 'all' }],
    expect: [
      { status: 200, proves: ['TXN-REQ-030', 'TXN-REQ-050'] },
      { matches: 'bookedWithin', with: { since: fromDateTime }, proves: 'TXN-REQ-030' },
      { matches: 'bookedWithin', with: { until: toDateTime }, proves: 'TXN-REQ-050' },
    ],
  },
  {
    id: 'TXN-017',
    title: 'shows the part of a period that lies within the period of the consent',
    operation: 'getAccountTransactions',
    versions: both,
    ref: 'Public framework, transactions: filter range',
    given: 'windowConsent',
    steps: [
      readSingle({ ...transactionReads, query: {} }, { pages: 'all' }),
      readSingle(
        { ...transactionReads, query: { fromBookingDateTime: queryDay(-90), toBookingDateTime: queryDay(1) } },
        { pages: 'all' },
      ),
    ],
    expect: [
      { status: 200, proves: 'PAG-REQ-060' },
      {
        matches: 'bookedWithin',
        with: { since: fromDateTime, until: toDateTime },
        step: 0,
        proves: ['TXN-REQ-030', 'TXN-REQ-050'],
      },
      {
        matches: 'bookedWithin',
        with: { since: fromDateTime, until: toDateTime },
        proves: ['TXN-REQ-030', 'TXN-REQ-050'],
      },
      { matches: 'sameRows', with: { path, of: [0] }, proves: 'PAG-REQ-060' },
    ],
  },
  {
    id: 'TXN-018',
    title: 'shows the whole history where the consent sets no period',
    operation: 'getAccountTransactions',
    versions: both,
    ref: 'Source document, "Account access consent": TransactionFromDateTime, TransactionToDateTime',
    given: 'everythingConsent',
    steps: [
      readSingle(
        { ...transactionReads, query: { fromBookingDateTime: '2000-01-01T00:00:00', toBookingDateTime: queryDay(1) } },
        { pages: 'all' },
      ),
      readSingle({ ...transactionReads, query: {} }, { pages: 'all' }),
    ],
    expect: [
      { status: 200, step: 0, proves: 'PAG-REQ-060' },
      { status: 200, proves: ['TXN-REQ-040', 'TXN-REQ-060'] },
      { matches: 'sameRows', with: { path, of: [0] }, proves: ['TXN-REQ-040', 'TXN-REQ-060', 'PAG-REQ-060'] },
      { matches: 'withinHistory', with: { path }, proves: 'PAG-REQ-200' },
    ],
  },
  {
    id: 'TXN-019',
    title: 'masks the card that was used but for its last four digits',
    operation: 'getTransactions',
    versions: both,
    ref: 'Parent standard, transactions',
    given: 'everythingConsent',
    steps: [all],
    expect: [
      { status: 200, proves: 'TXN-REQ-020' },
      { matches: 'cardsMasked', proves: 'TXN-REQ-480' },
    ],
  },
  {
    id: 'TXN-020',
    title: 'writes amounts of transactions with the minor digits of their currency',
    operation: 'getTransactions',
    versions: both,
    ref: 'Public framework, amounts; ISO 4217',
    given: 'everythingConsent',
    steps: [all],
    expect: [
      { status: 200, proves: 'TXN-REQ-020' },
      { matches: 'amountsHaveFraction', proves: 'FMT-REQ-210' },
      { matches: 'dinarsHaveThreeDigits', proves: 'FMT-REQ-260' },
      { matches: 'minorDigitsOfCurrencies', proves: 'FMT-REQ-270' },
    ],
  },
  {
    id: 'TXN-021',
    title: 'changes the balance from one booked transaction to the next by its amount',
    operation: 'getAccountTransactions',
    versions: both,
    ref: 'Balances against transactions; the standard is silent',
    given: 'everythingConsent',
    steps: [readSingle(transactionReads, { pages: 'all' })],
    expect: [
      { status: 200, proves: 'TXN-REQ-010' },
      { matches: 'runningBalances', proves: ['TXN-REQ-010'] },
    ],
  },
  {
    id: 'TXN-025',
    title: 'shows the whole history of all accounts where the consent sets no period',
    operation: 'getTransactions',
    versions: both,
    ref: 'Source document, "Account access consent": TransactionFromDateTime, TransactionToDateTime',
    given: 'everythingConsent',
    steps: [
      readBulk({
        ...transactionReads,
        query: { fromBookingDateTime: '2000-01-01T00:00:00', toBookingDateTime: queryDay(1) },
      }),
      readBulk({ ...transactionReads, query: {} }),
    ],
    expect: [
      { status: 200, step: 0, proves: 'PAG-REQ-060' },
      { status: 200, proves: ['TXN-REQ-040', 'TXN-REQ-060'] },
      { matches: 'sameRows', with: { path, of: [0] }, proves: ['TXN-REQ-040', 'TXN-REQ-060', 'PAG-REQ-060'] },
    ],
  },
  {
    id: 'TXN-026',
    title: 'shows one direction alone in the transactions of one account too, with the minor digits of their currency',
    operation: 'getAccountTransactions',
    versions: both,
    ref: 'Parent standard, permissions: directions',
    given: 'creditsConsent',
    steps: [readSingle(transactionReads)],
    expect: [
      { status: 200, proves: 'TXN-REQ-070' },
      { matches: 'indicatorIs', with: { value: 'Credit' }, proves: ['TXN-REQ-090', 'TXN-REQ-100'] },
      { matches: 'amountsHaveFraction', proves: 'FMT-REQ-210' },
      { matches: 'dinarsHaveThreeDigits', proves: 'FMT-REQ-260' },
      { matches: 'minorDigitsOfCurrencies', proves: 'FMT-REQ-270' },
    ],
  },
]
