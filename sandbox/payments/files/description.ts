/**
 * What a TPP says of a file before it sends it, and where the file differs from that. FACTS 8.5.
 *
 * @module
 */
import { bankDayOf } from '#fixtures/calendar.js'
import { type FileInitiation, parseDateTime, railOf } from '#standard/index.js'
import type { Rail } from '../settings.js'
import type { OrderBatch } from './order.js'
import type { FileItem } from './stored-files.js'

/** In the bank's terms. What is left out is not compared. */
export interface FileDescription {
  readonly hash: string
  readonly count?: number
  readonly sum?: number
  readonly requestedAt?: number
  readonly rail?: Rail
  readonly debtorIban?: string
}

export function descriptionOf(initiation: FileInitiation): FileDescription {
  const { FileHash, NumberOfTransactions, ControlSum, RequestedExecutionDateTime, LocalInstrument, DebtorAccount } =
    initiation
  const rail = LocalInstrument === undefined ? undefined : railOf('1.0.0', LocalInstrument)
  return {
    hash: FileHash,
    ...(NumberOfTransactions !== undefined && { count: Number(NumberOfTransactions) }),
    ...(ControlSum !== undefined && { sum: ControlSum }),
    ...(RequestedExecutionDateTime !== undefined && { requestedAt: parseDateTime(RequestedExecutionDateTime) }),
    ...(rail && { rail: rail as Rail }),
    ...(DebtorAccount?.SchemeName === 'BH.OBF.IBAN' && { debtorIban: DebtorAccount.Identification }),
  }
}

/** What a file is. Without what could not be read. */
export interface FileFacts {
  readonly digest: Buffer
  readonly totals?: { readonly count: number; readonly sum: string }
  readonly batches: readonly OrderBatch[]
  readonly items: readonly FileItem[]
}

/** A field of `Data.Initiation` that the file is not like: what the consent says, and what the file is. */
export interface FileDifference {
  readonly field:
    | 'FileHash'
    | 'NumberOfTransactions'
    | 'ControlSum'
    | 'RequestedExecutionDateTime'
    | 'LocalInstrument'
    | 'DebtorAccount'
  readonly said: string
  readonly is: string
}

/** Where a file differs from what was said of it (rows FPC-REQ-200 to 220; the last three fields: decision 0131). */
export function fileDifferences(
  { hash, count, sum, requestedAt, rail, debtorIban }: FileDescription,
  { digest, totals, batches, items }: FileFacts,
): FileDifference[] {
  const found: FileDifference[] = []
  const differs = (field: FileDifference['field'], said: string | number, is: string | number) =>
    found.push({ field, said: String(said), is: String(is) })
  if (!isHashOf(hash, digest)) differs('FileHash', hash, digest.toString('base64'))
  if (totals && count !== undefined && count !== totals.count) differs('NumberOfTransactions', count, totals.count)
  // a number of JSON is compared as one: both are the same decimal to the last fils, up to nine million million dinars
  if (totals && sum !== undefined && sum !== Number(totals.sum)) differs('ControlSum', sum, totals.sum)
  const otherDay = batches.find(
    (batch) =>
      requestedAt !== undefined &&
      batch.requestedAt !== undefined &&
      bankDayOf(batch.requestedAt) !== bankDayOf(requestedAt),
  )
  if (otherDay) differs('RequestedExecutionDateTime', 'another day', `for the day in ${otherDay.path}/ReqdExctnDt`)
  const otherRail = items.find((item) => rail !== undefined && item.rail !== rail)
  if (otherRail) differs('LocalInstrument', `BH.OBF.${rail}`, `paid by BH.OBF.${otherRail.rail}`)
  const otherDebtor = batches.find(
    ({ debtor: { iban } }) => debtorIban !== undefined && iban !== undefined && iban !== debtorIban,
  )
  if (otherDebtor) differs('DebtorAccount', 'another account', `paid from that in ${otherDebtor.path}/DbtrAcct`)
  return found
}

/** Base64 of the digest, or of its text in hexadecimal (rows FPC-REQ-090 and 100). */
function isHashOf(hash: string, digest: Buffer): boolean {
  if (hash === digest.toString('base64')) return true
  return Buffer.from(hash, 'base64').toString('latin1').toLowerCase() === digest.toString('hex')
}
