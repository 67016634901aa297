/**
 * The default engine: a lowdb document in memory; on disk a snapshot and a journal of what changed since.
 *
 * Design and alternatives: docs/decisions/0030-store-on-disk.md.
 *
 * @module
 */
import { randomUUID } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Low } from 'lowdb'
import type { AnyCollection } from '../collection.js'
import { MemoryStore } from '../memory-store.js'
import type { Store } from '../store.js'
import { DamagedStore } from './damaged.js'
import { Journal, type JournalOptions } from './journal.js'
import { type Lock, type LockOptions, takeLock } from './lock.js'
import { makePrivate } from './private-files.js'
import { type CollectionsByName, type JournalChange, withFields } from './records.js'
import { type Replay, replayJournal } from './replay.js'
import { type Snapshot, SnapshotFile, syncFolder } from './snapshot.js'

export interface LowdbOptions {
  /** Called with one line when the start dropped data or background work failed. Default stderr. */
  readonly warn?: (line: string) => void
  /** The journal is folded into a new snapshot when it is larger than this and than the snapshot. Default 64 MB. */
  readonly journalBytes?: number
  /** How the owner of the folder is told from one that is gone. */
  readonly lock?: Omit<LockOptions, 'warn'>
}

/**
 * The journal is folded when more documents were deleted than are kept, and then at least this many: the work of
 * folding is in proportion to what is kept, so that each deletion pays for a bounded part of it. When the bank asks to
 * give back space, one deletion for four documents kept is enough.
 */
const minDeleted = 10_000
const deletedPerKept = 4

const journalName = (number: number) => `journal-${number}.ndjson`
const journalPattern = /^journal-(\d+)\.ndjson$/
const ourFiles = /^(bank\.json|journal-\d+\.ndjson)(\.tmp)?$|^lock-\d+\.json$/

/**
 * Opens the folder, creating it if needed, and loads what is stored.
 *
 * @param collections every collection that it stores
 * @throws when another process has it open (naming the process), when it cannot be written, and when a file is damaged or
 * another bank's (naming file and offset)
 */
export async function openLowdbStore(
  directory: string,
  collections: readonly AnyCollection[],
  options: LowdbOptions = {},
): Promise<Store> {
  const folder = resolve(directory)
  const warn = options.warn ?? ((line) => void process.stderr.write(`${line}\n`))
  const lock = await own(folder, { ...options, warn })
  try {
    return await openOwned(folder, new Map(collections.map((each) => [each.name, each])), { ...options, warn }, lock)
  } catch (error) {
    await lock.release()
    throw error
  }
}

type Options = LowdbOptions & Required<Pick<LowdbOptions, 'warn'>>

async function own(folder: string, { warn, lock }: Options): Promise<Lock> {
  try {
    await makePrivate(folder, (name) => ourFiles.test(name), warn)
    return await takeLock(folder, { ...lock, warn })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    throw new Error(
      `the store cannot be kept in ${folder} (${code}): choose a folder that can be written, with --store lowdb:DIR`,
    )
  }
}

async function openOwned(
  folder: string,
  collections: CollectionsByName,
  { warn, ...options }: Options,
  lock: Lock,
): Promise<Store> {
  const path = (number: number) => join(folder, journalName(number))
  const journalBytes = options.journalBytes ?? 64 * 1024 * 1024
  let failures = 0
  let fold: Promise<void> | undefined
  const store = new MemoryStore()

  /** A snapshot may contain commits that failed while it was written: such a snapshot is discarded. */
  const failuresAt = { start: 0 }
  const file = new SnapshotFile(
    join(folder, 'bank.json'),
    collections,
    (change) => store.apply(change),
    async () => {
      await journal.settled()
      if (failures !== failuresAt.start) throw new Error('changes were taken back meanwhile')
      await lock.check()
    },
  )
  const low = new Low<Snapshot>(file, { journal: 1, number: 0, documents: [] })
  const journals = await journalsIn(folder)
  await low.read()
  const found = await replay({
    snapshot: low.data,
    hasSnapshot: file.bytes > 0,
    journals,
    path,
    collections,
    apply: (change) => applyAgain(store, change),
    warn,
  })
  let current = found?.last ?? 1
  const journalOptions: JournalOptions = {
    onFailure: () => {
      failures += 1
      store.undoPending()
    },
    lock,
    onLarge: foldWhenLarge,
    large: { bytes: journalBytes, deleted: minDeleted },
  }
  const bank = found?.bank ?? randomUUID()
  const journal = await (found
    ? Journal.open(path(found.last), found, journalOptions)
    : Journal.create(path(1), bank, journalOptions))
  store.keepIn({
    journal,
    compact: async () => {
      await fold
      if (journal.deleted > store.size / deletedPerKept) await startFold()
    },
    close: async () => {
      await fold
      if (journal.bytes > 0) await startFold()
      await journal.close()
      await lock.release()
    },
  })
  await syncFolder(folder)
  for (const old of journals.filter((each) => each < low.data.journal)) await rm(path(old), { force: true })
  if (current !== low.data.journal || journal.bytes > 0 || file.bytes === 0 || !file.isCurrent || lock.isTakenOver) {
    // nothing more goes into a file that an owner who is not gone might still write to
    const switched = nextJournal()
    void startFold(switched)
    await switched.catch(() => undefined)
  }
  return store

  function foldWhenLarge(): void {
    const isLarge = journal.bytes >= Math.max(journalBytes, file.bytes)
    if (!fold && (isLarge || journal.deleted > Math.max(minDeleted, store.size))) void startFold()
  }

  function startFold(switched = nextJournal()): Promise<void> {
    fold = foldJournal(switched).catch((error) => warn(`the snapshot could not be written: ${error.message}`))
    return fold
  }

  /** Resolves with the number of the last record before it. */
  async function nextJournal(): Promise<number> {
    await lock.check()
    const number = await journal.switchTo(path(current + 1), current + 1)
    current += 1
    return number
  }

  /** Starts a new journal, writes everything to a snapshot, and deletes the journals before. */
  async function foldJournal(switched: Promise<number>): Promise<void> {
    try {
      const number = await switched
      failuresAt.start = failures
      low.data = { journal: current, number, bank, documents: store.changes() }
      await low.write()
      for (const old of await journalsIn(folder)) if (old < current) await rm(path(old), { force: true })
    } finally {
      fold = undefined
    }
  }
}

/** Makes a change of a journal. Fields of a document that is not there were set before it was deleted: the snapshot is later than that. */
function applyAgain(store: MemoryStore, { isOfFields, ...change }: JournalChange): void {
  if (!isOfFields) return void store.apply(change)
  const before = store.stored(change)
  if (before !== undefined) {
    store.apply({ ...change, document: withFields(change.collection, before, change.document) })
  }
}

async function journalsIn(folder: string): Promise<number[]> {
  const names = await readdir(folder)
  return names
    .flatMap((name) => journalPattern.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b)
}

interface ReplayOptions {
  readonly snapshot: Snapshot
  readonly hasSnapshot: boolean
  readonly journals: readonly number[]
  readonly path: (number: number) => string
  readonly collections: CollectionsByName
  readonly apply: (change: JournalChange) => void
  readonly warn: (line: string) => void
}

/** Applies every journal since the snapshot; returns where the last one continues, or `undefined` in an empty folder. */
async function replay(options: ReplayOptions): Promise<(Replay & { readonly last: number }) | undefined> {
  const { snapshot, hasSnapshot, journals, path, collections, apply, warn } = options
  const wanted = journals.filter((each) => each >= snapshot.journal)
  if (!hasSnapshot && wanted.length > 0 && wanted[0] !== 1) {
    throw new DamagedStore(path(wanted[0] as number), 0, 'the snapshot it goes on from (bank.json) is missing')
  }
  const missing = wanted.findIndex((each, index) => each !== snapshot.journal + index)
  if (missing !== -1 || (hasSnapshot && wanted.length === 0)) {
    throw new DamagedStore(path(snapshot.journal + Math.max(missing, 0)), 0, 'the journal is missing')
  }
  let found: (Replay & { readonly last: number }) | undefined
  for (const [index, each] of wanted.entries()) {
    const from = { bank: found?.bank ?? snapshot.bank, journal: each, after: found?.number ?? snapshot.number }
    const isLast = index === wanted.length - 1
    const result = await replayJournal(path(each), from, isLast, collections, apply)
    if (result.tornBytes > 0 && !isLast) {
      throw new DamagedStore(
        path(each),
        result.goodBytes,
        'its last record is damaged and a later journal goes on from it',
      )
    }
    if (result.tornBytes > 0) {
      warn(`${path(each)}: the last ${result.tornBytes} bytes were of a transaction that never ended, and are dropped`)
    }
    found = { ...result, last: each }
  }
  return found
}
