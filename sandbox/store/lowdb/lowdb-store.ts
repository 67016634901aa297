/**
 * The default engine: a lowdb document in memory; on disk a snapshot and a journal of what changed since.
 *
 * Why it is built this way, and not another: docs/decisions/0030-store-on-disk.md.
 *
 * @module
 */
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Low } from 'lowdb'
import type { Change } from '../draft.js'
import { MemoryStore } from '../memory-store.js'
import type { Store } from '../store.js'
import { DamagedStore } from './damaged.js'
import { Journal, replayJournal } from './journal.js'
import { takeLock } from './lock.js'
import { type Snapshot, SnapshotFile, syncFolder } from './snapshot.js'

export interface LowdbOptions {
  /** Told, in one line, what the start dropped or the background could not do. Default stderr. */
  readonly warn?: (line: string) => void
  /** The journal is folded into a new snapshot when it is larger than this and than the snapshot. Default 64 MB. */
  readonly journalBytes?: number
}

const journalName = (number: number) => `journal-${number}.ndjson`
const journalPattern = /^journal-(\d+)\.ndjson$/

/**
 * Opens the folder, which is made when it is not there, and begins where it was left.
 *
 * @throws when another process has it (naming it), and when a file is damaged (naming file and offset)
 */
export async function openLowdbStore(directory: string, options: LowdbOptions = {}): Promise<Store> {
  const folder = resolve(directory)
  await mkdir(folder, { recursive: true })
  const unlock = await takeLock(join(folder, 'lock'))
  try {
    return await openUnlocked(folder, options, unlock)
  } catch (error) {
    await unlock()
    throw error
  }
}

async function openUnlocked(folder: string, options: LowdbOptions, unlock: () => Promise<void>): Promise<Store> {
  const warn = options.warn ?? ((line) => void process.stderr.write(`${line}\n`))
  const path = (number: number) => join(folder, journalName(number))
  let failures = 0
  let fold: Promise<void> | undefined

  const store = new MemoryStore({
    append: async (changes) => {
      await journal.append(changes)
      foldWhenLarge()
    },
    close: async () => {
      await fold
      if (journal.bytes > 0)
        await foldJournal().catch((error) => warn(`the snapshot could not be written: ${error.message}`))
      await journal.close()
      await unlock()
    },
  })

  /** Commits that failed while a snapshot was written may be in it: such a snapshot is not kept. */
  const failuresAt = { start: 0 }
  const file = new SnapshotFile(
    join(folder, 'bank.json'),
    (change) => store.apply(change),
    async () => {
      await journal.settled()
      if (failures !== failuresAt.start) throw new Error('changes were taken back meanwhile')
    },
  )
  const low = new Low<Snapshot>(file, { journal: 1, number: 0, documents: [] })
  const journals = await journalsIn(folder)
  await low.read()
  const { start, number, last } = await replay(
    low.data,
    journals,
    path,
    (change) => store.apply(change),
    warn,
    file.bytes > 0,
  )
  let current = last
  const journal = await Journal.open(path(last), start, number, {
    onFailure: () => {
      failures += 1
      store.undoPending()
    },
  })
  await syncFolder(folder)
  for (const old of journals.filter((each) => each < low.data.journal)) await rm(path(old), { force: true })
  if (last !== low.data.journal || start > 0 || file.bytes === 0) {
    fold = foldJournal().catch((error) => warn(`the snapshot could not be written: ${error.message}`))
  }
  return store

  function foldWhenLarge(): void {
    if (fold || journal.bytes < Math.max(options.journalBytes ?? 64 * 1024 * 1024, file.bytes)) return
    fold = foldJournal().catch((error) => warn(`the snapshot could not be written: ${error.message}`))
  }

  /** Begins a new journal, writes everything there is to a snapshot, and forgets the journals before. */
  async function foldJournal(): Promise<void> {
    try {
      const next = current + 1
      const number = await journal.switchTo(path(next))
      await syncFolder(folder)
      current = next
      failuresAt.start = failures
      low.data = { journal: next, number, documents: store.changes() }
      await low.write()
      for (const old of await journalsIn(folder)) if (old < next) await rm(path(old), { force: true })
    } finally {
      fold = undefined
    }
  }
}

async function journalsIn(folder: string): Promise<number[]> {
  const names = await readdir(folder)
  return names
    .flatMap((name) => journalPattern.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b)
}

/** Takes over every journal from the snapshot's on; says where the last one is to be continued. */
async function replay(
  snapshot: Snapshot,
  journals: readonly number[],
  path: (number: number) => string,
  apply: (change: Change) => void,
  warn: (line: string) => void,
  hasSnapshot: boolean,
): Promise<{ start: number; number: number; last: number }> {
  const wanted = journals.filter((each) => each >= snapshot.journal)
  if (!hasSnapshot && wanted.length > 0 && wanted[0] !== 1) {
    throw new DamagedStore(path(wanted[0] as number), 0, 'the snapshot it goes on from (bank.json) is missing')
  }
  const missing = wanted.findIndex((each, index) => each !== snapshot.journal + index)
  if (missing !== -1 || (hasSnapshot && wanted.length === 0)) {
    throw new DamagedStore(path(snapshot.journal + Math.max(missing, 0)), 0, 'the journal is missing')
  }
  let number = snapshot.number
  let start = 0
  for (const [index, each] of wanted.entries()) {
    const result = await replayJournal(path(each), number, apply)
    if (result.tornBytes > 0 && index < wanted.length - 1) {
      throw new DamagedStore(
        path(each),
        result.goodBytes,
        'its last record is damaged and a later journal goes on from it',
      )
    }
    if (result.tornBytes > 0) {
      warn(`${path(each)}: the last ${result.tornBytes} bytes were of a transaction that never ended, and are dropped`)
    }
    number = result.number
    start = result.goodBytes
  }
  return { start, number, last: wanted.at(-1) ?? snapshot.journal }
}
