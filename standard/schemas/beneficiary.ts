/**
 * Beneficiaries a PSU has saved. FACTS 7.5.
 *
 * @module
 */
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import type { Version } from '../versions.js'
import { Links, Meta } from './envelope.js'
import { agent, cashAccount, SupplementaryData } from './money.js'
import { closed, oneOf, text } from './types.js'

export const beneficiaryTypes = ['Trusted', 'Ordinary'] as const

const beneficiary = (version: Version) =>
  closed(
    {
      AccountId: Type.Optional(text(1, 40)),
      BeneficiaryId: Type.Optional(text(1, 40)),
      BeneficiaryType: Type.Optional(oneOf(beneficiaryTypes)),
      Reference: Type.Optional(text(1, 35)),
      CreditorAgent: Type.Optional(agent(version)),
      // required with Detail, absent without: which one it is, the consent says
      CreditorAccount: Type.Optional(cashAccount(version)),
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
    { Data: closed({ Beneficiary: Type.Array(Beneficiary[version]) }), Links, Meta: Type.Optional(Meta) },
    { basis: 'framework' },
  )

/** Beneficiaries of one account or of all. */
export const BeneficiariesResponse = {
  '0.0.1': response('0.0.1'),
  '1.0.0': response('1.0.0'),
} as const satisfies Record<Version, TSchema>
