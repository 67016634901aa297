import { beneficiaryReads } from '../operation-groups.js'
import type { LedgerRows } from '../requirements.js'

/** BEN: beneficiaries. */
export const ben = {
  'BEN-REQ-010': {
    place: 'Endpoints: operation lists, GET /accounts/{AccountId}/beneficiaries',
    text: 'GET /accounts/{AccountId}/beneficiaries returns the beneficiaries of the account that the path names.',
    operations: ['getAccountBeneficiaries'],
  },
  'BEN-REQ-020': {
    place: 'Endpoints: operation lists, GET /beneficiaries; behaviour of the read endpoints',
    text: 'GET /beneficiaries returns the beneficiaries of the authorised accounts linked to the consent, of all of them and of no other.',
    operations: ['getBeneficiaries'],
  },
  'BEN-REQ-030': {
    place: 'Endpoints: operation list, version 1.0.0, GET /beneficiaries',
    text: 'GET /beneficiaries returns the beneficiaries of a single account when that account is selected in the TPP interface.',
    strength: 'may',
    versions: ['1.0.0'],
    operations: ['getBeneficiaries'],
    whyNot: 'the document does not show it',
    note: 'The selection is named; the way it reaches the bank is not.',
  },
  'BEN-REQ-040': {
    place: 'FACTS 7: public 0.0.1 page',
    text: 'The bulk beneficiaries path is /accounts/beneficiaries.',
    strength: 'may',
    versions: ['0.0.1'],
    operations: ['getBeneficiaries'],
    whyNot: 'the source document prints /beneficiaries and takes precedence',
    conflictsWith: 'BEN-REQ-020',
  },
  'BEN-REQ-050': {
    place: 'FACTS 5: permissions',
    text: 'Beneficiary reads need ReadBeneficiariesBasic or ReadBeneficiariesDetail and are answered 403 without both.',
    operations: beneficiaryReads,
  },
  'BEN-REQ-060': {
    place: 'FACTS 5: Basic',
    text: 'CreditorAgent and CreditorAccount are absent when only ReadBeneficiariesBasic was granted.',
    operations: beneficiaryReads,
  },
  'BEN-REQ-070': {
    place: 'FACTS 7.5: AccountId',
    text: 'AccountId of a beneficiary is optional and has 1 to 40 characters.',
    operations: beneficiaryReads,
  },
  'BEN-REQ-080': {
    place: 'FACTS 7.5: BeneficiaryId',
    text: 'BeneficiaryId is optional and has 1 to 40 characters.',
    operations: beneficiaryReads,
  },
  'BEN-REQ-090': {
    place: 'FACTS 7.5: BeneficiaryType',
    text: 'BeneficiaryType is optional and is Trusted or Ordinary.',
    operations: beneficiaryReads,
  },
  'BEN-REQ-100': {
    place: 'FACTS 7.5: Reference',
    text: 'Reference of a beneficiary is optional and has 1 to 35 characters.',
    operations: beneficiaryReads,
  },
  'BEN-REQ-110': {
    place: 'FACTS 7.5: CreditorAgent',
    text: 'CreditorAgent of a beneficiary is optional with the Detail permission and is an agent object.',
    operations: beneficiaryReads,
  },
  'BEN-REQ-120': {
    place: 'FACTS 7.5: CreditorAccount',
    text: 'CreditorAccount of a beneficiary is required with the Detail permission and is an account object.',
    operations: beneficiaryReads,
  },
} satisfies LedgerRows<'BEN'>
