/**
 * Standing orders of one account and of all, in 1.0.0. That 0.0.1 has none is a case of the versions.
 *
 * @module
 */
import type { Case } from './case.js'
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
      { status: 200, proves: 'STO-REQ-030' },
      {
        present: [
          'Data.StandingOrder[].CreditorAccount.SchemeName',
          'Data.StandingOrder[].CreditorAccount.Identification',
        ],
        proves: 'STO-REQ-200',
      },
      { matches: 'someHave', with: { path: 'Data.StandingOrder[].CreditorAgent' }, proves: 'STO-REQ-190' },
    ],
  },
]
