/**
 * What a consent to a file of payments knows of its file. The file itself, and its payments, are stored beside it.
 *
 * @module
 */
import type { FileMediaType } from '#standard/index.js'

/** One of the first payments of a file, for whoever decides. */
export interface FileItemSummary {
  readonly name: string
  readonly iban: string
  readonly amountMinor: number
}

export interface UploadedFile {
  /** What its parts and payments are stored under: they are of these bytes and of no others. */
  readonly fileId: string
  /** How many parts it is stored in. */
  readonly parts: number
  /** How many documents have its payments. */
  readonly blocks: number
  readonly mediaType: FileMediaType
  readonly messageId: string
  /** Who made it, as it says itself. */
  readonly initiator?: string
  /** How many payments it has, and what they come to without charges. */
  readonly count: number
  readonly amountMinor: number
  readonly currency: string
  /** The account that pays, where it names one. */
  readonly debtorIban?: string
  readonly first: readonly FileItemSummary[]
}
