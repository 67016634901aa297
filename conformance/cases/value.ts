/**
 * Values in the requests and expectations of a case, and references to what is known only while it runs.
 *
 * @module
 */
import type { Version } from '#standard/index.js'
import type { FileFact, FileForm } from './file-forms.js'
import type { GivenValueName } from './given-values.js'

/** A value taken from the starting point or from an earlier answer of the same case. */
export type Ref =
  | {
      readonly from: 'given'
      readonly name: GivenValueName
    }
  /** Dotted path into the JSON body of an earlier step. */
  | {
      readonly from: 'step'
      readonly step: number
      readonly path: string
      /** The value is a date-time: sent as a query parameter, without its offset and shifted by this many milliseconds. */
      readonly queryDate?: { readonly shiftMillis: number }
    }
  /** Of the first row at `path` in the answer to a step that has one of these values at `where`, in their order: its member `take`. */
  | {
      readonly from: 'row'
      readonly step: number
      readonly path: string
      readonly where: string
      readonly is: Value | readonly Value[]
      readonly take: string
    }
  /** The `jti` of the first event about a resource in the answer to a poll, or its whole token. */
  | { readonly from: 'event'; readonly step: number; readonly about: Value; readonly take?: 'token' }
  /** The address of the callback that the suite has for the case, with more behind it. */
  | { readonly from: 'callback'; readonly path?: string }
  /** What a poll reports of an event that could not be taken in, by its `jti`. */
  | { readonly from: 'errorOn'; readonly event: Value }
  /** A fresh UUID, the same for one name within a case; cut to `length` characters, or with more behind it. */
  | { readonly from: 'fresh'; readonly name: string; readonly length?: number; readonly suffix?: string }
  /** What differs by the version of the case; a member that has no value in a version is left out there. */
  | { readonly from: 'version'; readonly of: Readonly<Partial<Record<Version, Value>>> }
  /** What is said of the file that the case sends, or of one in another form. */
  | { readonly from: 'file'; readonly fact: FileFact; readonly form?: FileForm; readonly name?: string }
  /** What the profile says of payments. */
  | { readonly from: 'payments'; readonly name: PaymentFact }
  /** A member of an object that is left out where the profile says nothing of this. */
  | { readonly from: 'ifSaid'; readonly name: PaymentFact; readonly value: Value }
  /** A dotted path into the request by which the consent of the starting point was made. */
  | { readonly from: 'consented'; readonly path: string }
  /**
   * Milliseconds from now as a date-time with an offset; `form` is how it is written. The same within a case: now is when a
   * step first names it.
   */
  | { readonly from: 'clock'; readonly offsetMillis: number; readonly form?: ClockForm }

export type PaymentFact =
  | 'creditor.iban'
  | 'creditor.name'
  | 'debtor.iban'
  | 'debtor.name'
  | 'payee.iban'
  | 'payee.name'
  | 'bill.iban'
  | 'bill.name'
  | 'bill.number'
  | 'bill.amount'
  | 'amount'
  | 'beyondFunds'

export function isRef(value: Value): value is Ref {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && 'from' in value
}

/** `otherZone` is Bahrain's local time with the offset of another zone, `date` the day alone. */
export type ClockForm = 'offset' | 'zulu' | 'noColon' | 'noZone' | 'otherZone' | 'date'

export type Value = string | number | boolean | null | Ref | readonly Value[] | { readonly [name: string]: Value }
