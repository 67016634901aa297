/**
 * Measures what moving money and reading it costs on an account with few posted entries and on one with many, in a process
 * of its own, and prints what it found as JSON.
 *
 * Arguments: two stores (`memory`, `lowdb:DIR`, `postgres://...`), how many entries are posted in each beforehand, and how
 * often each is measured.
 */
import { Client } from 'pg'
import { buildBank } from '#fixtures/bank.js'
import { parseBankData } from '#fixtures/data-file.js'
import { balancesNow } from '#sandbox/account-information/balances.js'
import { readPage } from '#sandbox/account-information/paging/pages.js'
import { runningBalances, sourcesOf } from '#sandbox/account-information/paging/rows.js'
import { systemClock } from '#sandbox/clock/system-clock.js'
import { TenantClock } from '#sandbox/clock/tenant-clock.js'
import { collections } from '#sandbox/collections.js'
import { book, post } from '#sandbox/ledger/movements.js'
import { openStore } from '#sandbox/store/open-store.js'
import type { TenantStore } from '#sandbox/store/store.js'
import { isPostgresUrl } from '#sandbox/store/store-name.js'
import type { Tenant } from '#sandbox/tenants/tenant.js'
import { median } from '../figures.js'

const [smallStore = 'memory', largeStore = 'memory', smallText = '1000', largeText = '1000000', timesText = '200'] =
  process.argv.slice(2)
const times = Number(timesText)
const warmUps = times / 2

/** Microseconds of one operation among few entries and among many, medians. */
export interface LedgerCost {
  readonly operation: string
  readonly few: number
  readonly many: number
}

const accountId = 'bench'
const begun = 1_800_000_000_000
const bank = buildBank({ seed: 1, now: begun, data: benchData() })

function benchData() {
  const account = { id: accountId, subType: 'CurrentAccount', transactions: 1000 }
  const psu = { username: 'bench', password: 'bench', otp: '000000', name: 'Bench', accounts: [accountId] }
  const parsed = parseBankData(JSON.stringify({ psus: [psu], accounts: [account] }), 'bench.json')
  if ('mistakes' in parsed) throw new Error(parsed.mistakes.join('\n'))
  return parsed.data
}

class Books {
  readonly store: TenantStore
  readonly #tenant: Tenant
  #posted = 0
  #odd = 0

  constructor(store: TenantStore) {
    this.store = store
    const clock = new TenantClock(systemClock, { frozenAt: begun + 1e12 })
    this.#tenant = { store, bank, clock } as Tenant
  }

  entry(status: 'Booked' | 'Pending', bookedAt = begun + this.#posted * 1000) {
    this.#posted += 1
    return {
      transactionId: `posted-${String(this.#posted).padStart(9, '0')}`,
      accountId,
      bookedAt,
      amountMinor: 1000 + (this.#posted % 9000),
      creditDebitIndicator: this.#posted % 2 === 0 ? ('Debit' as const) : ('Credit' as const),
      status,
      information: `Transfer number ${this.#posted} of many`,
      counterParty: { name: 'Somebody Else', iban: 'BH67BMAG00001299123456', bic: 'BMAGBHBM' },
    }
  }

  async fill(count: number): Promise<void> {
    const batch = 1000
    for (let first = 0; first < count; first += batch) {
      await this.store.transact((transaction) => {
        for (let number = first; number < Math.min(count, first + batch); number += 1) {
          post(transaction, bank, this.entry('Booked'))
        }
      })
    }
  }

  /** Every operation, once. */
  readonly operations: Readonly<Record<string, () => unknown>> = {
    'post pending': () => this.#post(this.entry('Pending')),
    'book the newest': () =>
      this.store.transact((transaction) => book(transaction, `posted-${String(this.#posted).padStart(9, '0')}`)),
    'post booked': () => this.#post(this.entry('Booked')),
    'post booked among older ones': () => this.#post(this.entry('Booked', this.#inTheMiddle())),
    'page of 100 with balances': () => this.#page(begun + 1e12),
    'the same in the middle of the history': () => this.#page(this.#inTheMiddle()),
    balances: () => balancesNow(this.#tenant, bank.accounts.get(accountId) as never),
  }

  #inTheMiddle(): number {
    this.#odd = (this.#odd + 7919) % 1000
    return begun + Math.floor((this.#posted * this.#odd) / 1000) * 1000 + 1
  }

  #post(entry: ReturnType<Books['entry']>): Promise<void> {
    return this.store.transact((transaction) => post(transaction, bank, entry))
  }

  async #page(to: number): Promise<unknown> {
    const sources = await sourcesOf(this.#tenant, accountId, undefined, to)
    const page = await readPage(sources, { from: 0, to }, 100, { kind: 'number', number: 1 })
    if (!page) throw new Error('there is no page')
    const balances = await runningBalances(page, { accounts: 1, isWhole: true })
    return page.rows.map((_, index) => balances.after(index))
  }
}

/** What the memory of the machine takes for one look-up, without a bank: no post or booking among as many entries can do without some. */
class BareTables {
  readonly #numbers: Float64Array
  readonly #map = new Map<string, object>()
  #next = 1
  #sum = 0

  constructor(entries: number) {
    this.#numbers = new Float64Array(entries * numbersPerEntry).fill(1)
    for (let entry = 0; entry < entries; entry += 1) this.#map.set(keyOf(entry), { entry })
  }

  readonly operations: Readonly<Record<string, () => unknown>> = {
    'bare: a number among those of all rows': () => {
      this.#sum += this.#numbers[this.#drawn() % this.#numbers.length] as number
    },
    'bare: a new key of a Map': () => this.#map.get(`posted-${this.#drawn()}`),
  }

  /** A place that does not follow from the one before. */
  #drawn(): number {
    this.#next = (Math.imul(this.#next, 1_103_515_245) + 12_345) >>> 0
    return this.#next >>> 2
  }
}

/** As many as an entry has in the order of its account. */
const numbersPerEntry = 6
const keyOf = (entry: number) => `posted-${String(entry).padStart(9, '0')}`

async function micros({ operations }: Pick<Books, 'operations'>, operation: string): Promise<number> {
  // a booking needs something that is pending
  if (operation === 'book the newest') await operations['post pending']?.()
  const before = performance.now()
  await operations[operation]?.()
  return (performance.now() - before) * 1000
}

const stores = await Promise.all([openStore(smallStore, collections), openStore(largeStore, collections)])
const [few, many] = stores.map((store) => new Books(store.tenant('bench'))) as [Books, Books]
await few.fill(Number(smallText))
await many.fill(Number(largeText))
for (const name of [smallStore, largeStore].filter(isPostgresUrl)) await analyse(name)

/** What the database does by itself within a minute: until then its planner knows nothing of tables that were just filled. */
async function analyse(connectionString: string): Promise<void> {
  const client = new Client({ connectionString })
  await client.connect()
  await client.query('vacuum analyze')
  await client.end()
}

const costs: LedgerCost[] = []
await measure(few, many)
// of the memory alone, and so beside the engine that is nothing else
if (smallStore === 'memory') await measure(new BareTables(Number(smallText)), new BareTables(Number(largeText)))
process.stdout.write(JSON.stringify(costs))
process.exit(0)

async function measure(amongFew: Pick<Books, 'operations'>, amongMany: Pick<Books, 'operations'>): Promise<void> {
  for (const operation of Object.keys(amongFew.operations)) {
    const all: { few: number[]; many: number[] } = { few: [], many: [] }
    // in turns, so that other load on the machine affects both; the first ones warm up
    for (let time = -warmUps; time < times; time += 1) {
      const [ofFew, ofMany] = [await micros(amongFew, operation), await micros(amongMany, operation)]
      if (time < 0) continue
      all.few.push(ofFew)
      all.many.push(ofMany)
    }
    costs.push({ operation, few: median(all.few), many: median(all.many) })
  }
}
