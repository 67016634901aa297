/**
 * Lets one process at a time own a folder, whatever its process id, host name, container, or the path it comes by.
 *
 * The owner has the newest file `lock-N.json` and changes it twice a second; on the same machine the kernel says at once
 * whether it lives. Why: docs/decisions/0066-one-owner-of-a-folder.md.
 *
 * @module
 */
import { open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type LifeSign, lookForLife, type OwnLifeSign, showLife } from './life-sign.js'
import { privateFile } from './private-files.js'

export interface LockOptions {
  /** Called with a line when the start has to wait. */
  readonly warn: (line: string) => void
  /** How often the owner changes its file, in milliseconds. Default 500. */
  readonly beatMillis?: number
  /** How long a file has to stay as it is before an owner that cannot be asked counts as gone. Default 4000. */
  readonly waitMillis?: number
}

/** What the file of an owner says. */
interface LockRecord {
  readonly pid: number
  readonly host: string
  /** The folder, as the kernel numbers it: a copy has another one. */
  readonly folder: string
  /** How to ask whether it lives, where that can be done. */
  readonly life?: LifeSign
}

export interface Lock {
  /** True when the owner before did not give it back. */
  readonly isTakenOver: boolean
  /**
   * Resolves while this process is the owner. Asked between a write and its acknowledgement, so that a process that slept
   * through the loss of its lock acknowledges nothing more.
   *
   * @throws when the folder has another owner, or the lock file was removed
   */
  check(): Promise<void>
  release(): Promise<void>
}

const filePattern = /^lock-(\d+)\.json$/
const released = '{"released":true}\n'
const pollMillis = 100

/**
 * Takes the lock of a folder, or one whose owner is gone.
 *
 * @throws naming the process that holds it
 */
export async function takeLock(folder: string, options: LockOptions): Promise<Lock> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const newest = await newestIn(folder)
    const before = newest === 0 ? 'released' : await stateOf(folder, newest, options)
    if (before === 'removed') continue
    const lock = await claim(folder, newest + 1, before === 'gone', options)
    if (lock) return lock
  }
  throw new Error(`${folder} is taken and given back too often to be taken over`)
}

/** Number of the newest lock file, 0 when there is none. */
async function newestIn(folder: string): Promise<number> {
  return (await readdir(folder)).reduce((newest, name) => Math.max(newest, Number(filePattern.exec(name)?.[1] ?? 0)), 0)
}

const fileOf = (folder: string, number: number) => join(folder, `lock-${number}.json`)

/** What became of the owner; `removed` when the file is not there any more. @throws when it lives */
async function stateOf(
  folder: string,
  number: number,
  { warn, waitMillis = 4000 }: LockOptions,
): Promise<'released' | 'gone' | 'removed'> {
  const here = await folderId(folder)
  let before: string | undefined
  for (let waited = 0; ; waited += pollMillis) {
    const text = await readIfThere(fileOf(folder, number))
    if (text === undefined) return 'removed'
    if (text === released) return 'released'
    const record = parseRecord(text)
    const life = record?.life === undefined ? 'unknown' : await lookForLife(record.life)
    if (life === 'gone') return 'gone'
    // in a copy of the folder the file of a living owner stays as it is
    if (life === 'alive' && record?.folder === here) throw new Error(inUse(folder, record))
    if (before !== undefined && text !== before) throw new Error(inUse(folder, record))
    if (waited >= waitMillis) return 'gone'
    if (before === undefined) {
      const who = record ? `process ${record.pid} on ${record.host}` : 'a process that cannot be asked'
      warn(`${folder} was opened by ${who}: waiting ${waitMillis / 1000} s to see whether that still runs`)
    }
    before = text
    await pause(pollMillis)
  }
}

const inUse = (folder: string, record: LockRecord | undefined) =>
  record
    ? `process ${record.pid} uses this store (${folder}, opened on ${record.host}); stop it, or choose another folder`
    : `another process uses this store (${folder}); stop it, or choose another folder`

/**
 * Makes the next lock file. Of all who try one number, one succeeds; the newest file is never removed, so that the number
 * of whoever was asleep since it looked is not the newest.
 */
async function claim(
  folder: string,
  number: number,
  isTakenOver: boolean,
  { beatMillis = 500 }: LockOptions,
): Promise<Lock | undefined> {
  // it has to show life before anybody can read of it
  const life = await showLife()
  const record: LockRecord = {
    pid: process.pid,
    host: hostname(),
    folder: await folderId(folder),
    ...(life && { life: { name: life.name, reach: life.reach } }),
  }
  const path = fileOf(folder, number)
  // always of the same or a greater length, so that it can be written over the one before
  const text = (beats: number) => `${JSON.stringify({ ...record, beats })}\n`
  const isNewest = async () => (await newestIn(folder).catch(() => 0)) === number
  try {
    const file = await privateFile(path, 'wx')
    await file.writeFile(text(0)).finally(() => file.close())
    if (await isNewest()) {
      for (const name of await readdir(folder)) {
        if (Number(filePattern.exec(name)?.[1] ?? number) < number) await rm(join(folder, name), { force: true })
      }
      return new OwnedLock({ folder, path, text, released, beatMillis, isTakenOver, isNewest, life })
    }
    await rm(path, { force: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
      await life?.close()
      throw error
    }
  }
  await life?.close()
  return undefined
}

interface Owned extends Pick<Lock, 'isTakenOver'> {
  readonly folder: string
  /** The lock file, and what is written into it at the n-th beat and when it is given back. */
  readonly path: string
  readonly text: (beats: number) => string
  readonly released: string
  readonly beatMillis: number
  /** Whether the folder has no newer lock file, and still has this one. */
  readonly isNewest: () => Promise<boolean>
  readonly life: OwnLifeSign | undefined
}

export class OwnedLock implements Lock {
  readonly #owned: Owned
  readonly #timer: NodeJS.Timeout
  #beats = 0
  #beating: Promise<void> = Promise.resolve()

  constructor(owned: Owned) {
    this.#owned = owned
    this.#timer = setInterval(() => {
      this.#beating = this.#beating.then(() => this.#beat()).catch(() => undefined)
    }, owned.beatMillis).unref()
  }

  get isTakenOver(): boolean {
    return this.#owned.isTakenOver
  }

  async check(): Promise<void> {
    if (await this.#owned.isNewest()) return
    throw new Error(`${this.#owned.folder} has been taken over by another process, or its lock file was removed`)
  }

  async release(): Promise<void> {
    clearInterval(this.#timer)
    await this.#beating
    const { path, released, isNewest, life } = this.#owned
    if (await isNewest()) await writeFile(path, released).catch(() => undefined)
    await life?.close()
  }

  /** Opens and closes the file each time: other machines see what was written before a file was closed. */
  async #beat(): Promise<void> {
    this.#beats += 1
    const file = await open(this.#owned.path, 'r+')
    await file.write(this.#owned.text(this.#beats), 0).finally(() => file.close())
  }
}

function parseRecord(text: string): LockRecord | undefined {
  try {
    const value = JSON.parse(text) as Partial<LockRecord> | null
    const isRecord = typeof value?.pid === 'number' && typeof value.host === 'string'
    const { life } = value ?? {}
    const isLife = life === undefined || (typeof life.name === 'string' && typeof life.reach === 'string')
    return isRecord && isLife ? (value as LockRecord) : undefined
  } catch {
    return undefined
  }
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

async function folderId(folder: string): Promise<string> {
  const { dev, ino } = await stat(folder, { bigint: true })
  return `${dev}:${ino}`
}
