/**
 * The account and the two account reads. Source document, "Account resource"; fields and lists FACTS 7.2.
 *
 * @module
 */
import { type ArrayOptions, type Static, type TSchema, Type } from '@sinclair/typebox'
import type { Version } from '../versions.js'
import { LinksOfAccountReads, Meta } from './envelope.js'
import { accountSchemeName, agentSchemeName, noSecondary, prefixRows } from './money.js'
import { Currency, closed, formatted, oneOf, text, withRows } from './types.js'

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
      AccountId: withRows(text(1, 40), 'ACC-REQ-330', 'ACC-REQ-120', 'FMT-REQ-290'),
      Status: withRows(Type.Optional(oneOf(accountStatuses)), 'ACC-REQ-340', 'ACC-REQ-130'),
      StatusUpdateDateTime: withRows(Type.Optional(formatted('date-time')), 'ACC-REQ-350'),
      Currency: withRows(Currency, 'ACC-REQ-360', 'ACC-REQ-140'),
      AccountType: withRows(oneOf(accountTypes), 'ACC-REQ-370', 'ACC-REQ-150'),
      AccountSubType: withRows(oneOf(accountSubTypes), 'ACC-REQ-380', 'ACC-REQ-160'),
      Description: withRows(Type.Optional(text(1, 35)), 'ACC-REQ-390'),
      Nickname: withRows(Type.Optional(text(1, 70)), 'ACC-REQ-400', 'ACC-REQ-170'),
      OpeningDate: withRows(Type.Optional(formatted('date-time')), 'ACC-REQ-410'),
      MaturityDate: withRows(Type.Optional(formatted('date-time')), 'ACC-REQ-420'),
      Account: Type.Optional(
        Type.Array(
          closed(
            {
              SchemeName: withRows(
                accountSchemeName(version),
                'ACC-REQ-200',
                'ACC-REQ-290',
                'ACC-REQ-300',
                ...prefixRows,
              ),
              Identification: withRows(text(1, 256), 'ACC-REQ-210'),
              Name: withRows(Type.Optional(text(1, 70)), 'ACC-REQ-440'),
            },
            { rows: noSecondary },
          ),
          { minItems: 1, rows: { value: ['ACC-REQ-190'] } },
        ),
      ),
      Servicer: Type.Optional(
        closed(
          {
            SchemeName: withRows(agentSchemeName(version), 'ACC-REQ-270', 'ACC-REQ-460', ...prefixRows),
            Identification: withRows(text(1, 35), 'ACC-REQ-280', 'ACC-REQ-460'),
          },
          { rows: { value: ['ACC-REQ-260'] } },
        ),
      ),
    },
    { basis: 'framework' },
  )

export const Account = { '0.0.1': account('0.0.1'), '1.0.0': account('1.0.0') } as const satisfies Record<
  Version,
  TSchema
>

export type Account = Static<(typeof Account)[Version]>

const reads = (version: Version, bounds: ArrayOptions) =>
  closed(
    {
      Data: closed(
        { Account: Type.Array(Account[version], bounds) },
        { basis: 'stated', closedBasis: 'framework', rows: { value: ['ACC-REQ-070'] } },
      ),
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

const exactlyOne = { minItems: 1, maxItems: 1, rows: { count: ['ACC-REQ-090'] } } as const satisfies ArrayOptions

/** One account: the same body, an array of exactly one. */
export const AccountResponse = {
  '0.0.1': reads('0.0.1', exactlyOne),
  '1.0.0': reads('1.0.0', exactlyOne),
} as const satisfies Record<Version, TSchema>

export type AccountsResponse = Static<(typeof AccountsResponse)[Version]>
