/**
 * The account and the two account reads. Source document, "Account resource"; fields and lists FACTS 7.2.
 *
 * @module
 */
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import type { Version } from '../versions.js'
import { LinksOfAccountReads, Meta } from './envelope.js'
import { accountSchemeName, agentSchemeName } from './money.js'
import { Currency, closed, formatted, oneOf, text } from './types.js'

export const accountStatuses = ['Enabled', 'Disabled', 'Deleted', 'ProForma', 'Pending'] as const

export const accountTypes = ['Business', 'Personal'] as const

export const accountSubTypes = [
  'ChargeCard',
  'CreditCard',
  'CurrentAccount',
  'EWallet',
  'Loan',
  'Mortgage',
  'PrePaidCard',
  'Savings',
  'Deposit',
] as const

const account = (version: Version) =>
  closed(
    {
      AccountId: text(1, 40),
      Status: Type.Optional(oneOf(accountStatuses)),
      StatusUpdateDateTime: Type.Optional(formatted('date-time')),
      Currency,
      AccountType: oneOf(accountTypes),
      AccountSubType: oneOf(accountSubTypes),
      Description: Type.Optional(text(1, 35)),
      Nickname: Type.Optional(text(1, 70)),
      OpeningDate: Type.Optional(formatted('date-time')),
      MaturityDate: Type.Optional(formatted('date-time')),
      Account: Type.Optional(
        Type.Array(
          closed({
            SchemeName: accountSchemeName(version),
            Identification: text(1, 256),
            Name: Type.Optional(text(1, 70)),
          }),
          { minItems: 1 },
        ),
      ),
      Servicer: Type.Optional(
        closed({
          SchemeName: agentSchemeName(version),
          Identification: text(1, 35),
        }),
      ),
    },
    { basis: 'framework' },
  )

export const Account = { '0.0.1': account('0.0.1'), '1.0.0': account('1.0.0') } as const satisfies Record<
  Version,
  TSchema
>

export type Account = Static<(typeof Account)[Version]>

const reads = (version: Version, bounds: { minItems?: number; maxItems?: number }) =>
  closed(
    {
      Data: closed({ Account: Type.Array(Account[version], bounds) }, { basis: 'stated', closedBasis: 'framework' }),
      Links: LinksOfAccountReads,
      Meta: Type.Optional(Meta),
    },
    { basis: 'stated', closedBasis: 'framework' },
  )

/** All authorised accounts. */
export const AccountsResponse = { '0.0.1': reads('0.0.1', {}), '1.0.0': reads('1.0.0', {}) } as const satisfies Record<
  Version,
  TSchema
>

/** One account: the same body, an array of exactly one. */
export const AccountResponse = {
  '0.0.1': reads('0.0.1', { minItems: 1, maxItems: 1 }),
  '1.0.0': reads('1.0.0', { minItems: 1, maxItems: 1 }),
} as const satisfies Record<Version, TSchema>

export type AccountsResponse = Static<(typeof AccountsResponse)[Version]>
