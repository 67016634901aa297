/**
 * Kills a bank that pays, again and again, and looks at what it has kept of payments, consents and money.
 *
 * @module
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { opaqueId } from '#fixtures/seeded.js'
import { dueJobs } from '#sandbox/clock/due-work.js'
import { collections } from '#sandbox/collections.js'
import { consentRecords } from '#sandbox/consents/consent.js'
import { postedEntries } from '#sandbox/ledger/entries.js'
import { totalMinor } from '#sandbox/ledger/internal-accounts.js'
import { paymentRecords } from '#sandbox/payments/payment.js'
import { openLowdbStore } from '#sandbox/store/lowdb/lowdb-store.js'
import { openTestBank, type TestBank } from '#sandbox/testing/test-bank.js'

export interface PaymentsKept {
  readonly kills: number
  /** Payments whose submission was answered. */
  readonly acknowledged: number
  /** Payments that were there after all, answered or not. */
  readonly made: number
  /** Everything that is not as it should be, in words. */
  readonly wrong: readonly string[]
}

/** Kills in one folder before the next begins. */
const killsAFolder = 5

/** An account of the second PSU. */
export function payeeAtHome({ tenant }: TestBank): { iban: string; name: string } {
  const psu = tenant.bank.psus[1]
  const account = tenant.bank.accounts.get(psu?.accountIds[0] ?? '')
  const iban = account?.identifiers.find(({ scheme }) => scheme === 'IBAN')?.identification
  if (!psu || iban === undefined) throw new Error('the second PSU has no account with an IBAN')
  return { iban, name: psu.name }
}

export async function killPayingBanks(kills: number, random: () => number): Promise<PaymentsKept> {
  const sum = { kills, acknowledged: 0, made: 0, wrong: [] as string[] }
  for (let done = 0; done < kills; done += killsAFolder) {
    const folder = mkdtempSync(join(tmpdir(), 'ob-paying-'))
    try {
      const acknowledged: string[] = []
      for (let kill = done; kill < Math.min(done + killsAFolder, kills); kill += 1) {
        acknowledged.push(...(await payAndKill(folder, Math.ceil(random() * 12), random() * 20)))
      }
      const { made, wrong } = await inspect(folder, acknowledged)
      sum.acknowledged += acknowledged.length
      sum.made += made
      sum.wrong.push(...wrong)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
  return sum
}

/** Kills the bank a moment after it has acknowledged some payments. */
async function payAndKill(folder: string, afterPayments: number, afterMillis: number): Promise<string[]> {
  const paying = spawn(
    process.execPath,
    ['--conditions=source', '--import', 'tsx', 'test/e2e/crash/pay-on.ts', folder],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const acknowledged: string[] = []
  const lines = createInterface({ input: paying.stdout })
  const paid = new Promise<void>((resolve, reject) => {
    lines.on('line', (line) => {
      acknowledged.push(line)
      if (acknowledged.length === afterPayments) resolve()
    })
    paying.once('exit', (code) => reject(new Error(`the bank ended by itself with ${code}`)))
  })
  const read = new Promise((resolve) => lines.once('close', resolve))
  await paid
  await new Promise((resolve) => setTimeout(resolve, afterMillis))
  paying.removeAllListeners('exit')
  const ended = new Promise((resolve) => paying.once('exit', resolve))
  paying.kill('SIGKILL')
  await Promise.all([read, ended])
  return acknowledged
}

/** Opens the bank as a restart would, lets everything that is due be done, and compares payments, consents and books. */
async function inspect(folder: string, acknowledged: readonly string[]): Promise<{ made: number; wrong: string[] }> {
  const bank = await openTestBank({ store: await openLowdbStore(folder, collections, { warn: () => undefined }) })
  await bank.advance(86_400_000)
  const { store, bank: books, clock } = bank.tenant
  const payments = await store.all(paymentRecords)
  const ids = new Set(payments.map(({ paymentId }) => paymentId))
  const wrong: string[] = acknowledged.filter((id) => !ids.has(id)).map((id) => `payment ${id} is lost`)

  for (const { paymentId, status, steps, consentId } of payments) {
    const rowIds = ['credit', 'debit'].map((side) => opaqueId(books.seed, ['payment', paymentId, side]))
    const rows = await Promise.all(rowIds.map((id) => store.get(postedEntries, id)))
    const posted = rows.map((row) => `${row?.creditDebitIndicator} ${row?.amountMinor} ${row?.status}`)
    const consent = await store.get(consentRecords, consentId)
    const seen = [status, steps.length, consent?.status, ...posted].join()
    const right = 'AcceptedCreditSettlementCompleted,4,Consumed,Credit 1 Booked,Debit 101 Booked'
    if (seen !== right) wrong.push(`payment ${paymentId} is ${seen}`)
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
