import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { describePostgres, hasPassword, openDatabase, type TestDatabase } from '../../testing/postgres-database.js'
import type { Collection, RangedCollection } from '../collection.js'
import { openStore } from '../open-store.js'
import type { Store } from '../store.js'
import { type Consent, consents, type Entry, entries, jobs, testCollections, values } from '../testing/collections.js'
import { toPutRows } from './columns.js'
import { settings } from './connections.js'
import { Layout } from './layout.js'
import { migrations } from './migrate.js'
import { openPostgresStore } from './postgres-store.js'
import * as statements from './statements.js'

let database: TestDatabase
const stores: Store[] = []

const open = async (url = database.url) => {
  const store = await openPostgresStore(url, testCollections)
  stores.push(store)
  return store
}

/** A promise and the function that resolves it. */
function latch(): { readonly opened: Promise<void>; open(): void } {
  let release = () => {}
  const opened = new Promise<void>((resolve) => {
    release = resolve
  })
  return { opened, open: () => release() }
}

const messageOf = (url: string) =>
  open(url).then(
    () => 'opened',
    (error: Error) => `${error.stack} ${JSON.stringify(error)}`,
  )

describePostgres('a store on PostgreSQL', () => {
  beforeEach(async () => {
    database = await openDatabase()
  })

  afterEach(async () => {
    await Promise.all(stores.splice(0).map((store) => store.close()))
    await database.drop()
  })

  test('is opened by its URL, and says that others may change what is in it', async () => {
    const store = await openStore(database.url, testCollections)
    stores.push(store)

    expect(store.isShared).toBe(true)
  })

  describe('when it is opened', () => {
    test('makes its tables once, however many open it at the same time', async () => {
      await Promise.all(Array.from({ length: 6 }, () => open()))

      const done = await database.sql('select number, name from ob_migration order by number')
      expect(done).toEqual(migrations.map((name, index) => ({ number: index + 1, name })))
    })

    describe('with a rule more than before', () => {
      const before: Collection<Consent, 'grantId'> = {
        name: 'consents',
        indexes: { grantId: (consent) => consent.grantId },
      }
      const uncounted: RangedCollection<Entry> = {
        name: 'entries',
        indexes: {},
        range: { group: (entry) => entry.accountId, at: (entry) => entry.bookedAt },
      }
      const openBefore = async () => {
        const store = await openPostgresStore(database.url, [before, uncounted])
        stores.push(store)
        return store
      }

      test('finds and sums what was kept before, however many open it at the same time', async () => {
        const old = (await openBefore()).tenant('main')
        await old.transact((transaction) => {
          for (let number = 0; number < 1201; number += 1) {
            transaction.put(before, `c${number}`, { consentId: `c${number}`, psuId: `psu-${number % 600}` })
            transaction.put(uncounted, `t${number}`, { accountId: 'acc', bookedAt: number * 1e5, amountMinor: number })
          }
        })
        const [one, ...others] = await Promise.all(Array.from({ length: 4 }, () => open()))
        const store = (one as Store).tenant('main')
        await store.transact((transaction) => transaction.put(consents, 'c600', { consentId: 'c600', psuId: 'psu-7' }))

        for (const each of [store, ...others.map((other) => other.tenant('main'))]) {
          const found = await each.find(consents, 'psuId', 'psu-7')
          expect(found.map(({ consentId }) => consentId).sort()).toEqual(['c600', 'c607', 'c7'])
          expect(await each.sum(entries, 'acc', 'all', { to: 1000e5 })).toBe(500_500)
          expect(await each.count(entries, 'acc', { to: 1000e5 })).toBe(1001)
        }
      })

      test('places again what was put while a rule was unknown', async () => {
        await (await open()).close()
        const old = await openBefore()
        await old.tenant('main').transact((transaction) => transaction.put(before, 'c', { psuId: 'psu-1' }))

        expect(await (await open()).tenant('main').find(consents, 'psuId', 'psu-1')).toEqual([{ psuId: 'psu-1' }])
      })

      test('continues where an earlier start was interrupted', async () => {
        const main = (await open()).tenant('main')
        await main.transact((transaction) => transaction.put(consents, 'c', { psuId: 'psu-1' }))
        await database.sql('update ob_document set lookup_1 = null, lookup_2 = null, lookup_3 = null, lookup_4 = null')
        await database.sql("update ob_column set filled = false where collection = 'consents' and name = 'psuId'")

        expect(await main.find(consents, 'psuId', 'psu-1')).toEqual([])
        await open()
        expect(await main.find(consents, 'psuId', 'psu-1')).toEqual([{ psuId: 'psu-1' }])
      })

      test('reads nothing of what is stored where nothing is new', async () => {
        await open()
        const filled = await database.sql('select xmin::text from ob_column order by collection, rule, name')
        await open()

        expect(await database.sql('select xmin::text from ob_column order by collection, rule, name')).toEqual(filled)
      })
    })

    test('refuses tables of a newer version, and leaves them as they are', async () => {
      await open()
      await database.sql("insert into ob_migration (number, name) values (999, 'later.sql')")

      expect(await messageOf(database.url)).toContain('newer version: migration 999')
      expect(await database.sql('select count(*)::int as count from ob_migration')).toEqual([
        { count: migrations.length + 1 },
      ])
    })

    // A server that needs no password accepts a wrong one.
    test.skipIf(!hasPassword).each([
      ['password', (url: URL) => (url.password = 'wrong-5ecret'), /password authentication failed/],
      ['database', (url: URL) => (url.pathname = '/nowhere'), /database "nowhere" does not exist/],
    ])('says that the %s is wrong, without a password', async (_, change, expected) => {
      const url = new URL(database.url)
      const { password } = url
      change(url)
      const message = await messageOf(url.href)

      expect(message).toMatch(expected)
      expect(message).not.toContain(password)
      expect(message).not.toContain('wrong-5ecret')
    })

    test('reports a server that does not answer', async () => {
      const url = new URL(database.url)
      url.port = '1'

      expect(await messageOf(url.href)).toMatch(/the database cannot be reached: .*ECONNREFUSED/)
    })
  })

  test('answers reads while every transaction is waiting', async () => {
    const main = (await open()).tenant('main')
    const { opened, open: resume } = latch()
    const waiting = Array.from({ length: 30 }, (_, index) =>
      main.transact(async (transaction) => {
        await transaction.get(values, `${index}`)
        await opened
      }),
    )

    expect(await Promise.all([main.get(values, 'a'), main.all(values)])).toEqual([undefined, []])
    resume()
    await Promise.all(waiting)
  })

  test('lets transactions that wait for one name delay no others', async () => {
    const [one, other] = [(await open()).tenant('main'), (await open()).tenant('main')]
    const { opened, open: resume } = latch()
    const hold = one.transact(
      async (transaction) => {
        await transaction.get(values, 'a')
        await opened
      },
      { on: 'a' },
    )
    const read = (id: string) => other.transact((transaction) => transaction.get(values, id), { on: id })
    const waiting = Array.from({ length: 30 }, () => read('a'))

    expect(await read('b')).toBeUndefined()
    resume()
    await Promise.all([hold, ...waiting])
  })

  test('passes over rows that another transaction has claimed', async () => {
    const [one, other] = [(await open()).tenant('main'), (await open()).tenant('main')]
    await one.transact((transaction) => {
      for (const id of ['a', 'b', 'c']) transaction.put(jobs, id, { kind: 'test', dueAt: 1, about: null })
    })
    const { opened, open: resume } = latch()
    const { opened: isHeld, open: hold } = latch()
    const holding = one.transact(async (transaction) => {
      const rows = await transaction.claim(jobs, 'due', { to: 1, limit: 2 })
      hold()
      await opened
      return rows.map(({ id }) => id)
    })
    await isHeld
    const others = await other.transact((transaction) => transaction.claim(jobs, 'due', { to: 1, limit: 5 }))

    expect(others.map(({ id }) => id)).toEqual(['c'])
    resume()
    expect(await holding).toEqual(['a', 'b'])
  })

  test('runs work again that caught the error of a conflict, as its reads are out of date', async () => {
    const [one, other] = [(await open()).tenant('main'), (await open()).tenant('main')]
    const job = (about: number) => ({ kind: 'test', dueAt: 1, about })
    await one.transact((transaction) => transaction.put(jobs, 'job', job(1)))
    let runs = 0
    const claimed = await one.transact(async (transaction) => {
      runs += 1
      await transaction.get(values, 'a')
      if (runs === 1) await other.transact((their) => their.put(jobs, 'job', job(2)))
      return transaction.claim(jobs, 'due', { to: 1, limit: 1 }).then(
        ([row]) => row?.document.about,
        () => 'caught',
      )
    })

    expect(claimed).toBe(2)
    expect(runs).toBe(2)
  })

  test('keeps two banks of one server apart by their schema', async () => {
    const second = await openDatabase()
    const [one, other] = [await open(), await open(second.url)]
    await one.tenant('main').transact((transaction) => transaction.put(values, 'a', { value: 1 }))

    expect(await other.tenant('main').get(values, 'a')).toBeUndefined()
    await Promise.all(stores.splice(0).map((store) => store.close()))
    await second.drop()
  })

  test('refuses everything once it is closed, and leaves no trace of its connections', async () => {
    const store = await open()
    const main = store.tenant('main')
    await main.transact((transaction) => transaction.put(values, 'a', { value: 1 }))
    await store.close()

    await expect(main.get(values, 'a')).rejects.toThrow('closed')
    await expect(main.transact((transaction) => transaction.get(values, 'a'))).rejects.toThrow('closed')
    expect(await database.sql('select * from ob_writer')).toEqual([])
  })

  test('keeps the documents as jsonb that can be asked with SQL', async () => {
    const main = (await open()).tenant('main')
    await main.transact((transaction) =>
      transaction.put(consents, 'c', { consentId: 'c', status: 'Authorised' } as never),
    )

    const text =
      "select document ->> 'status' as status from ob_document where tenant = 'main' and collection = 'consents'"
    expect(await database.sql(text)).toEqual([{ status: 'Authorised' }])
  })

  test('commits to disk even where the server is set not to', async () => {
    const url = new URL(database.url)
    url.searchParams.set('options', `${url.searchParams.get('options')} -c synchronous_commit=off`)
    const client = new Client({ connectionString: url.href })
    await client.connect()
    await client.query(settings)
    const { rows } = await client.query('show synchronous_commit')
    await client.end()

    expect(rows).toEqual([{ synchronous_commit: 'on' }])
  })

  const layout = new Layout([
    { collection: 'entries', rule: 'index', name: 'pendingOf', number: 1 },
    { collection: 'entries', rule: 'sum', name: 'all', number: 1 },
    { collection: 'entries', rule: 'sum', name: 'pending', number: 2 },
  ])

  test('takes no notice of what others write while it only writes: nothing to conflict on', async () => {
    await open()
    const client = new Client({ connectionString: database.url })
    await client.connect()
    await client.query(settings)
    const document = { accountId: 'a', bookedAt: 1, amountMinor: 3 }
    const put = (id: string) => toPutRows([{ tenantId: 'main', collection: entries, id, document }], layout)
    const seen: unknown[] = []
    for (const [index, id] of ['new', 'other', 'new'].entries()) {
      await client.query('begin isolation level serializable, read write')
      await client.query(statements.putDocuments(layout).text, ['main', put(id)])
      await client.query(statements.markCommit.text, ['00000000-0000-4000-8000-000000000000', index + 1])
      const { rows } = await client.query(
        "select relation::regclass::text from pg_locks where mode = 'SIReadLock' and pid = pg_backend_pid()",
      )
      seen.push(...rows)
      await client.query('commit')
    }
    await client.end()

    expect(seen).toEqual([])
    expect(await database.sql('select sum(rows)::int as rows from ob_count where bits = 16')).toEqual([{ rows: 2 }])
  })

  const {
    countBuckets,
    countRows,
    claimRows,
    findDocuments,
    sumBuckets,
    rangeRows,
    allDocuments,
    getDocuments,
    deleteDocuments,
  } = statements
  const { newest, oldest } = rangeRows
  const group = "'main', 'entries', 'a'"
  const buckets = `${group}, '{24}', '{0}', '{1}', 0, 0, 4000, 5000`
  const asked = [
    [countBuckets, buckets],
    [countRows, `${group}, 1, 2`],
    [claimRows, `${group}, 10, 1, 2`],
    [allDocuments, "'main', 'entries'"],
    [getDocuments, "'{main}', '{entries}', '{1}'"],
    [deleteDocuments, "'main', '{entries}', '{1}'"],
    [findDocuments(1), "'main', 'entries', '7'"],
    [sumBuckets([2]), buckets],
    [sumBuckets([1, 2]), buckets],
    [sumBuckets([1, 2], 'place'), `${buckets}, ''`],
    [newest.fromInstant, `${group}, 10, 2, 1`],
    [newest.afterPlace, `${group}, 10, 2, 1, ''`],
    [oldest.fromInstant, `${group}, 10, 1, 2`],
    [oldest.afterPlace, `${group}, 10, 1, 2, ''`],
  ] as const
  test.each(asked.map(([statement, values]) => ({ ...statement, values })))(
    'finds by the right index, in order: $name',
    async ({ text, values }) => {
      await open()
      const client = new Client({ connectionString: database.url })
      await client.connect()
      // a table that was just filled, and that nobody has analysed
      await client.query('alter table ob_document set (autovacuum_enabled = off)')
      await client.query(
        `insert into ob_document (tenant, collection, id, document, range_group, at, place, lookup_1)
       select 'main', 'entries', id, '{}', 'a', id, decode(md5(id::text) || md5('a' || id) || md5('b' || id) || md5('c' || id), 'hex'), id from generate_series(1, 10000) as id`,
      )
      await client.query(settings)
      await client.query('set default_transaction_read_only = off')
      await client.query(`prepare asked as ${text}`)
      const plans: string[] = []
      for (const mode of ['force_generic_plan', 'force_custom_plan']) {
        await client.query(`set plan_cache_mode = ${mode}`)
        const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain execute asked (${values})`)
        plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
      }
      await client.end()

      const [found = 'pkey'] = /range(?=_group)|lookup_1/.exec(text) ?? []
      for (const plan of plans) {
        const used = plan.match(/(?<=Index (?:Only )?Scan (?:Backward )?using ob_document_)\w+/g)
        expect([...new Set(used)]).toEqual([found])
        expect(plan).not.toMatch(/Seq Scan on ob_|Sort/)
      }
    },
  )
})
