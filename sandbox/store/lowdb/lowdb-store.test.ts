import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Collection, RangedCollection } from '../collection.js'
import type { Store } from '../store.js'
import {
  type Consent,
  consents,
  type Entry,
  entries,
  numbers,
  testCollections,
  tickets,
  values,
} from '../testing/collections.js'
import { openLowdbStore } from './lowdb-store.js'

const folders: string[] = []

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ob-store-'))
  folders.push(folder)
  return folder
}

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

const numbered = (number: number) => ({ number })

const put = (store: Store, id: string, number: number) =>
  store.tenant('main').transact((transaction) => transaction.put(numbers, id, numbered(number)))

const numbersIn = async (store: Store) => (await store.tenant('main').all(numbers)).map(({ number }) => number)

/** A folder as a crash leaves it: a snapshot, and a journal with these transactions behind it, each written by itself. */
async function crashed(
  transactions: readonly (readonly [id: string, number: number])[],
  { together = false } = {},
): Promise<string> {
  const live = newFolder()
  const store = await openLowdbStore(live, testCollections)
  await put(store, 'first', 1)
  await store.close()
  const again = await openLowdbStore(live, testCollections)
  const puts: Promise<void>[] = []
  for (const [id, number] of transactions) {
    puts.push(put(again, id, number))
    if (!together) await puts.at(-1)
  }
  await Promise.all(puts)
  const copy = newFolder()
  for (const name of readdirSync(live)) if (!name.startsWith('lock')) copyFileSync(join(live, name), join(copy, name))
  await again.close()
  return copy
}

/** Places in a file, evenly spread, and those at its ends. `OB_DAMAGE=all` takes every place. */
function placesIn(bytes: Buffer): number[] {
  const places = [...bytes.keys()]
  return places.filter((at) => process.env.OB_DAMAGE === 'all' || at % 15 === 0 || at < 8 || at > bytes.length - 8)
}

const journalIn = (folder: string) =>
  join(folder, readdirSync(folder).find((name) => name.startsWith('journal')) as string)

/** What a journal says, without the reserved bytes. */
const writtenIn = (journal: string) => {
  const bytes = readFileSync(journal)
  return bytes.subarray(0, bytes.lastIndexOf(10) + 1)
}

async function open(folder: string): Promise<{ numbersIn: number[]; warnings: string[] }> {
  const warnings: string[] = []
  const store = await openLowdbStore(folder, testCollections, { warn: (line) => warnings.push(line) })
  const found = await numbersIn(store)
  await store.close()
  return { numbersIn: found, warnings }
}

test('keeps what was put over a restart, and in a file that is JSON', async () => {
  const folder = newFolder()
  const store = await openLowdbStore(folder, testCollections)
  await put(store, 'a', 7)
  await store.close()

  expect(await open(folder)).toEqual({ numbersIn: [7], warnings: [] })
  expect(JSON.parse(readFileSync(join(folder, 'bank.json'), 'utf8'))).toMatchObject({
    documents: [[expect.any(String), expect.any(Number), 'main', 'numbers', 'a', [], numbered(7)], 1],
  })
})

test('replays what the journal has beyond the snapshot', async () => {
  const folder = await crashed([
    ['b', 2],
    ['c', 3],
  ])

  expect(await open(folder)).toEqual({ numbersIn: [1, 2, 3], warnings: [] })
})

test('starts with everything before a last record that was torn anywhere, and says so', {
  timeout: 120_000,
}, async () => {
  const folder = await crashed([
    ['b', 2],
    ['c', 3],
  ])
  const journal = journalIn(folder)
  const whole = writtenIn(journal)
  const lastBegins = whole.lastIndexOf(10, whole.length - 2) + 1

  for (let length = lastBegins; length < whole.length - 1; length += 1) {
    const copy = newFolder()
    copyFileSync(join(folder, 'bank.json'), join(copy, 'bank.json'))
    writeFileSync(
      join(copy, journal.slice(folder.length + 1)),
      Buffer.concat([whole.subarray(0, length), Buffer.alloc(100)]),
    )

    const { numbersIn: found, warnings } = await open(copy)

    expect(found, `cut at ${length}`).toEqual([1, 2])
    const torn = length - lastBegins
    expect(warnings, `cut at ${length}`).toEqual(torn === 0 ? [] : [expect.stringContaining(`the last ${torn} bytes`)])
  }
})

describe('with other rules than it was written with', () => {
  const bare: RangedCollection<Entry> = {
    name: 'entries',
    indexes: {},
    range: { group: (entry) => entry.accountId, at: (entry) => entry.bookedAt },
  }
  const bySwapped: Collection<Consent, 'grantId' | 'psuId'> = {
    name: 'consents',
    indexes: { psuId: (consent) => consent.psuId, grantId: (consent) => consent.grantId },
  }
  const written = async () => {
    const folder = newFolder()
    const store = await openLowdbStore(folder, [bare, bySwapped])
    await store.tenant('main').transact((transaction) => {
      transaction.put(bySwapped, 'c', { grantId: 'g', psuId: 'p' })
      for (const id of ['a', 'b']) {
        transaction.put(bare, id, { accountId: 'acc', bookedAt: 1, amountMinor: 4, status: 'Pending' })
      }
    })
    await store.close()
    return folder
  }

  test('finds, orders and sums what is stored by the rules there are now, and writes that down', async () => {
    const folder = await written()
    for (const round of [1, 2]) {
      const store = await openLowdbStore(folder, testCollections)
      const main = store.tenant('main')

      expect(await main.find(entries, 'pendingOf', 'acc'), `round ${round}`).toHaveLength(2)
      expect([await main.sum(entries, 'acc', 'pending'), await main.count(entries, 'acc')]).toEqual([8, 2])
      expect(await main.find(consents, 'psuId', 'p')).toHaveLength(1)
      expect(await main.find(consents, 'grantId', 'p')).toEqual([])
      await store.close()
      expect(readFileSync(join(folder, 'bank.json'), 'utf8')).toContain('"index pendingOf","group","at","sum all"')
    }
  })

  test('reads a snapshot that does not say what its rules were', async () => {
    const folder = await written()
    const path = join(folder, 'bank.json')
    const [head = '', ...lines] = readFileSync(path, 'utf8').split('\n')
    const { journal, number } = JSON.parse(`${head}0]}`) as { journal: number; number: number }
    const text = `"format":1,"journal":${journal},"number":${number}`
    const sum = crc32(text).toString(16).padStart(8, '0')
    writeFileSync(path, [`{${text},"checksum":"${sum}","documents":[`, ...lines].join('\n'))
    const store = await openLowdbStore(folder, testCollections)

    expect(await store.tenant('main').find(consents, 'psuId', 'p')).toHaveLength(1)
    expect(await store.tenant('main').sum(entries, 'acc', 'all')).toBe(8)
    await store.close()
  })
})

test('goes on after a torn record, and the next restart has both', async () => {
  const folder = await crashed([['b', 2]])
  const journal = journalIn(folder)
  const length = writtenIn(journal).length - 3
  truncateSync(journal, length)
  truncateSync(journal, length + 100)
  const store = await openLowdbStore(folder, testCollections, { warn: () => undefined })
  await put(store, 'd', 4)
  await store.close()

  expect((await open(folder)).numbersIn).toEqual([1, 4])
})

test('never accepts a last record with a flipped bit, and never drops it', { timeout: 120_000 }, async () => {
  const folder = await crashed([
    ['b', 2],
    ['c', 3],
  ])
  const journal = journalIn(folder)
  const whole = writtenIn(journal)
  const lastBegins = whole.lastIndexOf(10, whole.length - 2) + 1

  for (let at = lastBegins; at < whole.length; at += 1) {
    const flipped = readFileSync(journal)
    flipped[at] = (flipped[at] as number) ^ 4
    const copy = newFolder()
    for (const name of readdirSync(folder)) copyFileSync(join(folder, name), join(copy, name))
    writeFileSync(journalIn(copy), flipped)

    // without its line feed the record is still there
    if (at === whole.length - 1) expect((await open(copy)).numbersIn).toEqual([1, 2, 3])
    else await expect(open(copy), `flipped at ${at}`).rejects.toThrow('a record was altered')
  }
})

test('drops records of one write when an earlier one of them is torn, for none was acknowledged', async () => {
  const transactions = [
    ['b', 2],
    ['c', 3],
    ['d', 4],
  ] as const
  const folder = await crashed(transactions, { together: true })
  const journal = journalIn(folder)
  const whole = readFileSync(journal)
  const written = writtenIn(journal).length
  const head = whole.indexOf(10) + 1
  const length = (written - head) / transactions.length

  for (const index of transactions.keys()) {
    const torn = Buffer.from(whole).fill(0, head + index * length + 5, head + (index + 1) * length - 3)
    const copy = newFolder()
    for (const name of readdirSync(folder)) copyFileSync(join(folder, name), join(copy, name))
    writeFileSync(journalIn(copy), torn)

    expect(await open(copy)).toEqual({
      numbersIn: [1, 2, 3, 4].slice(0, index + 1),
      warnings: [expect.stringContaining(`the last ${written - head - index * length} bytes`)],
    })
  }
})

test('leaves no reserved bytes in the file when it is closed', async () => {
  const folder = await crashed([['b', 2]])
  expect(readFileSync(journalIn(folder)).length).toBeGreaterThan(64 * 1024)

  const store = await openLowdbStore(folder, testCollections)
  await put(store, 'c', 3)
  await store.close()

  expect(readFileSync(journalIn(folder)).toString()).toMatch(
    /^[0-9a-f]{8} \{"bank":"[^"]+","journal":\d+,"after":\d+\}\n\0$/,
  )
})

test('refuses a damaged record with good ones behind it, naming file and offset', async () => {
  const folder = await crashed([
    ['b', 2],
    ['c', 3],
  ])
  const journal = journalIn(folder)
  const bytes = readFileSync(journal)
  const head = bytes.indexOf(10) + 1
  bytes[head + 12] = (bytes[head + 12] as number) ^ 1
  writeFileSync(journal, bytes)

  await expect(open(folder)).rejects.toThrow(`${journal} is damaged at byte ${head}`)
})

test('refuses a snapshot with a flipped bit anywhere, and leaves it as it is', { timeout: 120_000 }, async () => {
  const folder = await crashed([])
  const file = join(folder, 'bank.json')
  const whole = readFileSync(file)

  for (const at of placesIn(whole)) {
    const flipped = Buffer.from(whole)
    flipped[at] = (flipped[at] as number) ^ 1
    writeFileSync(file, flipped)

    await expect(openLowdbStore(folder, testCollections), `flipped at ${at}`).rejects.toThrow(/damaged at byte \d+/)
    expect(readFileSync(file)).toEqual(flipped)
  }
})

test('refuses a snapshot cut anywhere', { timeout: 120_000 }, async () => {
  const folder = await crashed([])
  const file = join(folder, 'bank.json')
  const whole = readFileSync(file)

  for (const length of placesIn(whole)) {
    writeFileSync(file, whole.subarray(0, length))

    await expect(openLowdbStore(folder, testCollections), `cut at ${length}`).rejects.toThrow(/damaged at byte \d+/)
  }
})

test('refuses to start empty over a journal whose snapshot is missing', async () => {
  const folder = await crashed([['b', 2]])
  rmSync(join(folder, 'bank.json'))

  await expect(openLowdbStore(folder, testCollections)).rejects.toThrow('bank.json) is missing')
})

test('refuses to start without the journal its snapshot names', async () => {
  const folder = await crashed([['b', 2]])
  rmSync(journalIn(folder))

  await expect(openLowdbStore(folder, testCollections)).rejects.toThrow('the journal is missing')
})

test('ignores a temporary file that a crash has left', async () => {
  const folder = await crashed([['b', 2]])
  writeFileSync(join(folder, 'bank.json.tmp'), '{"format":1,')

  expect((await open(folder)).numbersIn).toEqual([1, 2])
})

test('starts from the snapshot when a crash has left a journal after it that is not whole yet', async () => {
  const folder = await crashed([['b', 2]])
  writeFileSync(join(folder, 'journal-9.ndjson.tmp'), '')

  expect(await open(folder)).toEqual({ numbersIn: [1, 2], warnings: [] })
})

test('folds the journal into the snapshot while writes go on, and loses none', async () => {
  const folder = newFolder()
  const store = await openLowdbStore(folder, testCollections, { journalBytes: 4096 })
  await Promise.all(
    Array.from({ length: 20 }, async (_, writer) => {
      for (let each = 0; each < 50; each += 1) await put(store, `${writer}-${each}`, writer * 100 + each)
    }),
  )
  const folded = readdirSync(folder).find((name) => /^journal-\d+/.test(name))
  await store.close()

  expect(Number(/\d+/.exec(folded ?? '')?.[0])).toBeGreaterThan(3)
  expect(new Set((await open(folder)).numbersIn).size).toBe(1000)
})

test('typicode/lowdb #437, #235: writes what changed and not the whole file, and has the last write when it is stopped at once', async () => {
  const folder = await crashed([])
  const store = await openLowdbStore(folder, testCollections, { journalBytes: 1024 ** 3 })
  const text = 'x'.repeat(10_000)
  await store.tenant('main').transact((transaction) => {
    for (let index = 0; index < 1000; index += 1) transaction.put(values, `large ${index}`, { value: text })
  })
  const before = statSync(journalIn(folder)).size
  await Promise.all(Array.from({ length: 1000 }, (_, index) => put(store, `${index}`, index + 2)))
  const written = statSync(journalIn(folder)).size - before
  const last = put(store, 'last', 1002)
  await store.close()
  await last

  expect(before).toBeGreaterThan(10_000_000)
  expect(written).toBeLessThan(1000 * 200)
  expect((await open(folder)).numbersIn.toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 1002 }, (_, index) => index + 1),
  )
})

describe('the space of what was deleted', () => {
  const sizeOf = (folder: string) =>
    readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)

  /** Puts documents that end, and deletes them as a purge does. */
  async function round(store: Store, count: number): Promise<void> {
    const main = store.tenant('main')
    await main.transact((transaction) => {
      for (let index = 0; index < count; index += 1) {
        transaction.put(tickets, `ticket ${index}`, { holder: 'x'.repeat(300), endsAt: 10 })
      }
    })
    while ((await main.purge(tickets, { to: 10, limit: 500 })).deleted === 500);
  }

  test.each([300, 2000])('is given back after each of ten rounds of %i documents', async (count) => {
    const folder = newFolder()
    const store = await openLowdbStore(folder, testCollections)
    await put(store, 'kept', 7)
    const sizes: number[] = []
    for (let each = 0; each < 10; each += 1) {
      await round(store, count)
      await store.compact()
      sizes.push(sizeOf(folder))
    }
    await store.close()

    expect(Math.max(...sizes)).toBeLessThanOrEqual(2 * (sizes[0] as number))
    expect((await open(folder)).numbersIn).toEqual([7])
  })

  test('is given back without being asked for once more documents were deleted than are kept', async () => {
    const folder = newFolder()
    const store = await openLowdbStore(folder, testCollections)
    for (let each = 0; each < 6; each += 1) await round(store, 2000)

    // 4.5 MB have been written
    await vi.waitFor(() => expect(sizeOf(folder)).toBeLessThan(2_000_000), { timeout: 10_000 })
    await store.close()
  })

  test('stays where little was deleted: the snapshot is not written for every purge', async () => {
    const folder = newFolder()
    const store = await openLowdbStore(folder, testCollections)
    await store.compact()
    await Promise.all(Array.from({ length: 100 }, (_, index) => put(store, `${index}`, index)))
    await round(store, 20)
    const before = journalIn(folder)
    await store.compact()

    expect(journalIn(folder)).toBe(before)
    await store.close()
  })
})
