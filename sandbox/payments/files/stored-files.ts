/**
 * Files and their payments in the store. Both are kept in parts, a few to a transaction, so that none is long. Parts have
 * the digest of the file in their ids: two files that are uploaded to one consent at once never mix. Decision 0131.
 *
 * @module
 */

import { type DueJob, dueJobs, type Workers } from '../../clock/due-work.js'
import { consentRecords, isPaymentConsent, unauthorisedConsentMillis } from '../../consents/consent.js'
import type { UploadedFile } from '../../consents/uploaded-file.js'
import type { Collection } from '../../store/collection.js'
import { collection } from '../../store/collection.js'
import type { Reader, TenantStore } from '../../store/store.js'
import type { Rail } from '../settings.js'

/** One payment of a file. */
export interface FileItem {
  /** From 1 on: of the batch in the file, and in the batch. */
  readonly batch: number
  readonly item: number
  readonly batchId: string
  readonly endToEndId: string
  readonly instructionId?: string
  readonly creditor: { readonly name: string; readonly iban: string }
  /** Minor units, without the charge. */
  readonly amountMinor: number
  readonly chargeMinor: number
  readonly rail: Rail
  /** The first instant of the day that is asked for, or the instant. */
  readonly requestedAt: number
  readonly reference?: string
  readonly description?: string
}

/** A part of the bytes of a file, in base64. */
export const fileParts: Collection<{ readonly bytes: string }> = collection('fileParts')

/** Payments of a file, {@link itemsOfBlock} together. */
export const fileBlocks: Collection<{ readonly items: readonly FileItem[] }> = collection('fileBlocks')

/** How many payments are stored together, and are shown on one page. */
export const itemsOfBlock = 50

/** Bytes of one part, and how much of a file is put in one transaction. */
const bytesOfPart = 96 * 1024
const blocksOfTransaction = 8

/** The key of a file: its consent and its digest. */
export const fileIdOf = (consentId: string, digest: Buffer) => `${consentId} ${digest.toString('base64url')}`

const partId = (fileId: string, number: number) => `${fileId} ${number}`

const forgetKind = 'forgetFile'

interface About {
  readonly consentId: string
  readonly fileId: string
  readonly parts: number
  readonly blocks: number
}

/** Whatever of a file is stored for nothing is deleted then: its upload ended before it was whole, or another was first. */
const forgetJob = (about: About, now: number): DueJob => ({
  kind: forgetKind,
  dueAt: now + unauthorisedConsentMillis,
  about,
})

export const forgetJobId = (fileId: string) => `${forgetKind} ${fileId}`

/**
 * Stores a file and its payments beside its consent, which does not know of them yet.
 *
 * @returns in how many parts
 */
export async function keepFile(
  store: TenantStore,
  { consentId, fileId, now }: { readonly consentId: string; readonly fileId: string; readonly now: number },
  bytes: Buffer,
  items: readonly FileItem[],
): Promise<Pick<UploadedFile, 'parts' | 'blocks'>> {
  const parts = Math.ceil(bytes.length / bytesOfPart)
  const blocks = Math.ceil(items.length / itemsOfBlock)
  const job = forgetJob({ consentId, fileId, parts, blocks }, now)
  await store.transact((transaction) => transaction.put(dueJobs, forgetJobId(fileId), job))
  for (let part = 0; part < parts; part += 1) {
    const slice = bytes.subarray(part * bytesOfPart, (part + 1) * bytesOfPart)
    await store.transact((transaction) =>
      transaction.put(fileParts, partId(fileId, part), { bytes: slice.toString('base64') }),
    )
  }
  for (let first = 0; first < blocks; first += blocksOfTransaction) {
    await store.transact((transaction) => {
      for (let block = first; block < Math.min(blocks, first + blocksOfTransaction); block += 1) {
        const some = items.slice(block * itemsOfBlock, (block + 1) * itemsOfBlock)
        transaction.put(fileBlocks, partId(fileId, block), { items: some })
      }
    })
  }
  return { parts, blocks }
}

/** The bytes of a file, as they came. */
export async function storedBytes(reader: Reader, { fileId, parts }: UploadedFile): Promise<Buffer> {
  const all: Buffer[] = []
  for (let part = 0; part < parts; part += 1) {
    const found = await reader.get(fileParts, partId(fileId, part))
    if (!found) throw new Error(`part ${part} of file ${fileId} is not there`)
    all.push(Buffer.from(found.bytes, 'base64'))
  }
  return Buffer.concat(all)
}

/** Payments of a file that are stored together. @param block from 0 on */
export async function itemsIn(reader: Reader, fileId: string, block: number): Promise<readonly FileItem[]> {
  const found = await reader.get(fileBlocks, partId(fileId, block))
  if (!found) throw new Error(`block ${block} of file ${fileId} is not there`)
  return found.items
}

/** Deletes files that no consent has. */
export const fileWorkers: Workers = {
  [forgetKind]: async (job, transaction) => {
    const { consentId, fileId, parts, blocks } = job.about as About
    const consent = await transaction.get(consentRecords, consentId)
    if (isPaymentConsent(consent) && consent.file?.fileId === fileId) return
    for (let part = 0; part < parts; part += 1) transaction.delete(fileParts, partId(fileId, part))
    for (let block = 0; block < blocks; block += 1) transaction.delete(fileBlocks, partId(fileId, block))
  },
}
