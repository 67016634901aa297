/**
 * What an account stands at, as pure rules over the sums of its entries. Types FACTS 7.3; which we show, decision 0040.
 *
 * @module
 */
import type { FixtureAccount } from '#fixtures/types.js'
import type { Balance } from '#standard/index.js'
import { toDateTime } from '../clock/durations.js'
import { toAmount, toSignedAmount } from './money.js'

/** Sums of the entries of an account up to an instant, in minor units of its currency. */
export interface Sums {
  /** All that is booked, credits less debits: negative when it is owed. */
  readonly bookedMinor: number
  /** Pending entries; neither sum is negative. */
  readonly pendingCreditsMinor: number
  readonly pendingDebitsMinor: number
}

export const noSums: Sums = { bookedMinor: 0, pendingCreditsMinor: 0, pendingDebitsMinor: 0 }

export function addSums(a: Sums, b: Sums): Sums {
  return {
    bookedMinor: a.bookedMinor + b.bookedMinor,
    pendingCreditsMinor: a.pendingCreditsMinor + b.pendingCreditsMinor,
    pendingDebitsMinor: a.pendingDebitsMinor + b.pendingDebitsMinor,
  }
}

const cards: readonly string[] = ['CreditCard', 'ChargeCard']
const debts: readonly string[] = ['Loan', 'Mortgage']

/** What can be spent: pending debits are gone, pending credits not there yet, a card's line is part of it, an overdraft not. */
export function availableMinor(account: FixtureAccount, { bookedMinor, pendingDebitsMinor }: Sums): number {
  const line = cards.includes(account.accountSubType) ? (account.creditLineMinor ?? 0) : 0
  return bookedMinor - pendingDebitsMinor + line
}

/** The moments an account is looked at: now, and the end of the bank day before. */
export interface Standing {
  readonly now: number
  readonly sums: Sums
  readonly closedAt: number
  readonly closed: Sums
}

/**
 * The balances of an account, one of each type: InterimBooked, Expected, ClosingBooked and, unless it is a debt nothing can
 * be drawn from, InterimAvailable with its credit line.
 */
export function balancesOf(account: FixtureAccount, { now, sums, closedAt, closed }: Standing): Balance[] {
  const balance = (type: Balance['Type'], at: number, minor: number): Balance => ({
    AccountId: account.accountId,
    ...toSignedAmount(minor, account.currency),
    Type: type,
    DateTime: toDateTime(at),
  })
  const expected = sums.bookedMinor + sums.pendingCreditsMinor - sums.pendingDebitsMinor
  const available = { ...balance('InterimAvailable', now, availableMinor(account, sums)), ...creditLine(account) }
  return [
    balance('InterimBooked', now, sums.bookedMinor),
    ...(debts.includes(account.accountSubType) ? [] : [available]),
    balance('Expected', now, expected),
    balance('ClosingBooked', closedAt, closed.bookedMinor),
  ]
}

function creditLine({ accountSubType, currency, creditLineMinor }: FixtureAccount): Pick<Balance, 'CreditLine'> {
  if (creditLineMinor === undefined) return {}
  const isCard = cards.includes(accountSubType)
  return {
    CreditLine: [
      { Included: isCard, Type: isCard ? 'Credit' : 'Pre-Agreed', Amount: toAmount(creditLineMinor, currency) },
    ],
  }
}
