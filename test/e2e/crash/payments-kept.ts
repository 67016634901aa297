/**
 * Kills a bank that pays, again and again, and looks at what it has kept of payments, consents and money.
 *
 * @module
 */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { opaqueId } from '#fixtures/seeded.js'
import { dueJobs } from '#sandbox/clock/due-work.js'
import { collections } from '#sandbox/collections.js'
import { consentRecords } from '#sandbox/consents/consent.js'
import { postedEntries } from '#sandbox/ledger/entries.js'
import { totalMinor } from '#sandbox/ledger/internal-accounts.js'
import { paymentRecords } from '#sandbox/payments/payment.js'
import { openLowdbStore } from '#sandbox/store/lowdb/lowdb-store.js'
import { openStore } from '#sandbox/store/open-store.js'
import type { Store } from '#sandbox/store/store.js'
import { openTestBank, type TestBank } from '#sandbox/testing/test-bank.js'
import { scriptPath } from '../../built-scripts.js'

export interface PaymentsKept {
  readonly kills: number
  /** Kills while what was due on a day was being done. */
  readonly duringDueWork: number
  /** Payments whose submission was answered. */
  readonly acknowledged: number
  /** Payments that were there after all, answered or not. */
  readonly made: number
  /** Everything that is not as it should be, in words. */
  readonly wrong: readonly string[]
}

/** Where a bank is kept while it is killed again and again. */
export interface Kept {
  /** For `openStore`. */
  readonly name: string
  /** Whether other banks go on meanwhile. */
  readonly isShared: boolean
  remove(): Promise<void>
}

/** Kills in one place before the next begins. */
const killsAPlace = 5

/** Opens what is kept; on lowdb with a journal that is folded often, and without a word about what a kill has left. */
export const openKept = (name: string): Promise<Store> =>
  name.startsWith('lowdb:')
    ? openLowdbStore(name.slice('lowdb:'.length), collections, { journalBytes: 200_000, warn: () => undefined })
    : openStore(name, collections)

/** An account of the second PSU. */
export function payeeAtHome({ tenant }: TestBank): { iban: string; name: string } {
  const psu = tenant.bank.psus[1]
  const account = tenant.bank.accounts.get(psu?.accountIds[0] ?? '')
  const iban = account?.identifiers.find(({ scheme }) => scheme === 'IBAN')?.identification
  if (!psu || iban === undefined) throw new Error('the second PSU has no account with an IBAN')
  return { iban, name: psu.name }
}

/** @param prepare an empty store */
export async function killPayingBanks(
  kills: number,
  random: () => number,
  prepare: () => Promise<Kept>,
): Promise<PaymentsKept> {
  const sum = { kills, duringDueWork: 0, acknowledged: 0, made: 0, wrong: [] as string[] }
  for (let done = 0; done < kills; done += killsAPlace) {
    const kept = await prepare()
    try {
      const acknowledged: string[] = []
      for (let kill = done; kill < Math.min(done + killsAPlace, kills); kill += 1) {
        const moment = {
          afterPass: kill % 2 === 0,
          afterPayments: Math.ceil(random() * 12),
          afterMillis: random() * 40,
        }
        const other = kept.isShared ? startPaying(kept.name) : undefined
        const seen = await payAndKill(kept.name, moment)
        acknowledged.push(...seen.acknowledged, ...((await other?.kill()) ?? []))
        if (seen.duringDueWork) sum.duringDueWork += 1
      }
      const { made, wrong } = await inspect(kept.name, acknowledged)
      sum.acknowledged += acknowledged.length
      sum.made += made
      sum.wrong.push(...wrong)
    } finally {
      await kept.remove()
    }
  }
  return sum
}

/** A bank that pays until it is killed. */
function startPaying(name: string, ...more: readonly string[]) {
  const paying = spawn(process.execPath, [scriptPath('pay-on'), name, ...more], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const acknowledged: string[] = []
  let passes = 0
  let isPassing = false
  let notice: () => void = () => undefined
  const lines = createInterface({ input: paying.stdout })
  lines.on('line', (line) => {
    if (line === 'pass') passes += 1
    if (line === 'pass' || line === 'passed') isPassing = line === 'pass'
    else acknowledged.push(line)
    notice()
  })
  const read = new Promise((resolve) => lines.once('close', resolve))
  const ended = new Promise((resolve) => paying.once('exit', resolve))
  return {
    /** Waits until it has acknowledged so many payments, or begun to do what was due. */
    until: (isTime: (seen: { acknowledged: number; passes: number }) => boolean) =>
      new Promise<void>((resolve, reject) => {
        notice = () => {
          if (isTime({ acknowledged: acknowledged.length, passes })) resolve()
        }
        paying.once('exit', (code) => reject(new Error(`the bank ended by itself with ${code}`)))
      }),
    /** Kills it, and returns the payments that it has acknowledged. */
    kill: async () => {
      paying.kill('SIGKILL')
      await Promise.all([read, ended])
      return acknowledged
    },
    isPassing: () => isPassing,
  }
}

interface Moment {
  /** Whether it is killed while it does what is due on a day, or in the middle of payments. */
  readonly afterPass: boolean
  readonly afterPayments: number
  readonly afterMillis: number
}

/** Kills the bank a moment after it has acknowledged some payments, or has begun to do what was due. */
async function payAndKill(name: string, { afterPass, afterPayments, afterMillis }: Moment) {
  const paying = startPaying(name, 'moving')
  await paying.until(({ acknowledged, passes }) => (afterPass ? passes > 0 : acknowledged >= afterPayments))
  await new Promise((resolve) => setTimeout(resolve, afterMillis))
  const acknowledged = await paying.kill()
  return { acknowledged, duringDueWork: paying.isPassing() }
}

/** Opens the bank as a restart would, lets everything that is due be done, and compares payments, consents and books. */
async function inspect(name: string, acknowledged: readonly string[]): Promise<{ made: number; wrong: string[] }> {
  const bank = await openTestBank({ store: await openKept(name) })
  await bank.advance(400 * 86_400_000)
  const { store, bank: books, clock } = bank.tenant
  const payments = await store.all(paymentRecords)
  const ids = new Set(payments.map(({ paymentId }) => paymentId))
  const wrong: string[] = acknowledged.filter((id) => !ids.has(id)).map((id) => `payment ${id} is lost`)

  for (const { paymentId, family, status, steps, consentId } of payments) {
    const rowIds = ['credit', 'debit'].map((side) => opaqueId(books.seed, ['payment', paymentId, side]))
    const rows = await Promise.all(rowIds.map((id) => store.get(postedEntries, id)))
    const posted = rows.map((row) => `${row?.creditDebitIndicator} ${row?.amountMinor} ${row?.status}`)
    const consent = await store.get(consentRecords, consentId)
    const seen = [status, steps.length, consent?.status, ...posted].join()
    const right = family === 'domestic-payment' ? 'AcceptedCreditSettlementCompleted,4' : 'InitiationCompleted,5'
    if (seen !== `${right},Consumed,Credit 1 Booked,Debit 101 Booked`) wrong.push(`payment ${paymentId} is ${seen}`)
  }
  const debtor = books.psus[0]?.accountIds[0] ?? ''
  const paid = (await store.range(postedEntries, debtor, { order: 'oldest', limit: 1_000_000 })).filter(
    ({ document }) => document.payment,
  )
  if (paid.length !== payments.length) wrong.push(`${paid.length} debits are posted for ${payments.length} payments`)
  const used = (await store.all(consentRecords)).filter(({ status }) => status === 'Consumed').length
  if (used !== payments.length) wrong.push(`${used} consents are used for ${payments.length} payments`)
  if ((await totalMinor({ bank: books, store }, 'BHD', clock.now())) !== 0) wrong.push('the books do not balance')
  const left = (await store.range(dueJobs, 'due', { order: 'oldest', limit: 1000 })).filter(
    ({ document }) => document.kind === 'movePayment',
  )
  if (left.length > 0) wrong.push(`${left.length} jobs of payments are left`)
  await bank.close()
  return { made: payments.length, wrong }
}
