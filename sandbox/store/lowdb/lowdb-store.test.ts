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
import { afterEach, describe, expect, test } from 'vitest'
import type { Store } from '../store.js'
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

const founding = (seed: number) => ({ seed, foundedAt: 0 })

const put = (store: Store, id: string, seed: number) =>
  store.tenant('main').transact((transaction) => transaction.put('founding', id, founding(seed)))

const seeds = async (store: Store) => (await store.tenant('main').all('founding')).map(({ seed }) => seed)

/** A folder as a crash leaves it: a snapshot, and a journal with these transactions behind it, each written by itself. */
async function crashed(
  transactions: readonly (readonly [id: string, seed: number])[],
  { together = false } = {},
): Promise<string> {
  const live = newFolder()
  const store = await openLowdbStore(live)
  await put(store, 'first', 1)
  await store.close()
  const again = await openLowdbStore(live)
  const puts: Promise<void>[] = []
  for (const [id, seed] of transactions) {
    puts.push(put(again, id, seed))
    if (!together) await puts.at(-1)
  }
  await Promise.all(puts)
  const copy = newFolder()
  for (const name of readdirSync(live)) if (name !== 'lock') copyFileSync(join(live, name), join(copy, name))
  await again.close()
  return copy
}

const journalIn = (folder: string) =>
  join(folder, readdirSync(folder).find((name) => name.startsWith('journal')) as string)

/** What a journal says, without the room behind it. */
const writtenIn = (journal: string) => {
  const bytes = readFileSync(journal)
  return bytes.subarray(0, bytes.lastIndexOf(10) + 1)
}

async function open(folder: string): Promise<{ seeds: number[]; warnings: string[] }> {
  const warnings: string[] = []
  const store = await openLowdbStore(folder, { warn: (line) => warnings.push(line) })
  const found = await seeds(store)
  await store.close()
  return { seeds: found, warnings }
}

test('keeps what was put over a restart, and in a file that is JSON', async () => {
  const folder = newFolder()
  const store = await openLowdbStore(folder)
  await put(store, 'a', 7)
  await store.close()

  expect(await open(folder)).toEqual({ seeds: [7], warnings: [] })
  expect(JSON.parse(readFileSync(join(folder, 'bank.json'), 'utf8'))).toMatchObject({
    documents: [[expect.any(String), expect.any(Number), 'main', 'founding', 'a', [], founding(7)], 1],
  })
})

test('replays what the journal has beyond the snapshot', async () => {
  const folder = await crashed([
    ['b', 2],
    ['c', 3],
  ])

  expect(await open(folder)).toEqual({ seeds: [1, 2, 3], warnings: [] })
})

test.each([
  ['the end of the file', 0],
  ['room for more', 100],
])('starts with everything before a last record that was torn anywhere before %s, and says so', async (_, room) => {
  const folder = await crashed([
    ['b', 2],
    ['c', 3],
  ])
  const journal = journalIn(folder)
  const whole = writtenIn(journal)
  const lastBegins = whole.lastIndexOf(10, whole.length - 2) + 1

  for (let length = lastBegins; length < whole.length; length += 1) {
    const copy = newFolder()
    copyFileSync(join(folder, 'bank.json'), join(copy, 'bank.json'))
    writeFileSync(
      join(copy, journal.slice(folder.length + 1)),
      Buffer.concat([whole.subarray(0, length), Buffer.alloc(room)]),
    )

    const { seeds: found, warnings } = await open(copy)

    expect(found, `cut at ${length}`).toEqual([1, 2])
    const torn = length - lastBegins
    expect(warnings, `cut at ${length}`).toEqual(torn === 0 ? [] : [expect.stringContaining(`the last ${torn} bytes`)])
  }
})

test('goes on after a torn record, and the next restart has both', async () => {
  const folder = await crashed([['b', 2]])
  const journal = journalIn(folder)
  truncateSync(journal, writtenIn(journal).length - 3)
  const store = await openLowdbStore(folder, { warn: () => undefined })
  await put(store, 'd', 4)
  await store.close()

  expect((await open(folder)).seeds).toEqual([1, 4])
})

test('never takes a flipped bit of the last record for the truth', async () => {
  const folder = await crashed([
    ['b', 2],
    ['c', 3],
  ])
  const journal = journalIn(folder)
  const whole = writtenIn(journal)
  const lastBegins = whole.lastIndexOf(10, whole.length - 2) + 1

  for (let at = lastBegins; at < whole.length; at += 1) {
    const flipped = Buffer.from(whole)
    flipped[at] = (flipped[at] as number) ^ 4
    writeFileSync(journal, flipped)
    const copy = newFolder()
    for (const name of readdirSync(folder)) copyFileSync(join(folder, name), join(copy, name))

    expect((await open(copy)).seeds, `flipped at ${at}`).toEqual([1, 2])
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
  const whole = writtenIn(journal)
  const length = whole.length / transactions.length

  for (const index of transactions.keys()) {
    const torn = Buffer.from(whole).fill(0, index * length + 5, (index + 1) * length - 3)
    const copy = newFolder()
    for (const name of readdirSync(folder)) copyFileSync(join(folder, name), join(copy, name))
    writeFileSync(journalIn(copy), torn)

    expect(await open(copy)).toEqual({
      seeds: [1, 2, 3, 4].slice(0, index + 1),
      warnings: [expect.stringContaining(`the last ${whole.length - index * length} bytes`)],
    })
  }
})

test('leaves no room behind what is written when it is closed', async () => {
  const folder = await crashed([['b', 2]])
  expect(readFileSync(journalIn(folder)).length).toBeGreaterThan(64 * 1024)

  const store = await openLowdbStore(folder)
  await put(store, 'c', 3)
  await store.close()

  expect(readFileSync(journalIn(folder)).length).toBe(0)
})

test('refuses a damaged record with good ones behind it, naming file and offset', async () => {
  const folder = await crashed([
    ['b', 2],
    ['c', 3],
  ])
  const journal = journalIn(folder)
  const bytes = readFileSync(journal)
  bytes[12] = (bytes[12] as number) ^ 1
  writeFileSync(journal, bytes)

  await expect(open(folder)).rejects.toThrow(`${journal} is damaged at byte 0`)
})

test('refuses a snapshot with a flipped bit anywhere, and leaves it as it is', async () => {
  const folder = await crashed([])
  const file = join(folder, 'bank.json')
  const whole = readFileSync(file)

  for (let at = 0; at < whole.length; at += 1) {
    const flipped = Buffer.from(whole)
    flipped[at] = (flipped[at] as number) ^ 1
    writeFileSync(file, flipped)

    await expect(openLowdbStore(folder), `flipped at ${at}`).rejects.toThrow(/damaged at byte \d+/)
    expect(readFileSync(file)).toEqual(flipped)
  }
})

test('refuses a snapshot cut anywhere', async () => {
  const folder = await crashed([])
  const file = join(folder, 'bank.json')
  const whole = readFileSync(file)

  for (let length = 0; length < whole.length; length += 1) {
    writeFileSync(file, whole.subarray(0, length))

    await expect(openLowdbStore(folder), `cut at ${length}`).rejects.toThrow(/damaged at byte \d+/)
  }
})

test('refuses to start empty over a journal whose snapshot is missing', async () => {
  const folder = await crashed([['b', 2]])
  rmSync(join(folder, 'bank.json'))

  await expect(openLowdbStore(folder)).rejects.toThrow('bank.json) is missing')
})

test('refuses to start without the journal its snapshot names', async () => {
  const folder = await crashed([['b', 2]])
  rmSync(journalIn(folder))

  await expect(openLowdbStore(folder)).rejects.toThrow('the journal is missing')
})

test('pays no heed to a temporary file a crash has left', async () => {
  const folder = await crashed([['b', 2]])
  writeFileSync(join(folder, 'bank.json.tmp'), '{"format":1,')

  expect((await open(folder)).seeds).toEqual([1, 2])
})

test('starts from the snapshot when a crash has left the journal after it empty', async () => {
  const folder = await crashed([['b', 2]])
  truncateSync(journalIn(folder), 0)

  expect(await open(folder)).toEqual({ seeds: [1], warnings: [] })
})

describe('the lock', () => {
  test('refuses a second owner, naming the process', async () => {
    const folder = newFolder()
    const store = await openLowdbStore(folder)

    await expect(openLowdbStore(folder)).rejects.toThrow(`process ${process.pid} uses this store`)
    await store.close()
  })

  test('names another process that is alive', async () => {
    const folder = newFolder()
    writeFileSync(join(folder, 'lock'), `${process.ppid}\n`)

    await expect(openLowdbStore(folder)).rejects.toThrow(`process ${process.ppid} uses this store`)
  })

  test.each([
    ['its owner is gone', '999999999\n'],
    ['its owner was killed before it wrote its name', ''],
  ])('is taken over when %s', async (_, text) => {
    const folder = newFolder()
    writeFileSync(join(folder, 'lock'), text)
    const store = await openLowdbStore(folder)

    expect(readFileSync(join(folder, 'lock'), 'utf8')).toBe(`${process.pid}\n`)
    await store.close()
    expect(readdirSync(folder)).not.toContain('lock')
  })
})

test('folds the journal into the snapshot while writes go on, and loses none', async () => {
  const folder = newFolder()
  const store = await openLowdbStore(folder, { journalBytes: 4096 })
  await Promise.all(
    Array.from({ length: 20 }, async (_, writer) => {
      for (let each = 0; each < 50; each += 1) await put(store, `${writer}-${each}`, writer * 100 + each)
    }),
  )
  const folded = readdirSync(folder).find((name) => /^journal-\d+/.test(name))
  await store.close()

  expect(Number(/\d+/.exec(folded ?? '')?.[0])).toBeGreaterThan(3)
  expect(new Set((await open(folder)).seeds).size).toBe(1000)
})

test('typicode/lowdb #437, #235: writes what changed and not the whole file, and has the last write when it is stopped at once', async () => {
  const folder = await crashed([])
  const store = await openLowdbStore(folder, { journalBytes: 1024 ** 3 })
  const text = 'x'.repeat(10_000)
  await store.tenant('main').transact((transaction) => {
    for (let index = 0; index < 1000; index += 1) transaction.put('secrets', `large ${index}`, { value: text })
  })
  const before = statSync(journalIn(folder)).size
  await Promise.all(Array.from({ length: 1000 }, (_, index) => put(store, `${index}`, index + 2)))
  const written = statSync(journalIn(folder)).size - before
  const last = put(store, 'last', 1002)
  await store.close()
  await last

  expect(before).toBeGreaterThan(10_000_000)
  expect(written).toBeLessThan(1000 * 200)
  expect((await open(folder)).seeds.toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 1002 }, (_, index) => index + 1),
  )
})
