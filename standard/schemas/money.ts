/**
 * Amounts, identifiers and institutions, which many resources share. FACTS 6.
 *
 * @module
 */
import { type Static, Type } from '@sinclair/typebox'
import type { RequirementId } from '../requirements.js'
import { schemePrefixes, type Version } from '../versions.js'
import { Currency, closed, formatted, oneOf, openObject, type RowsOfPlace, text, withRows } from './types.js'

/** A decimal string and its currency; the sign is in `CreditDebitIndicator`. */
export const amount = (...rows: readonly RequirementId[]) =>
  closed(
    {
      Amount: withRows(formatted('amount'), ...rows, 'FMT-REQ-190', 'FMT-REQ-220'),
      Currency: withRows(Currency, ...rows, 'FMT-REQ-230'),
    },
    { basis: 'framework', rows: { value: rows } },
  )

export const Amount = amount()

export type Amount = Static<typeof Amount>

export const creditDebitIndicators = ['Credit', 'Debit'] as const

export const CreditDebitIndicator = oneOf(creditDebitIndicators)

/** Kinds of account identifier, without the prefix of the version. */
export const accountSchemes = ['IBAN', 'PAN', 'BBAN'] as const

export type AccountScheme = (typeof accountSchemes)[number]

/** Kinds of institution code, without the prefix; 0.0.1 knows BICFI alone. */
export const agentSchemes = ['BICFI', 'NCC'] as const

const prefixed = (version: Version, names: readonly string[]) => names.map((name) => schemePrefixes[version] + name)

const unsupported = 'Unsupported.Scheme' as const

/** A scheme name of an account identifier, as the version writes it. */
export const accountSchemeName = (version: Version) => oneOf(prefixed(version, accountSchemes), { unsupported })

/** A scheme name of an institution, as the version writes it. */
export const agentSchemeName = (version: Version) =>
  oneOf(prefixed(version, version === '0.0.1' ? ['BICFI'] : agentSchemes), { unsupported })

const secondary = (version: Version) =>
  version === '0.0.1' ? { SecondaryIdentification: Type.Optional(text(1, 34)) } : {}

/** What precedes a scheme name in each version. */
export const prefixRows = ['VER-REQ-180', 'FMT-REQ-340'] as const

/** Rows of an object that names an account, from 1.0.0 on. */
export const noSecondary: RowsOfPlace = { absent: { SecondaryIdentification: ['FMT-REQ-430'] } }

/** What an account is named by. 0.0.1 knows a secondary identifier. */
export const accountMembers = (version: Version, rows: readonly RequirementId[]) => ({
  SchemeName: withRows(accountSchemeName(version), ...rows, ...prefixRows, 'FMT-REQ-380'),
  Identification: withRows(text(1, 256), ...rows, 'FMT-REQ-390'),
  Name: Type.Optional(text(1, 70)),
  ...secondary(version),
})

/** An account named by an identifier. */
export const cashAccount = (version: Version, ...rows: readonly RequirementId[]) =>
  closed(accountMembers(version, rows), { basis: 'framework', rows: { value: rows, ...noSecondary } })

/** The account of the other side of a transaction, of which a bank may know little. */
export const counterAccount = (version: Version, ...rows: readonly RequirementId[]) =>
  closed(
    {
      SchemeName: withRows(Type.Optional(accountSchemeName(version)), ...rows, ...prefixRows),
      Identification: Type.Optional(text(1, 256)),
      Name: Type.Optional(text(1, 70)),
      ...secondary(version),
    },
    { basis: 'framework', rows: { value: rows, ...noSecondary } },
  )

export const PostalAddress = closed(
  {
    AddressType: withRows(
      Type.Optional(
        oneOf(['Business', 'Correspondence', 'DeliveryTo', 'MailTo', 'POBox', 'Postal', 'Residential', 'Statement']),
      ),
      'FMT-REQ-490',
    ),
    Department: withRows(Type.Optional(text(1, 70)), 'FMT-REQ-500'),
    SubDepartment: withRows(Type.Optional(text(1, 70)), 'FMT-REQ-510'),
    StreetName: withRows(Type.Optional(text(1, 70)), 'FMT-REQ-520'),
    BuildingNumber: withRows(Type.Optional(text(1, 16)), 'FMT-REQ-530'),
    PostCode: withRows(Type.Optional(text(1, 16)), 'FMT-REQ-540'),
    TownName: withRows(Type.Optional(text(1, 35)), 'FMT-REQ-550'),
    CountrySubDivision: withRows(Type.Optional(text(1, 35)), 'FMT-REQ-560'),
    Country: withRows(Type.Optional(Type.String({ pattern: '^[A-Z]{2}$' })), 'FMT-REQ-570'),
    AddressLine: withRows(Type.Optional(Type.Array(text(1, 70), { maxItems: 7 })), 'FMT-REQ-580'),
  },
  { basis: 'framework' },
)

/** What an institution is named by: its code, or its name and address. */
const agentMembers = (version: Version, rows: readonly RequirementId[]) => ({
  SchemeName: withRows(agentSchemeName(version), ...rows, ...prefixRows, 'FMT-REQ-440', 'FMT-REQ-460'),
  Identification: withRows(text(1, 35), ...rows, 'FMT-REQ-450', 'FMT-REQ-460'),
  Name: withRows(Type.Optional(text(1, 140)), 'FMT-REQ-470'),
  PostalAddress: withRows(Type.Optional(PostalAddress), 'FMT-REQ-480'),
})

/** An institution, by code or by name and address. */
export function agent(version: Version, ...rows: readonly RequirementId[]) {
  const { SchemeName, Identification, ...rest } = agentMembers(version, rows)
  const byCode = { SchemeName: Type.Optional(SchemeName), Identification: Type.Optional(Identification) }
  return closed({ ...byCode, ...rest }, { basis: 'framework', rows: { value: rows } })
}

/** An institution that is named by its code, with or without name and address. */
export const agentByCode = (version: Version, ...rows: readonly RequirementId[]) =>
  closed(agentMembers(version, rows), { basis: 'framework', rows: { value: rows } })

/** A free object whose content the standard leaves to the bank. */
export const SupplementaryData = withRows(openObject({}), 'FMT-REQ-630')
