/**
 * Collections for tests of the store: found by id alone, by several indexes, and in order, with and without counts
 * and sums.
 *
 * @module
 */
import {
  type AnyCollection,
  type Collection,
  collection,
  endingCollection,
  type RangedCollection,
} from '../collection.js'

interface Numbered {
  readonly number: number
}

export const numbers = collection<Numbered>('numbers')

export const values = collection<{ readonly value: unknown }>('values')

export interface Consent {
  readonly consentId?: string
  readonly grantId?: string
  readonly psuId?: string
  readonly createdAt?: number
}

export const consents: Collection<Consent, 'grantId' | 'psuId'> = {
  name: 'consents',
  indexes: { grantId: (consent) => consent.grantId, psuId: (consent) => consent.psuId },
}

export interface Token {
  readonly model: string
  readonly payload: { readonly grantId?: string; readonly uid?: string }
}

export const tokens: Collection<Token, 'grantId' | 'uid'> = {
  name: 'tokens',
  indexes: { grantId: ({ payload }) => payload.grantId, uid: ({ payload }) => payload.uid },
}

/** A document with many indexes. */
interface Parcel {
  readonly number: string
  readonly sender?: string
  readonly receiver?: string
  readonly carrier?: string
}

export const parcels: Collection<Parcel, 'number' | 'sender' | 'receiver' | 'carrier'> = {
  name: 'parcels',
  indexes: {
    number: (parcel) => parcel.number,
    sender: (parcel) => parcel.sender,
    receiver: (parcel) => parcel.receiver,
    carrier: (parcel) => parcel.carrier,
  },
}

export interface Entry {
  readonly accountId: string
  readonly bookedAt: number
  /** May be negative. Default 0. */
  readonly amountMinor?: number
  readonly status?: string
  readonly information?: string
}

export const entries: RangedCollection<Entry, 'pendingOf'> = {
  name: 'entries',
  indexes: { pendingOf: (entry) => (entry.status === 'Pending' ? entry.accountId : undefined) },
  range: {
    group: (entry) => entry.accountId,
    at: (entry) => entry.bookedAt,
    sums: {
      all: (entry) => entry.amountMinor ?? 0,
      pending: (entry) => (entry.status === 'Pending' ? (entry.amountMinor ?? 0) : 0),
    },
  },
}

interface Job {
  readonly kind: string
  readonly dueAt: number
  readonly about: unknown
}

export const jobs: RangedCollection<Job> = {
  name: 'jobs',
  indexes: {},
  range: { group: () => 'due', at: (job) => job.dueAt },
}

interface Ticket {
  readonly holder: string
  readonly endsAt?: number
}

/** Documents that end by one clock. */
export const tickets = endingCollection<Ticket, 'holder'>({
  name: 'tickets',
  indexes: { holder: (ticket) => ticket.holder },
  ends: { at: (ticket) => ticket.endsAt },
})

/** Documents that end by the clock of their holder. */
export const passes = endingCollection<Ticket>({
  name: 'passes',
  indexes: {},
  ends: { at: (ticket) => ticket.endsAt, clock: (ticket) => ticket.holder },
})

/** Documents that had another form once, with the width in centimetres. */
export const boxes: Collection<{ readonly millimetres: number }, 'width'> = {
  name: 'boxes',
  indexes: { width: ({ millimetres }) => String(millimetres) },
  upgrade: (stored) => ('millimetres' in stored ? stored : { millimetres: Number(stored.centimetres) * 10 }),
}

export const testCollections: readonly AnyCollection[] = [
  numbers,
  values,
  consents,
  tokens,
  parcels,
  entries,
  jobs,
  tickets,
  passes,
  boxes,
]
