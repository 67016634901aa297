/**
 * Random transactions and queries for a store, whose results the model knows.
 *
 * @module
 */
import fc from 'fast-check'
import type { AnyCollection, AnyRangedCollection } from '../collection.js'
import type { RangeQuery, Reader, SumBounds } from '../store.js'
import { consents, entries, jobs, numbers, parcels, tokens } from './collections.js'
import type { Model } from './model.js'

/** Strings that have broken stores: empty, NUL, halves of surrogate pairs, beyond them, quotes, names of properties. */
export const unusual = [
  '',
  'a',
  'A',
  'b',
  'ab',
  'a/b',
  'é',
  'e\u0301',
  '\0',
  'a\0b',
  '\x1a',
  '\x1a0000',
  '\ud800',
  'a\udfff',
  '\uffff',
  '\ue000',
  '\u{1f600}',
  '\u{10ffff}',
  "'; drop table ob_document; --",
  '{"a":1}',
  '\\u0000',
  '%_',
  '__proto__',
  'constructor',
] as const

/** Instants that collide, and on both sides of bucket bounds. */
export const instants = [
  -1,
  0,
  0.5,
  1,
  1000,
  65_535,
  65_536,
  65_537,
  2 ** 24 - 1,
  2 ** 24,
  2 ** 32,
  1_894_696_800_000,
  1_894_696_800_001,
  8.64e15,
] as const

const tenants = ['main', 'other', 'mai', 'main/consents', '\0'] as const

export interface Write {
  readonly tenantId: string
  readonly collection: AnyCollection
  readonly id: string
  readonly document: unknown
}

export type Question =
  | { readonly ask: 'get'; readonly collection: AnyCollection; readonly id: string }
  | { readonly ask: 'all'; readonly collection: AnyCollection }
  | { readonly ask: 'find'; readonly collection: AnyCollection; readonly index: string; readonly value: string }
  | {
      readonly ask: 'range'
      readonly collection: AnyRangedCollection
      readonly group: string
      readonly query: RangeQuery
    }
  | {
      readonly ask: 'count'
      readonly collection: AnyRangedCollection
      readonly group: string
      readonly query: RangeQuery
    }
  | {
      readonly ask: 'sum'
      readonly collection: AnyRangedCollection
      readonly group: string
      readonly name: string
      readonly bounds: SumBounds
    }

const id = fc.constantFrom(...unusual)
const value = fc.constantFrom(...unusual.slice(0, 10))
const group = fc.constantFrom(...unusual.slice(0, 4), '\0')
const at = fc.constantFrom(...instants)
/** Small enough that the sum of several is exact. */
const amount = fc.oneof(
  fc.integer({ min: -9, max: 9 }),
  fc.maxSafeInteger().map((each) => Math.trunc(each / 32)),
)
const plain = fc.jsonValue({ maxDepth: 2 }).map((each) => JSON.parse(JSON.stringify(each)) as unknown)

const documents: readonly (readonly [AnyCollection, fc.Arbitrary<unknown>])[] = [
  [numbers, plain.map((about) => ({ number: 1, about }))],
  [consents, fc.record({ consentId: id, grantId: value, psuId: value, about: plain }, { requiredKeys: ['consentId'] })],
  [
    tokens,
    fc.record({
      model: fc.constant('Session'),
      payload: fc.record({ grantId: value, uid: value, about: plain }, { requiredKeys: [] }),
    }),
  ],
  [parcels, fc.record({ number: value, sender: value, receiver: value, carrier: value }, { requiredKeys: ['number'] })],
  [
    entries,
    fc.record(
      {
        accountId: group,
        bookedAt: at,
        amountMinor: amount,
        status: fc.constantFrom('Pending', 'Booked'),
        about: plain,
      },
      { requiredKeys: ['accountId', 'bookedAt'] },
    ),
  ],
  [jobs, fc.record({ kind: value, dueAt: at, about: plain })],
]

const collections = documents.map(([collection]) => collection)

const write: fc.Arbitrary<Omit<Write, 'tenantId'>> = fc.constantFrom(...documents).chain(([collection, document]) =>
  fc.record({
    collection: fc.constant(collection),
    id,
    document: fc.option(document, { nil: undefined, freq: 4 }),
  }),
)

const query: fc.Arbitrary<RangeQuery> = fc.record(
  {
    order: fc.constantFrom('newest', 'oldest'),
    limit: fc.constantFrom(1, 2, 3, 100),
    from: at,
    to: at,
    after: fc.record({ at, id }),
  },
  { requiredKeys: ['order', 'limit'] },
)

export const sumBounds: fc.Arbitrary<SumBounds> = fc.record(
  { from: at, to: at, through: fc.record({ at, id }) },
  { requiredKeys: [] },
)

const ranged = fc.constantFrom<AnyRangedCollection>(entries, jobs).chain((collection) =>
  fc.record({
    collection: fc.constant(collection),
    group: collection === jobs ? fc.constant('due') : group,
    query,
  }),
)

export const question: fc.Arbitrary<Question> = fc.oneof(
  fc.record({ ask: fc.constant('get' as const), collection: fc.constantFrom(...collections), id }),
  fc.record({ ask: fc.constant('all' as const), collection: fc.constantFrom(...collections) }),
  fc.record({
    ask: fc.constant('find' as const),
    collection: fc.constantFrom<AnyCollection>(consents, tokens),
    index: fc.constant('grantId'),
    value,
  }),
  fc.record({
    ask: fc.constant('find' as const),
    collection: fc.constant<AnyCollection>(consents),
    index: fc.constant('psuId'),
    value,
  }),
  fc.record({
    ask: fc.constant('find' as const),
    collection: fc.constant<AnyCollection>(tokens),
    index: fc.constant('uid'),
    value,
  }),
  ranged.map((each) => ({ ask: 'range' as const, ...each })),
  ...(['number', 'sender', 'receiver', 'carrier'] as const).map((index) =>
    fc.record({
      ask: fc.constant('find' as const),
      collection: fc.constant<AnyCollection>(parcels),
      index: fc.constant(index),
      value,
    }),
  ),
  ranged.map((each) => ({ ask: 'count' as const, ...each })),
  fc.record({
    ask: fc.constant('sum' as const),
    collection: fc.constant<AnyRangedCollection>(entries),
    group,
    name: fc.constantFrom('all', 'pending'),
    bounds: sumBounds,
  }),
)

/** One transaction of writes and queries; it may throw at its end. */
export interface Work {
  readonly tenantId: string
  readonly steps: readonly (Omit<Write, 'tenantId'> | Question)[]
  readonly throws: boolean
}

export const tenant = fc.constantFrom(...tenants)

export const work: fc.Arbitrary<Work> = fc.record({
  tenantId: tenant,
  steps: fc.array(fc.oneof({ arbitrary: write, weight: 3 }, { arbitrary: question, weight: 1 }), {
    minLength: 1,
    maxLength: 8,
  }),
  throws: fc.nat(5).map((each) => each === 0),
})

/** The answer of the store, in a form that can be compared. */
export async function answerOf(reader: Reader, asked: Question): Promise<unknown> {
  const loose = reader as unknown as Record<string, (...parts: readonly unknown[]) => Promise<unknown>>
  return comparable(asked, await loose[asked.ask]?.(...partsOf(asked)))
}

/** The expected answer. */
export function answerOfModel(model: Model, tenantId: string, asked: Question): unknown {
  const loose = model as unknown as Record<string, (...parts: readonly unknown[]) => unknown>
  return comparable(asked, loose[asked.ask]?.(tenantId, ...partsOf(asked)))
}

function partsOf(asked: Question): readonly unknown[] {
  switch (asked.ask) {
    case 'get':
      return [asked.collection, asked.id]
    case 'all':
      return [asked.collection]
    case 'find':
      return [asked.collection, asked.index, asked.value]
    case 'range':
      return [asked.collection, asked.group, asked.query]
    case 'count':
      return [asked.collection, asked.group, boundsOf(asked.query)]
    case 'sum':
      return [asked.collection, asked.group, asked.name, asked.bounds]
  }
}

function boundsOf({ from, to }: RangeQuery): { from?: number; to?: number } {
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
}

/** Found documents have no order; rows of ranges have. */
function comparable({ ask }: Question, answer: unknown): unknown {
  if (ask === 'count' || ask === 'sum') return answer
  if (ask === 'find' || ask === 'all') return (answer as unknown[]).map(canonical).sort()
  if (ask === 'range') return (answer as unknown[]).map(canonical)
  return canonical(answer)
}

/** JSON with the properties of every object in alphabetical order. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  )
}
