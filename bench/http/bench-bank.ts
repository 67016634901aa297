/**
 * The bank that is measured: one PSU with five accounts, the first with a long history, and a TPP without a quota.
 *
 * @module
 */

import { parseBankData } from '#fixtures/data-file.js'
import { buildSandbox } from '#sandbox/app.js'
import { systemClock } from '#sandbox/clock/system-clock.js'
import { collections } from '#sandbox/collections.js'
import { makeSigningKey } from '#sandbox/identity/keys.js'
import { post } from '#sandbox/ledger/movements.js'
import { listen } from '#sandbox/server.js'
import { openStore } from '#sandbox/store/open-store.js'
import type { Tenant } from '#sandbox/tenants/tenant.js'
import { createTppFlows } from '#sandbox/tpp-flows.js'
import type { Permission } from '#standard/index.js'
import type { Served } from './served.js'

export interface BenchBankOptions {
  /** Transactions the first account is opened with. */
  readonly transactions: number
  /** Transactions posted to it since. */
  readonly posted: number
  /** For `--store`. */
  readonly store: string
}

const accountIds = ['bench-1', 'bench-2', 'bench-3', 'bench-4', 'bench-5']

export async function openBenchBank({ transactions, posted, store }: BenchBankOptions): Promise<Served> {
  const begun = performance.now()
  const { server, port } = await listen('127.0.0.1', 0)
  const url = `http://127.0.0.1:${port}`
  const tpp = {
    clientId: 'tpp-bench',
    clientSecret: 'bench-secret-of-the-tpp',
    redirectUris: ['https://tpp.example/callback'],
    requestsPerMinute: 1_000_000_000,
  }
  const { app, tenant, tpps } = await buildSandbox({
    publicUrl: url,
    store: await openStore(store, collections),
    server,
    system: systemClock,
    signingKey: makeSigningKey,
    tpps: [tpp],
    data: benchData(transactions),
  })
  const loadMillis = Math.round(performance.now() - begun)
  await postMany(tenant, posted)

  const flows = createTppFlows({
    app,
    url,
    tpp: tpps.find(({ clientId }) => clientId === tpp.clientId) as (typeof tpps)[number],
    psu: tenant.psus.byUsername.get('bench') as NonNullable<ReturnType<Tenant['psus']['byUsername']['get']>>,
    controlToken: undefined,
  })
  const token = async (permissions: readonly Permission[]) =>
    (await flows.authorise(await flows.createConsent({ permissions }))).accessToken as string
  return {
    url,
    token: await token(['ReadAccountsDetail', 'ReadTransactionsDetail', ...bothDirections]),
    basicToken: await token(['ReadAccountsBasic', 'ReadTransactionsBasic', ...bothDirections]),
    accountId: accountIds[0] as string,
    loadMillis,
  }
}

const bothDirections = ['ReadTransactionsCredits', 'ReadTransactionsDebits'] as const

function benchData(transactions: number) {
  const [first, ...others] = accountIds
  const file = {
    personas: 'none',
    psus: [{ username: 'bench', password: 'bench-password', otp: '123456', name: 'Bench', accounts: accountIds }],
    accounts: [
      { id: first, subType: 'CurrentAccount', transactions },
      ...others.map((id) => ({ id, subType: 'CurrentAccount', transactions: 1 })),
    ],
  }
  const parsed = parseBankData(JSON.stringify(file), 'bench.json')
  if ('mistakes' in parsed) throw new Error(parsed.mistakes.join('\n'))
  return parsed.data
}

/** Posts transactions to the first account, a millisecond apart, one after the other. */
async function postMany({ store, bank, clock }: Tenant, count: number): Promise<void> {
  const batch = 50
  const begin = clock.now() - count
  for (let from = 0; from < count; from += batch) {
    await store.transact(async (transaction) => {
      for (let number = from; number < Math.min(count, from + batch); number += 1) {
        post(transaction, bank, {
          transactionId: `posted-${String(number).padStart(9, '0')}`,
          accountId: accountIds[0] as string,
          bookedAt: begin + number,
          amountMinor: 1000 + (number % 9000),
          creditDebitIndicator: number % 2 === 0 ? 'Debit' : 'Credit',
          status: 'Booked',
          information: `Transfer number ${number} of many`,
          reference: `ref-${number}`,
          counterParty: { name: 'Somebody Else', iban: 'BH67BMAG00001299123456', bic: 'BMAGBHBM' },
        })
      }
    })
  }
}
