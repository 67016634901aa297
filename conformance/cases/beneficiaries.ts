/**
 * Beneficiaries of one account and of all.
 *
 * @module
 */
import type { Case } from './case.js'
import { commonReads, type ReadFamily, readBulk, readSingle } from './reads.js'

const both = ['0.0.1', '1.0.0'] as const

const family: ReadFamily = {
  area: 'BEN',
  what: 'beneficiaries',
  versions: both,
  single: 'getAccountBeneficiaries',
  bulk: 'getBeneficiaries',
  path: 'Data.Beneficiary[]',
  id: 'BeneficiaryId',
  tokens: { unknown: 'BEN-013', wrong: 'BEN-014', withdrawn: 'BEN-015' },
  rows: { single: 'BEN-REQ-010', bulk: 'BEN-REQ-020', permission: 'BEN-REQ-050' },
}

const detail = ['Data.Beneficiary[].CreditorAgent', 'Data.Beneficiary[].CreditorAccount']

export const beneficiaries: readonly Case[] = [
  ...commonReads(family),
  {
    id: 'BEN-010',
    title: 'leaves the account and bank of beneficiaries out where only ReadBeneficiariesBasic was granted',
    operation: 'getAccountBeneficiaries',
    versions: both,
    ref: 'Parent standard, permissions: fields of Detail',
    given: 'basicReadsConsent',
    steps: [readSingle(family)],
    expect: [
      { status: 200, proves: 'BEN-REQ-050' },
      { absent: detail, proves: 'BEN-REQ-060' },
    ],
  },
  {
    id: 'BEN-011',
    title: 'leaves account and bank out of the beneficiaries of all accounts too',
    operation: 'getBeneficiaries',
    versions: both,
    ref: 'Parent standard, permissions: fields of Detail',
    given: 'basicReadsConsent',
    steps: [readBulk(family)],
    expect: [
      { status: 200, proves: 'BEN-REQ-050' },
      { absent: detail, proves: 'BEN-REQ-060' },
    ],
  },
  {
    id: 'BEN-012',
    title: 'shows the account of every beneficiary where ReadBeneficiariesDetail was granted',
    operation: 'getAccountBeneficiaries',
    versions: both,
    ref: 'Parent standard, permissions: fields of Detail',
    given: 'everythingConsent',
    steps: [readSingle(family)],
    expect: [
      { status: 200, proves: ['BEN-REQ-050', 'AAC-REQ-720'] },
      {
        present: ['Data.Beneficiary[].CreditorAccount.SchemeName', 'Data.Beneficiary[].CreditorAccount.Identification'],
        proves: 'BEN-REQ-120',
      },
      {
        matches: 'someHave',
        with: { path: 'Data.Beneficiary[]', members: ['CreditorAgent', 'CreditorAccount'] },
        proves: 'BEN-REQ-120',
      },
    ],
  },
]
