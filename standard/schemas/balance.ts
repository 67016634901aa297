/**
 * Balances of an account, one for each type. FACTS 7.3.
 *
 * @module
 */
import { type Static, Type } from '@sinclair/typebox'
import { Links, Meta } from './envelope.js'
import { amount, CreditDebitIndicator } from './money.js'
import { closed, formatted, oneOf, text, withRows } from './types.js'

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
    AccountId: withRows(text(1, 40), 'BAL-REQ-050'),
    CreditDebitIndicator: withRows(CreditDebitIndicator, 'BAL-REQ-060'),
    Type: withRows(oneOf(balanceTypes), 'BAL-REQ-080'),
    DateTime: withRows(formatted('date-time'), 'BAL-REQ-090'),
    Amount: amount('BAL-REQ-100'),
    CreditLine: Type.Optional(
      Type.Array(
        closed({
          Included: withRows(Type.Boolean(), 'BAL-REQ-120'),
          Type: withRows(Type.Optional(oneOf(creditLineTypes)), 'BAL-REQ-130'),
          Amount: Type.Optional(amount('BAL-REQ-140')),
        }),
        { rows: { value: ['BAL-REQ-110'] } },
      ),
    ),
  },
  { basis: 'framework' },
)

export type Balance = Static<typeof Balance>

/** Balances of one account or of all. One account has at least one. */
export const BalancesResponse = closed(
  {
    Data: withRows(closed({ Balance: Type.Array(Balance, { minItems: 1 }) }), 'BAL-REQ-040'),
    Links,
    Meta: Type.Optional(Meta),
  },
  { basis: 'framework' },
)

export type BalancesResponse = Static<typeof BalancesResponse>
