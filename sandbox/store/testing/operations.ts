/**
 * Random work for a store: transactions of writes and reads, and questions whose answers are known.
 *
 * @module
 */
import fc from 'fast-check'
import type { CollectionName, RangeName } from '../collections.js'
import type { RangeQuery, Reader } from '../store.js'
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

/** Instants that fall together, and on both sides of where an engine might cut. */
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
  readonly collection: CollectionName
  readonly id: string
  readonly document: unknown
}

export type Question =
  | { readonly ask: 'get'; readonly collection: CollectionName; readonly id: string }
  | { readonly ask: 'all'; readonly collection: CollectionName }
  | { readonly ask: 'find'; readonly collection: 'consents' | 'oidc'; readonly index: string; readonly value: string }
  | { readonly ask: 'range'; readonly collection: RangeName; readonly group: string; readonly query: RangeQuery }
  | { readonly ask: 'count'; readonly collection: RangeName; readonly group: string; readonly query: RangeQuery }

const id = fc.constantFrom(...unusual)
const value = fc.constantFrom(...unusual.slice(0, 10))
const group = fc.constantFrom(...unusual.slice(0, 4), '\0')
const at = fc.constantFrom(...instants)
const plain = fc.jsonValue({ maxDepth: 2 }).map((each) => JSON.parse(JSON.stringify(each)) as unknown)

const documents = {
  founding: plain.map((about) => ({ seed: 1, foundedAt: 0, about })),
  consents: fc.record({ consentId: id, grantId: value, psuId: value, about: plain }, { requiredKeys: ['consentId'] }),
  oidc: fc.record({
    model: fc.constant('Session'),
    payload: fc.record({ grantId: value, uid: value, about: plain }, { requiredKeys: [] }),
  }),
  transactions: fc.record({ accountId: group, bookedAt: at, about: plain }),
  dueWork: fc.record({ kind: value, dueAt: at, about: plain }),
} as const

const collections = Object.keys(documents) as (keyof typeof documents)[]

const write: fc.Arbitrary<Omit<Write, 'tenantId'>> = fc.constantFrom(...collections).chain((collection) =>
  fc.record({
    collection: fc.constant(collection),
    id,
    document: fc.option(documents[collection] as fc.Arbitrary<unknown>, { nil: undefined, freq: 4 }),
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

const ranged = fc.constantFrom('transactions' as const, 'dueWork' as const).chain((collection) =>
  fc.record({
    collection: fc.constant(collection),
    group: collection === 'dueWork' ? fc.constant('due') : group,
    query,
  }),
)

export const question: fc.Arbitrary<Question> = fc.oneof(
  fc.record({ ask: fc.constant('get' as const), collection: fc.constantFrom(...collections), id }),
  fc.record({ ask: fc.constant('all' as const), collection: fc.constantFrom(...collections) }),
  fc.record({
    ask: fc.constant('find' as const),
    collection: fc.constantFrom('consents' as const, 'oidc' as const),
    index: fc.constant('grantId'),
    value,
  }),
  fc.record({
    ask: fc.constant('find' as const),
    collection: fc.constant('consents' as const),
    index: fc.constant('psuId'),
    value,
  }),
  fc.record({
    ask: fc.constant('find' as const),
    collection: fc.constant('oidc' as const),
    index: fc.constant('uid'),
    value,
  }),
  ranged.map((each) => ({ ask: 'range' as const, ...each })),
  ranged.map((each) => ({ ask: 'count' as const, ...each })),
)

/** One transaction, in which questions are asked between writes; it may throw at its end. */
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

/** What the store says, in a form that can be compared. */
export async function answerOf(reader: Reader, asked: Question): Promise<unknown> {
  const loose = reader as unknown as Record<string, (...parts: readonly unknown[]) => Promise<unknown>>
  return comparable(asked, await loose[asked.ask]?.(...partsOf(asked)))
}

/** What it should say. */
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
  }
}

function boundsOf({ from, to }: RangeQuery): { from?: number; to?: number } {
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
}

/** Found documents have no order; ranges have. */
function comparable({ ask }: Question, answer: unknown): unknown {
  if (ask === 'count') return answer
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
