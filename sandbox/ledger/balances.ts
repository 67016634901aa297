/**
 * Balances of an account, computed from the sums of its entries. Types FACTS 7.3; which of them this bank shows, decision 0040.
 *
 * @module
 */
import { isCreditCard, isDebt } from '#fixtures/plans.js'
import type { FixtureAccount, FixtureTransaction } from '#fixtures/types.js'
import type { Balance } from '#standard/index.js'
import { toDateTime } from '../clock/tenant-clock.js'
import { toAmount, toSignedAmount } from './money.js'

/** Sums of the entries of an account up to an instant, in minor units of its currency. */
export interface Sums {
  /** All that is booked, credits less debits: negative when it is owed. */
  readonly bookedMinor: number
  /** Pending entries; neither sum is negative. */
  readonly pendingCreditsMinor: number
  readonly pendingDebitsMinor: number
}

/** What an entry adds to the balance. Minor units. */
export function signedMinor({
  amountMinor,
  creditDebitIndicator,
}: Pick<FixtureTransaction, 'amountMinor' | 'creditDebitIndicator'>): number {
  return creditDebitIndicator === 'Credit' ? amountMinor : -amountMinor
}

export const noSums: Sums = { bookedMinor: 0, pendingCreditsMinor: 0, pendingDebitsMinor: 0 }

export function addSums(a: Sums, b: Sums): Sums {
  return {
    bookedMinor: a.bookedMinor + b.bookedMinor,
    pendingCreditsMinor: a.pendingCreditsMinor + b.pendingCreditsMinor,
    pendingDebitsMinor: a.pendingDebitsMinor + b.pendingDebitsMinor,
  }
}

/**
 * What can be spent: pending debits are gone, pending credits not there yet, a card's line is part of it, an overdraft not.
 * Nothing can be drawn from a debt.
 */
export function availableMinor(account: FixtureAccount, { bookedMinor, pendingDebitsMinor }: Sums): number {
  if (isDebt(account.accountSubType)) return 0
  const line = isCreditCard(account.accountSubType) ? (account.creditLineMinor ?? 0) : 0
  return bookedMinor - pendingDebitsMinor + line
}

/** Sums of the entries of an account now, and at the end of the bank day before. */
export interface BalanceSums {
  readonly now: number
  readonly sums: Sums
  readonly closedAt: number
  readonly closed: Sums
}

/**
 * The balances of an account, one of each type: InterimBooked, Expected, ClosingBooked and, unless it is a debt nothing can
 * be drawn from, InterimAvailable with its credit line.
 */
export function balancesOf(account: FixtureAccount, { now, sums, closedAt, closed }: BalanceSums): Balance[] {
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
    ...(isDebt(account.accountSubType) ? [] : [available]),
    balance('Expected', now, expected),
    balance('ClosingBooked', closedAt, closed.bookedMinor),
  ]
}

function creditLine({ accountSubType, currency, creditLineMinor }: FixtureAccount): Pick<Balance, 'CreditLine'> {
  if (creditLineMinor === undefined) return {}
  const isCard = isCreditCard(accountSubType)
  return {
    CreditLine: [
      { Included: isCard, Type: isCard ? 'Credit' : 'Pre-Agreed', Amount: toAmount(creditLineMinor, currency) },
    ],
  }
}
