/**
 * Kills a bank's books in the middle of payments and due work, and looks at what is left.
 *
 * @module
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildBank } from '#fixtures/bank.js'
import { dueJobs } from '#sandbox/clock/due-work.js'
import { collections } from '#sandbox/collections.js'
import { secretRecords } from '#sandbox/identity/keys.js'
import { postedEntries } from '#sandbox/ledger/entries.js'
import { internalLegs, totalMinor } from '#sandbox/ledger/internal-accounts.js'
import { debitId } from '#sandbox/payments/payment-entries.js'
import { openLowdbStore } from '#sandbox/store/lowdb/lowdb-store.js'
import { runAndKill } from './kills.js'
import { openedAt, paymentIdOf, timesSettled } from './payment-orders.js'

export interface PaymentKillReport {
  readonly kills: number
  readonly acknowledged: number
  readonly settled: number
  /** Acknowledged payments that were not there after a restart. */
  readonly lost: readonly number[]
  /** What was there twice, or in part. */
  readonly mistakes: readonly string[]
}

const killsAFolder = 10
const bank = buildBank({ now: openedAt })

export async function killPayments(kills: number, random: () => number): Promise<PaymentKillReport> {
  const report = { kills, acknowledged: 0, settled: 0, lost: [] as number[], mistakes: [] as string[] }
  for (let done = 0; done < kills; done += killsAFolder) {
    const folder = mkdtempSync(join(tmpdir(), 'ob-payments-'))
    const acknowledged = new Set<number>()
    let first = 0
    try {
      for (let kill = 0; kill < Math.min(killsAFolder, kills - done); kill += 1) {
        const seen = await runAndKill('payer', folder, first, false, 30 + random() * 200)
        for (const number of seen.acknowledged) acknowledged.add(number)
        const { highest, settled } = await inspect(folder, acknowledged, report)
        first = highest + 1
        if (kill === Math.min(killsAFolder, kills - done) - 1) report.settled += settled
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
    report.acknowledged += acknowledged.size
  }
  return report
}

/** Opens the store as a restart would, and compares payments, jobs and books. */
async function inspect(
  folder: string,
  acknowledged: ReadonlySet<number>,
  { lost, mistakes }: { lost: number[]; mistakes: string[] },
): Promise<{ highest: number; settled: number }> {
  const store = await openLowdbStore(folder, collections, { warn: () => undefined })
  const tenant = store.tenant('main')
  const entries = await tenant.all(postedEntries)
  const debits = entries.filter(({ payment }) => payment)
  const numbers = debits.map(({ payment }) => Number(payment?.paymentId.split(' ')[1]))
  const there = new Set(numbers)
  for (const number of acknowledged) if (!there.has(number) && !lost.includes(number)) lost.push(number)

  const legs = await tenant.all(internalLegs)
  for (const number of numbers) {
    const paymentId = paymentIdOf(number)
    const debit = await tenant.get(postedEntries, debitId(bank, paymentId))
    const hasJob = (await tenant.get(dueJobs, paymentId)) !== undefined
    const times = Number((await tenant.get(secretRecords, timesSettled(paymentId)))?.value ?? 0)
    const isSettled = debit?.status === 'Booked'
    if (times !== Number(isSettled)) mistakes.push(`${paymentId} is ${debit?.status} and was settled ${times} times`)
    if (hasJob === isSettled) mistakes.push(`${paymentId} is ${debit?.status} ${hasJob ? 'with' : 'without'} its job`)
  }
  const ofMovement = new Map<string, number>()
  const add = (movementId: string, minor: number) =>
    ofMovement.set(movementId, (ofMovement.get(movementId) ?? 0) + minor)
  for (const { movementId, creditDebitIndicator, amountMinor } of entries) {
    add(movementId, creditDebitIndicator === 'Credit' ? amountMinor : -amountMinor)
  }
  for (const { movementId, minor } of legs) add(movementId, minor)
  for (const [movementId, minor] of ofMovement) if (minor !== 0) mistakes.push(`${movementId} comes to ${minor}`)
  const total = await totalMinor({ bank, store: tenant }, 'BHD', openedAt + 1e9)
  if (total !== 0) mistakes.push(`all accounts come to ${total}`)
  await store.close()
  return {
    highest: Math.max(-1, ...numbers, ...acknowledged),
    settled: debits.filter(({ status }) => status === 'Booked').length,
  }
}
