/**
 * Two payments at once that an account can pay one of.
 *
 * @module
 */
import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { expect } from 'vitest'
import { buildBank } from '#fixtures/bank.js'
import type { FixtureAccount } from '#fixtures/types.js'
import { availableMinorAt } from '#sandbox/ledger/entries.js'
import type { Store } from '#sandbox/store/store.js'
import { type Spend, type Spender, spendingAt } from './spending.js'

const bank = buildBank({ now: spendingAt })

/** How often it is tried: `npm run test:spends` tries 200 times. */
export const spendRounds = Number(process.env.OB_SPENDS ?? 5)

/** A process of its own that spends on a database. */
export interface SpendingProcess {
  readonly spend: Spender
  end(): Promise<void>
}

/** @param url of the database */
export async function startSpending(url: string): Promise<SpendingProcess> {
  const child = fork(join(import.meta.dirname, 'spending-process.ts'), [url], {
    execArgv: ['--conditions=source', '--import', 'tsx'],
  })
  const waiting: ((answer: 'posted' | 'refused') => void)[] = []
  await new Promise((resolve, reject) => {
    child.once('message', resolve)
    child.once('exit', (code) => reject(new Error(`the process that spends ended with ${code}`)))
  })
  child.removeAllListeners('exit')
  child.on('message', (answer) => waiting.shift()?.(answer as 'posted' | 'refused'))
  return {
    spend: (spend) =>
      new Promise((resolve) => {
        waiting.push(resolve)
        child.send(spend)
      }),
    end: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve())
        child.disconnect()
      }),
  }
}

/**
 * Spends 60 % of what an account has, twice at once, and expects one of the two to be posted, in every round.
 *
 * @param spenders one, or as many as there are processes
 * @param store the one they spend on
 */
export async function expectOneOfTwo(
  spenders: readonly [Spender, ...Spender[]],
  store: Store,
  rounds = spendRounds,
): Promise<void> {
  const payers = await accountsWithMoney(store)
  const posted: number[] = []
  let overdrawn = 0
  for (let round = 0; round < rounds; round += 1) {
    const { account, minor } = payers[round % payers.length] as (typeof payers)[number]
    const { accountId } = account
    const tenantId = randomUUID()
    // half of the rounds without the name, as a caller that forgot it
    const spend: Spend = { tenantId, accountId, amountMinor: Math.floor(minor * 0.6), isNamed: round % 2 === 0 }
    const both = await Promise.all(
      [0, 1].map((index) => (spenders[(round + index) % spenders.length] as Spender)(spend)),
    )
    posted.push(both.filter((outcome) => outcome === 'posted').length)
    if ((await availableMinorAt({ bank, store: store.tenant(tenantId) }, account, spendingAt)) < 0) overdrawn += 1
  }

  expect(posted).toEqual(Array.from({ length: rounds }, () => 1))
  expect(overdrawn).toBe(0)
}

/** Accounts that can pay, and what they have before anything was posted. */
async function accountsWithMoney(store: Store): Promise<{ account: FixtureAccount; minor: number }[]> {
  const ledger = { bank, store: store.tenant(randomUUID()) }
  const payers = [...bank.accounts.values()].filter(
    ({ status, currency, accountSubType }) =>
      status === 'Enabled' && currency === 'BHD' && accountSubType === 'CurrentAccount',
  )
  const standing = await Promise.all(
    payers.map(async (account) => ({ account, minor: await availableMinorAt(ledger, account, spendingAt) })),
  )
  return standing.filter(({ minor }) => minor >= 10)
}
