/**
 * Kills a bank that pays, again and again, and looks at what it has kept of payments, consents and money.
 *
 * @module
 */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { dueJobs } from '#sandbox/clock/due-work.js'
import { collections } from '#sandbox/collections.js'
import { consentRecords, isPaymentConsent } from '#sandbox/consents/consent.js'
import { postedEntries } from '#sandbox/ledger/entries.js'
import { fileBlocks, fileParts } from '#sandbox/payments/files/stored-files.js'
import { type PaymentRecord, paymentRecords } from '#sandbox/payments/payment.js'
import { creditId, debitId } from '#sandbox/payments/payment-entries.js'
import type { PaymentSettings } from '#sandbox/payments/settings.js'
import { booksMistakes } from '#sandbox/payments/testing/books-check.js'
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

/** What the banks that are killed do otherwise than usual: a payment is settled at once, and costs next to nothing. */
export const settingsOfKills: Partial<PaymentSettings> = {
  nrtSeconds: 0,
  charges: (['NRT', 'DNS', 'SWIFT'] as const).map((rail) => ({ rail, chargeMinor: 1 })),
}

/** More than one block, so that a file is stored and paid in parts. */
export const paymentsOfOneFile = 60

/** How often a standing order pays. */
export const paymentsOfOneOrder = 3

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
  const { store, bank: books } = bank.tenant
  const payments = await store.all(paymentRecords)
  const ids = new Set(payments.map(({ paymentId }) => paymentId))
  const wrong: string[] = acknowledged.filter((id) => !ids.has(id)).map((id) => `payment ${id} is lost`)

  for (const payment of payments) {
    const { paymentId, consentId } = payment
    const consent = await store.get(consentRecords, consentId)
    const rows = await Promise.all([creditId, debitId].map((idOf) => store.get(postedEntries, idOf(books, paymentId))))
    const posted = rows.map((row) => (row ? `${row.amountMinor} ${row.status}` : 'nothing'))
    const seen = [consent?.status, payment.status, payment.steps.length, ...posted].join()
    const right = `Consumed,${endOf(payment)}`
    if (seen !== right) wrong.push(`payment ${paymentId} (${payment.family}) is ${seen}, not ${right}`)
  }
  const submitted = payments.filter(({ ofOrder }) => !ofOrder)
  for (const { paymentId, file, family } of submitted) {
    if (file && file.accepted !== paymentsOfOneFile)
      wrong.push(`${file.accepted} payments of file ${paymentId} were made`)
    const made = payments.filter(({ ofOrder }) => ofOrder?.orderId === paymentId).length
    if (family.endsWith('standing-order') && made !== paymentsOfOneOrder)
      wrong.push(`order ${paymentId} was paid ${made} times`)
  }
  wrong.push(...(await booksMistakes(bank.tenant)))
  const consents = await store.all(consentRecords)
  const stored = consents.flatMap((each) => (isPaymentConsent(each) ? (each.file ?? []) : []))
  const ofFiles = (of: 'parts' | 'blocks') => stored.reduce((sum, file) => sum + file[of], 0)
  const [parts, blocks] = [(await store.all(fileParts)).length, (await store.all(fileBlocks)).length]
  if (parts !== ofFiles('parts') || blocks !== ofFiles('blocks')) {
    wrong.push(`${parts} parts and ${blocks} blocks are there, of files ${ofFiles('parts')} and ${ofFiles('blocks')}`)
  }
  const used = consents.filter(({ status }) => status === 'Consumed').length
  if (used !== submitted.length) wrong.push(`${used} consents are used for ${submitted.length} payments`)
  const left = (await store.range(dueJobs, 'due', { order: 'oldest', limit: 1000 })).filter(({ document }) =>
    ['movePayment', 'planFile', 'payFile', 'forgetFile'].includes(document.kind),
  )
  if (left.length > 0) wrong.push(`${left.length} jobs of payments are left`)
  await bank.close()
  return { made: submitted.length, wrong }
}

/** How a payment ends: its status, how many steps it takes, and what is posted for the payee, where that is here, and for the debtor. */
function endOf({ family, ofOrder }: PaymentRecord): string {
  const made = '1 Booked,2 Booked'
  if (ofOrder) return `InitiationCompleted,3,${family.startsWith('domestic') ? made : 'nothing,11 Booked'}`
  if (family === 'domestic-payment') return `AcceptedCreditSettlementCompleted,4,${made}`
  if (family === 'international-payment') return 'AcceptedCreditSettlementCompleted,4,nothing,11 Booked'
  if (family === 'domestic-future-dated-payment') return `InitiationCompleted,5,${made}`
  // each payment of a file, and of an order, has rows of its own
  return `InitiationCompleted,${family === 'file-payment' ? 3 : 2},nothing,nothing`
}
