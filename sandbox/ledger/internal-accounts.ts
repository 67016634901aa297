/**
 * The bank's internal accounts, one of each in each currency: the other side of movements on customers' accounts.
 *
 * @module
 */
import type { FixtureBank } from '#fixtures/types.js'
import type { RangedCollection } from '../store/collection.js'
import { addSums, noSums, type Sums } from './balances.js'
import { type Ledger, postedSumsAt, sumsAt } from './entries.js'
import { seededEntries } from './seeded-entries.js'

/**
 * `opening` has the other side of what follows from the seed, `suspense` what is on its way, `fees` what customers were
 * charged, `exchange` what was changed into another currency, `correspondents` what is with other banks, `billers` what was
 * paid to those who send bills.
 */
export const internalAccounts = ['opening', 'suspense', 'fees', 'exchange', 'correspondents', 'billers'] as const

export type InternalAccount = (typeof internalAccounts)[number]

/** A leg of a movement on an internal account of the bank. */
export interface InternalLeg {
  readonly legId: string
  readonly movementId: string
  readonly account: InternalAccount
  /** ISO 4217. */
  readonly currency: string
  readonly at: number
  /** Credits are positive. Minor units of the currency. */
  readonly minor: number
  readonly status: 'Booked' | 'Pending'
}

export const internalLegs: RangedCollection<InternalLeg, 'pendingIn'> = {
  name: 'ownLegs',
  indexes: { pendingIn: (leg) => (leg.status === 'Pending' ? leg.movementId : undefined) },
  range: {
    group: ({ account, currency }) => groupOf(account, currency),
    at: (leg) => leg.at,
    sums: {
      booked: (leg) => (leg.status === 'Booked' ? leg.minor : 0),
      pendingCredits: (leg) => (leg.status === 'Pending' ? Math.max(leg.minor, 0) : 0),
      pendingDebits: (leg) => (leg.status === 'Pending' ? Math.max(-leg.minor, 0) : 0),
    },
  },
}

const groupOf = (account: InternalAccount, currency: string) => `${account} ${currency}`

/** The sums of an internal account at an instant. */
export async function internalSumsAt(
  ledger: Ledger,
  account: InternalAccount,
  currency: string,
  at: number,
): Promise<Sums> {
  const posted = await postedSumsAt(ledger, internalLegs, groupOf(account, currency), at)
  return account === 'opening' ? addSums(otherSideOfSeeded(ledger, currency, at), posted) : posted
}

/** The sum of the opening account's legs for the customers' entries that follow from the seed. These legs are not stored. */
function otherSideOfSeeded({ bank }: Pick<Ledger, 'bank'>, currency: string, at: number): Sums {
  return accountsIn(bank, currency)
    .map((accountId) => seededEntries(bank, accountId).sumsAt(at, at))
    .map(({ bookedMinor, pendingCreditsMinor, pendingDebitsMinor }) => ({
      bookedMinor: -bookedMinor,
      pendingCreditsMinor: pendingDebitsMinor,
      pendingDebitsMinor: pendingCreditsMinor,
    }))
    .reduce(addSums, noSums)
}

/**
 * The total of all accounts in a currency, customers' and internal ones, pending entries included: zero when the
 * books balance.
 */
export async function totalMinor(ledger: Ledger, currency: string, at: number): Promise<number> {
  const sums = await Promise.all([
    ...accountsIn(ledger.bank, currency).map((accountId) => sumsAt(ledger, accountId, at)),
    ...internalAccounts.map((account) => internalSumsAt(ledger, account, currency, at)),
  ])
  const { bookedMinor, pendingCreditsMinor, pendingDebitsMinor } = sums.reduce(addSums, noSums)
  return bookedMinor + pendingCreditsMinor - pendingDebitsMinor
}

function accountsIn(bank: FixtureBank, currency: string): string[] {
  return [...bank.accounts].flatMap(([accountId, account]) => (account.currency === currency ? [accountId] : []))
}
