/**
 * Beneficiaries a PSU has saved. FACTS 7.5.
 *
 * @module
 */
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import type { Version } from '../versions.js'
import { Links, Meta } from './envelope.js'
import { agent, cashAccount, SupplementaryData } from './money.js'
import { closed, oneOf, text, withRows } from './types.js'

export const beneficiaryTypes = ['Trusted', 'Ordinary'] as const

const beneficiary = (version: Version) =>
  closed(
    {
      AccountId: withRows(Type.Optional(text(1, 40)), 'BEN-REQ-070'),
      BeneficiaryId: withRows(Type.Optional(text(1, 40)), 'BEN-REQ-080'),
      BeneficiaryType: withRows(Type.Optional(oneOf(beneficiaryTypes)), 'BEN-REQ-090'),
      Reference: withRows(Type.Optional(text(1, 35)), 'BEN-REQ-100'),
      CreditorAgent: Type.Optional(agent(version, 'BEN-REQ-110')),
      // required with Detail, absent without: which one it is, the consent says
      CreditorAccount: Type.Optional(cashAccount(version, 'BEN-REQ-120')),
      SupplementaryData: Type.Optional(SupplementaryData),
    },
    { basis: 'framework' },
  )

export const Beneficiary = {
  '0.0.1': beneficiary('0.0.1'),
  '1.0.0': beneficiary('1.0.0'),
} as const satisfies Record<Version, TSchema>

export type Beneficiary = Static<(typeof Beneficiary)[Version]>

const response = (version: Version) =>
  closed(
    {
      Data: withRows(closed({ Beneficiary: Type.Array(Beneficiary[version]) }), 'FMT-REQ-120'),
      Links,
      Meta: Type.Optional(Meta),
    },
    { basis: 'framework' },
  )

/** Beneficiaries of one account or of all. */
export const BeneficiariesResponse = {
  '0.0.1': response('0.0.1'),
  '1.0.0': response('1.0.0'),
} as const satisfies Record<Version, TSchema>
