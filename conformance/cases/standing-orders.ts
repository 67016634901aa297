/**
 * Standing orders of one account and of all, in 1.0.0. That 0.0.1 has none is a case of the versions.
 *
 * @module
 */
import type { Case, Expectation } from './case.js'
import { commonReads, type ReadFamily, readBulk, readSingle } from './reads.js'

const versions = ['1.0.0'] as const

const family: ReadFamily = {
  area: 'STO',
  what: 'standing orders',
  versions,
  single: 'getAccountStandingOrders',
  bulk: 'getStandingOrders',
  path: 'Data.StandingOrder[]',
  id: 'StandingOrderId',
  tokens: { unknown: 'STO-013', wrong: 'STO-014', withdrawn: 'STO-015' },
  rows: { single: 'STO-REQ-010', bulk: 'STO-REQ-020', permission: 'STO-REQ-030' },
}

const detail = ['Data.StandingOrder[].CreditorAgent', 'Data.StandingOrder[].CreditorAccount']

export const standingOrders: readonly Case[] = [
  ...commonReads(family),
  {
    id: 'STO-010',
    title: 'leaves the account and bank of the payee out where only ReadStandingOrdersBasic was granted',
    operation: 'getAccountStandingOrders',
    versions,
    ref: 'Parent standard, permissions: fields of Detail',
    given: 'basicReadsConsent',
    steps: [readSingle(family)],
    expect: [
      { status: 200, proves: 'STO-REQ-030' },
      { absent: detail, proves: 'STO-REQ-040' },
    ],
  },
  {
    id: 'STO-011',
    title: 'leaves the payee out of the list of all accounts too',
    operation: 'getStandingOrders',
    versions,
    ref: 'Parent standard, permissions: fields of Detail',
    given: 'basicReadsConsent',
    steps: [readBulk(family)],
    expect: [
      { status: 200, proves: 'STO-REQ-030' },
      { absent: detail, proves: 'STO-REQ-040' },
    ],
  },
  {
    id: 'STO-012',
    title: 'shows the payee of every standing order where ReadStandingOrdersDetail was granted',
    operation: 'getAccountStandingOrders',
    versions,
    ref: 'Parent standard, permissions: fields of Detail',
    given: 'everythingConsent',
    steps: [readSingle(family)],
    expect: [
      { status: 200, proves: ['STO-REQ-030', 'AAC-REQ-720'] },
      {
        present: [
          'Data.StandingOrder[].CreditorAccount.SchemeName',
          'Data.StandingOrder[].CreditorAccount.Identification',
        ],
        proves: 'STO-REQ-200',
      },
      {
        matches: 'someHave',
        with: { path: 'Data.StandingOrder[]', members: ['CreditorAgent', 'CreditorAccount'] },
        proves: 'STO-REQ-200',
      },
    ],
  },
  {
    id: 'STO-016',
    title: 'writes the amounts of standing orders with the minor digits of their currency',
    operation: 'getStandingOrders',
    versions,
    ref: 'Public framework, amounts; ISO 4217',
    given: 'everythingConsent',
    steps: [readSingle(family), readBulk(family)],
    expect: [0, 1].flatMap((step): Expectation[] => [
      { status: 200, step, proves: 'STO-REQ-020' },
      { matches: 'amountsHaveFraction', step, proves: 'FMT-REQ-210' },
      { matches: 'dinarsHaveThreeDigits', step, proves: 'FMT-REQ-260' },
      { matches: 'minorDigitsOfCurrencies', step, proves: 'FMT-REQ-270' },
    ]) as unknown as [Expectation, ...Expectation[]],
  },
]
