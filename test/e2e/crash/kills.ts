/**
 * Kills a writing process again and again, and looks at what its store has kept.
 *
 * @module
 */

import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { collections } from '#sandbox/collections.js'
import { secretRecords } from '#sandbox/identity/keys.js'
import { openingRecords } from '#sandbox/open-tenant.js'
import { openLowdbStore } from '#sandbox/store/lowdb/lowdb-store.js'
import { scriptPath } from '../../built-scripts.js'

export interface KillReport {
  readonly kills: number
  /** Kills while a snapshot was being written. */
  readonly duringSnapshot: number
  readonly acknowledged: number
  /** Acknowledged numbers that were not there after a restart. */
  readonly lost: readonly number[]
  /** Numbers of which one document was there without the other. */
  readonly halves: readonly number[]
}

/** Kills in one folder before the next begins: a small store is folded into its snapshot often. */
const killsAFolder = 8

/** Kills `kills` times; every fourth kill waits for a snapshot to be under way. */
export async function killAgainAndAgain(kills: number, random: () => number): Promise<KillReport> {
  const sum = { kills, duringSnapshot: 0, acknowledged: 0, lost: [] as number[], halves: [] as number[] }
  for (let done = 0; done < kills; done += killsAFolder) {
    const part = await killInOneFolder(Math.min(killsAFolder, kills - done), random)
    sum.duringSnapshot += part.duringSnapshot
    sum.acknowledged += part.acknowledged
    sum.lost.push(...part.lost)
    sum.halves.push(...part.halves)
  }
  return sum
}

async function killInOneFolder(kills: number, random: () => number): Promise<KillReport> {
  const folder = mkdtempSync(join(tmpdir(), 'ob-crash-'))
  const acknowledged = new Set<number>()
  const lost = new Set<number>()
  const halves = new Set<number>()
  let duringSnapshot = 0
  let first = 0
  try {
    for (let kill = 0; kill < kills; kill += 1) {
      const seen = await runAndKill('writer', folder, first, kill % 4 === 3, 20 + random() * 150)
      for (const number of seen.acknowledged) acknowledged.add(number)
      if (seen.duringSnapshot) duringSnapshot += 1
      first = await inspect(folder, acknowledged, lost, halves)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return { kills, duringSnapshot, acknowledged: acknowledged.size, lost: [...lost], halves: [...halves] }
}

/**
 * Runs a script of this folder that prints numbers as they are acknowledged, and kills it after a while.
 *
 * @param first the number that it begins with
 */
export async function runAndKill(
  script: 'writer' | 'payer',
  folder: string,
  first: number,
  wantsSnapshot: boolean,
  afterMillis: number,
) {
  const writer = spawn(process.execPath, [scriptPath(script), folder, String(first)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const acknowledged: number[] = []
  const lines = createInterface({ input: writer.stdout })
  const ready = new Promise<void>((resolve, reject) => {
    lines.on('line', (line) => (line === 'ready' ? resolve() : acknowledged.push(Number(line))))
    writer.once('exit', (code) => reject(new Error(`the writer ended by itself with ${code}`)))
  })
  const read = new Promise((resolve) => lines.once('close', resolve))
  await ready
  await new Promise((resolve) => setTimeout(resolve, afterMillis))
  const duringSnapshot = wantsSnapshot && (await seenWithin(10_000, join(folder, 'bank.json.tmp')))
  writer.removeAllListeners('exit')
  const ended = new Promise((resolve) => writer.once('exit', resolve))
  writer.kill('SIGKILL')
  await Promise.all([read, ended])
  return { acknowledged, duringSnapshot }
}

/** Looks for a file without a pause; true in the moment it is there. */
async function seenWithin(millis: number, path: string): Promise<boolean> {
  for (const giveUpAt = Date.now() + millis; Date.now() < giveUpAt; ) {
    if (existsSync(path)) return true
    await new Promise((resolve) => setImmediate(resolve))
  }
  return false
}

/** Opens the store as a restart would. Returns the next free number. */
async function inspect(
  folder: string,
  acknowledged: ReadonlySet<number>,
  lost: Set<number>,
  halves: Set<number>,
): Promise<number> {
  const store = await openLowdbStore(folder, collections, { warn: () => undefined })
  const tenant = store.tenant('main')
  const numbers = new Set((await tenant.all(openingRecords)).map(({ seed }) => seed))
  for (const number of acknowledged) if (!numbers.has(number)) lost.add(number)
  for (const number of numbers) if (!(await tenant.get(secretRecords, `n${number}`))) halves.add(number)
  if ((await tenant.all(secretRecords)).filter(({ value }) => typeof value === 'string').length !== numbers.size) {
    halves.add(-1)
  }
  await store.close()
  return [...acknowledged, ...numbers].reduce((highest, number) => Math.max(highest, number), -1) + 1
}
