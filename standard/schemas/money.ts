/**
 * Amounts, identifiers and institutions, which many resources share. FACTS 6.
 *
 * @module
 */
import { type Static, Type } from '@sinclair/typebox'
import { schemePrefixes, type Version } from '../versions.js'
import { Currency, closed, formatted, oneOf, openObject, text } from './types.js'

/** A decimal string and its currency; the sign stands in `CreditDebitIndicator`. */
export const Amount = closed({ Amount: formatted('amount'), Currency }, { basis: 'framework' })

export type Amount = Static<typeof Amount>

export const creditDebitIndicators = ['Credit', 'Debit'] as const

export const CreditDebitIndicator = oneOf(creditDebitIndicators)

/** Kinds of account identifier, without the prefix of the version. */
export const accountSchemes = ['IBAN', 'PAN', 'BBAN'] as const

export type AccountScheme = (typeof accountSchemes)[number]

/** Kinds of institution code, without the prefix; 0.0.1 knows BICFI alone. */
export const agentSchemes = ['BICFI', 'NCC'] as const

const prefixed = (version: Version, names: readonly string[]) => names.map((name) => schemePrefixes[version] + name)

/** A scheme name of an account identifier, as the version writes it. */
export const accountSchemeName = (version: Version) => oneOf(prefixed(version, accountSchemes))

/** A scheme name of an institution, as the version writes it. */
export const agentSchemeName = (version: Version) =>
  oneOf(prefixed(version, version === '0.0.1' ? ['BICFI'] : agentSchemes))

const secondary = (version: Version) =>
  version === '0.0.1' ? { SecondaryIdentification: Type.Optional(text(1, 34)) } : {}

/** An account named by an identifier. 0.0.1 knows a secondary one. */
export const cashAccount = (version: Version) =>
  closed(
    {
      SchemeName: accountSchemeName(version),
      Identification: text(1, 256),
      Name: Type.Optional(text(1, 70)),
      ...secondary(version),
    },
    { basis: 'framework' },
  )

/** The account of the other side of a transaction, of which a bank may know little. */
export const counterAccount = (version: Version) =>
  closed(
    {
      SchemeName: Type.Optional(accountSchemeName(version)),
      Identification: Type.Optional(text(1, 256)),
      Name: Type.Optional(text(1, 70)),
      ...secondary(version),
    },
    { basis: 'framework' },
  )

export const PostalAddress = closed(
  {
    AddressType: Type.Optional(
      oneOf(['Business', 'Correspondence', 'DeliveryTo', 'MailTo', 'POBox', 'Postal', 'Residential', 'Statement']),
    ),
    Department: Type.Optional(text(1, 70)),
    SubDepartment: Type.Optional(text(1, 70)),
    StreetName: Type.Optional(text(1, 70)),
    BuildingNumber: Type.Optional(text(1, 16)),
    PostCode: Type.Optional(text(1, 16)),
    TownName: Type.Optional(text(1, 35)),
    CountrySubDivision: Type.Optional(text(1, 35)),
    Country: Type.Optional(Type.String({ pattern: '^[A-Z]{2}$' })),
    AddressLine: Type.Optional(Type.Array(text(1, 70), { maxItems: 7 })),
  },
  { basis: 'framework' },
)

/** An institution, by code or by name and address. */
export const agent = (version: Version) =>
  closed(
    {
      SchemeName: Type.Optional(agentSchemeName(version)),
      Identification: Type.Optional(text(1, 35)),
      Name: Type.Optional(text(1, 140)),
      PostalAddress: Type.Optional(PostalAddress),
    },
    { basis: 'framework' },
  )

/** A free object whose content the standard leaves to the bank. */
export const SupplementaryData = openObject({})
