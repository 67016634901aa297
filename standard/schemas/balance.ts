/**
 * Balances of an account, one for each type. FACTS 7.3.
 *
 * @module
 */
import { type Static, Type } from '@sinclair/typebox'
import { Links, Meta } from './envelope.js'
import { Amount, CreditDebitIndicator } from './money.js'
import { closed, formatted, oneOf, text } from './types.js'

export const balanceTypes = [
  'ClosingAvailable',
  'ClosingBooked',
  'ClosingCleared',
  'Expected',
  'ForwardAvailable',
  'Information',
  'InterimAvailable',
  'InterimBooked',
  'InterimCleared',
  'OpeningAvailable',
  'OpeningBooked',
  'OpeningCleared',
  'PreviouslyClosedBooked',
] as const

export type BalanceType = (typeof balanceTypes)[number]

export const creditLineTypes = ['Available', 'Credit', 'Emergency', 'Pre-Agreed', 'Temporary'] as const

export const Balance = closed(
  {
    AccountId: text(1, 40),
    CreditDebitIndicator,
    Type: oneOf(balanceTypes),
    DateTime: formatted('date-time'),
    Amount,
    CreditLine: Type.Optional(
      Type.Array(
        closed({
          Included: Type.Boolean(),
          Type: Type.Optional(oneOf(creditLineTypes)),
          Amount: Type.Optional(Amount),
        }),
      ),
    ),
  },
  { basis: 'framework' },
)

export type Balance = Static<typeof Balance>

/** Balances of one account or of all. One account has at least one. */
export const BalancesResponse = closed(
  { Data: closed({ Balance: Type.Array(Balance, { minItems: 1 }) }), Links, Meta: Type.Optional(Meta) },
  { basis: 'framework' },
)

export type BalancesResponse = Static<typeof BalancesResponse>
