import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildBank } from '#fixtures/bank.js'
import { MemoryStore } from '../store/memory-store.js'
import { noSums, type Sums } from './balances.js'
import { balanceAfterPosted, type Ledger, postedEntries, sumsAt, withEntry } from './entries.js'
import { internalAccounts, internalLegs, internalSumsAt, totalMinor } from './internal-accounts.js'
import { bookMovement, type EntryLeg, type Movement, postMovement, UnbalancedMovement } from './movements.js'

const now = Date.parse('2030-01-15T09:00:00+03:00')
const hour = 3_600_000
/** Without what happens every day. */
const bank = { ...buildBank({ seed: 1, now }), laterTransactions: () => [] }
const accounts = [...bank.accounts.values()]
const currencies = [...new Set(accounts.map(({ currency }) => currency)), 'USD', 'JPY']

function openLedger() {
  const store = new MemoryStore().tenant('main')
  const ledger: Ledger = { bank, store }
  return {
    ledger,
    post: (movement: Movement) => store.transact((transaction) => postMovement(transaction, bank, movement)),
    book: (id: string) => store.transact((transaction) => bookMovement(transaction, id)),
  }
}

const entryOf = (transactionId: string, accountId: string, minor: number): EntryLeg => ({
  transactionId,
  accountId,
  amountMinor: Math.abs(minor),
  creditDebitIndicator: minor < 0 ? 'Debit' : 'Credit',
  information: 'moved',
})

const movement = (parts: Partial<Movement>): Movement => ({
  movementId: 'm',
  at: now,
  status: 'Booked',
  entries: [],
  internal: [],
  ...parts,
})

describe('refuses a movement', () => {
  const [account] = accounts as [(typeof accounts)[number]]
  const { accountId, currency } = account

  test('that does not balance, saying by how much in which currency', async () => {
    const { post } = openLedger()
    const wrong = movement({
      entries: [entryOf('t', accountId, -12_500)],
      internal: [
        { account: 'suspense', currency, minor: 12_000 },
        { account: 'exchange', currency: 'USD', minor: 250 },
        { account: 'exchange', currency: 'JPY', minor: 100 },
        { account: 'suspense', currency: 'JPY', minor: -100 },
      ],
    })
    const error = await post(wrong).catch((each: unknown) => each)

    expect(error).toBeInstanceOf(UnbalancedMovement)
    expect((error as Error).message).toBe(
      `movement m does not balance: it is off in ${currency} by -0.500 and in USD by 2.50`,
    )
    expect((error as UnbalancedMovement).differences).toEqual(
      new Map([
        [currency, -500],
        ['USD', 250],
      ]),
    )
  })

  test.each([
    ['has one leg', movement({ internal: [{ account: 'fees', currency: 'BHD', minor: 0 }] }), 'has 1 legs'],
    [
      'has parts of a minor unit',
      movement({
        internal: [
          { account: 'fees', currency: 'BHD', minor: 0.5 },
          { account: 'suspense', currency: 'BHD', minor: -0.5 },
        ],
      }),
      'no whole minor units',
    ],
    [
      'is of an account the bank has not',
      movement({ entries: [entryOf('a', 'nobody', 1), entryOf('b', accountId, -1)] }),
      'no account nobody',
    ],
  ])('that %s', async (_, wrong, message) => {
    const { ledger, post } = openLedger()

    await expect(post(wrong)).rejects.toThrow(message)
    expect(await ledger.store.all(internalLegs)).toEqual([])
  })
})

test.each(['unknown', 'booked'])('refuses to book a movement that is %s', async (id) => {
  const { post, book } = openLedger()
  await post(
    movement({
      movementId: 'booked',
      internal: [
        { account: 'fees', currency: 'BHD', minor: 5 },
        { account: 'suspense', currency: 'BHD', minor: -5 },
      ],
    }),
  )

  await expect(book(id)).rejects.toThrow(`no pending movement ${id}`)
})

/** Some legs; what they lack to zero is on the bank's own accounts. */
const drawn = fc.record({
  at: fc.integer({ min: now - 60 * 24 * hour, max: now + 2 * hour }).map((at) => at - (at % hour)),
  status: fc.constantFrom('Booked' as const, 'Pending' as const),
  isBookedLater: fc.boolean(),
  entries: fc.uniqueArray(
    fc.record({ account: fc.constantFrom(...accounts), minor: fc.integer({ min: -100_000, max: 100_000 }) }),
    { maxLength: 3, selector: ({ account }) => account.accountId },
  ),
  internal: fc.array(
    fc.record({
      account: fc.constantFrom(...internalAccounts),
      currency: fc.constantFrom(...currencies),
      minor: fc.integer({ min: -100_000, max: 100_000 }),
    }),
    { minLength: 1, maxLength: 12 },
  ),
})

function balanced(
  index: number,
  { at, status, entries, internal }: typeof drawn extends fc.Arbitrary<infer T> ? T : never,
) {
  const lacking = new Map<string, number>()
  const legs = [...entries.map(({ account, minor }) => ({ currency: account.currency, minor })), ...internal]
  for (const { currency, minor } of legs) lacking.set(currency, (lacking.get(currency) ?? 0) - minor)
  return movement({
    movementId: `m${index}`,
    at,
    status,
    entries: entries.map(({ account, minor }, leg) => entryOf(`t${index}-${leg}`, account.accountId, minor)),
    internal: [
      ...internal,
      ...[...lacking].map(([currency, minor]) => ({ account: 'suspense' as const, currency, minor })),
    ],
  })
}

const opened = new Map<string, Sums>()

/** The sum of the opening entries of an account at an instant, one by one. */
function openedWith(accountId: string, at: number): Sums {
  const key = `${accountId} ${at}`
  const rows = () => bank.transactions(accountId).filter(({ bookedAt }) => bookedAt <= at)
  const sums = opened.get(key) ?? rows().reduce(withEntry, noSums)
  opened.set(key, sums)
  return sums
}

test('whatever moves and is booked in whatever order, the books are right', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(drawn, { maxLength: 25 }), async (movements) => {
      const { ledger, post, book } = openLedger()
      for (const [index, parts] of movements.entries()) await post(balanced(index, parts))
      const late = movements.flatMap(({ status, isBookedLater }, index) =>
        status === 'Pending' && isBookedLater ? [index] : [],
      )
      for (const index of late.reverse()) await book(`m${index}`)

      const entries = await ledger.store.all(postedEntries)
      const legs = [
        ...entries.map((entry) => ({
          ...entry,
          account: entry.accountId,
          currency: bank.accounts.get(entry.accountId)?.currency as string,
          at: entry.bookedAt,
          minor: withEntry(noSums, { ...entry, status: 'Booked' }).bookedMinor,
        })),
        ...(await ledger.store.all(internalLegs)),
      ]
      const sum = (of: readonly { readonly minor: number }[]) => of.reduce((total, { minor }) => total + minor, 0)

      // every movement sums to zero, and its legs are all booked or all pending
      for (const [index, { status, isBookedLater }] of movements.entries()) {
        const internal = legs.filter(({ movementId }) => movementId === `m${index}`)
        for (const currency of currencies) expect(sum(internal.filter((leg) => leg.currency === currency))).toBe(0)
        const is = status === 'Pending' && isBookedLater ? 'Booked' : status
        expect(new Set(internal.map((leg) => leg.status))).toEqual(new Set([is]))
      }
      for (const at of [now - 30 * 24 * hour, now, now + 3 * hour]) {
        const until = legs.filter((leg) => leg.at <= at)
        // each balance is the sum of its legs
        for (const account of internalAccounts.filter((each) => each !== 'opening')) {
          for (const currency of currencies) {
            const internal = until.filter((leg) => leg.account === account && leg.currency === currency)
            const pending = internal.filter(({ status }) => status === 'Pending')
            expect(await internalSumsAt(ledger, account, currency, at)).toEqual({
              bookedMinor: sum(internal.filter(({ status }) => status === 'Booked')),
              pendingCreditsMinor: sum(pending.filter(({ minor }) => minor > 0)),
              pendingDebitsMinor: 0 - sum(pending.filter(({ minor }) => minor < 0)),
            })
          }
        }
        for (const { accountId } of accounts) {
          const rows = entries.filter((entry) => entry.accountId === accountId && entry.bookedAt <= at)
          expect(await sumsAt(ledger, accountId, at, now)).toEqual(rows.reduce(withEntry, openedWith(accountId, at)))
        }
        // and all accounts sum to zero
        for (const currency of currencies) expect(await totalMinor(ledger, currency, at)).toBe(0)
      }
      // the balance after each row is the sum up to it
      for (const entry of entries) {
        const { accountId, bookedAt: at, transactionId } = entry
        const before = entries.filter(
          (each) =>
            each.accountId === accountId &&
            (each.bookedAt < at || (each.bookedAt === at && each.transactionId <= transactionId)),
        )
        expect(await balanceAfterPosted(ledger, entry, now)).toBe(
          before.reduce(withEntry, openedWith(accountId, at)).bookedMinor,
        )
      }
    }),
    { numRuns: 25 },
  )
})

test('the opening account has the other side of what accounts in several currencies were opened with', async () => {
  const { ledger } = openLedger()

  for (const currency of currencies) {
    const opened = accounts.filter((account) => account.currency === currency)
    const rows = opened.flatMap(({ accountId }) => bank.transactions(accountId))
    const { bookedMinor } = rows.reduce(withEntry, noSums)
    expect((await internalSumsAt(ledger, 'opening', currency, now)).bookedMinor).toBe(0 - bookedMinor)
    expect(await totalMinor(ledger, currency, now)).toBe(0)
  }
})
