/**
 * What a store answers: what was put, all of it, in order, and nothing of another tenant.
 *
 * @module
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Store, TenantStore, Transaction } from '../store.js'
import { consents, entries, numbers, values } from './collections.js'
import { Model } from './model.js'
import {
  answerOf,
  answerOfModel,
  canonical,
  instants,
  type Question,
  question,
  sumBounds,
  tenant,
  unusual,
  type Work,
  work,
} from './operations.js'
import type { StoreUnderTest } from './store.contract.js'

const fixedSeed = { seed: 20_300_115 }

/** Values that JSON can carry and that databases like to change. */
const documents: readonly unknown[] = [
  [
    Number.MAX_SAFE_INTEGER,
    Number.MIN_SAFE_INTEGER,
    1e21,
    1.7976931348623157e308,
    5e-324,
    0.1,
    -1.5e-10,
    123456789.12345679,
  ],
  unusual,
  Object.fromEntries(unusual.map((name, index) => [name, index])),
  JSON.parse('{"__proto__":{"polluted":true},"constructor":null,"toString":[]}'),
  { empty: {}, none: null, list: [], nested: [[[null, false, true, '']]] },
  Array.from({ length: 100 }).reduce<unknown>((inner) => ({ inner: [inner] }), 'deep'),
  'x'.repeat(1_000_000),
]

export function describeAnswers(subject: StoreUnderTest): void {
  test('has nothing at first', async () => {
    const main = subject.store().tenant('main')

    expect(await main.get(consents, 'a')).toBeUndefined()
    expect(await main.all(consents)).toEqual([])
    expect(await main.find(consents, 'grantId', 'a')).toEqual([])
    expect(await main.range(entries, 'a', { order: 'newest', limit: 10 })).toEqual([])
    expect(await main.count(entries, 'a')).toBe(0)
  })

  test.each(documents.map((document, index) => [index, document]))(
    'gives back document %i as it was',
    async (_, document) => {
      const main = subject.store().tenant('main')
      await main.transact((transaction) => transaction.put(values, 'a', { value: document }))

      expect(canonical(await main.get(values, 'a'))).toBe(canonical({ value: document }))
      if (!subject.engine.isDurable) return
      const again = (await subject.reopen()).tenant('main')
      expect(canonical(await again.get(values, 'a'))).toBe(canonical({ value: document }))
    },
  )

  test('hands on what the work returns and what it throws', async () => {
    const main = subject.store().tenant('main')
    const refusal = new RangeError('no')

    expect(await main.transact(() => 7)).toBe(7)
    await expect(main.transact(() => Promise.reject(refusal))).rejects.toBe(refusal)
  })

  test('changes nothing when the work throws in the middle', async () => {
    const main = subject.store().tenant('main')
    await main.transact((transaction) => transaction.put(values, 'a', { value: 1 }))
    const broken = main.transact(async (transaction) => {
      transaction.put(values, 'a', { value: 2 })
      transaction.put(values, 'b', { value: 2 })
      await transaction.get(values, 'a')
      throw new Error('in the middle')
    })

    await expect(broken).rejects.toThrow('in the middle')
    expect(await main.all(values)).toEqual([{ value: 1 }])
  })

  test('answers like a map that is searched from end to end', { timeout: 120_000 }, async () => {
    const questions = fc.array(fc.tuple(tenant, question), { minLength: 10, maxLength: 20 })
    let run = 0
    await fc.assert(
      fc.asyncProperty(fc.array(work, { minLength: 1, maxLength: 12 }), questions, async (works, asked) => {
        run += 1
        // Separate, empty tenants for each run.
        const tenants = (store: Store) => (tenantId: string) => store.tenant(`${tenantId} ${run}`)
        const model = await carryOut(tenants(subject.store()), works)
        await checkAnswers(tenants(subject.store()), model, asked)
        if (subject.engine.isDurable && run % 5 === 0) await checkAnswers(tenants(await subject.reopen()), model, asked)
      }),
      { ...fixedSeed, numRuns: 40 },
    )
  })

  test.each(['newest', 'oldest'] as const)(
    'orders rows of one instant by id, unit by unit, %s first',
    async (order) => {
      const main = subject.store().tenant('main')
      await putRows(
        subject.store(),
        unusual.map((id) => ({ id, at: 7 })),
      )
      const seen: string[] = []
      for (let after: { at: number; id: string } | undefined; seen.length <= unusual.length; ) {
        const [row] = await main.range(entries, 'acc', { order, limit: 1, ...(after && { after }) })
        if (!row) break
        seen.push(row.id)
        after = row
      }

      const sorted = [...unusual].sort((a, b) => (a < b ? -1 : 1))
      expect(seen).toEqual(order === 'oldest' ? sorted : sorted.reverse())
    },
  )

  test('counts rows as they come, move to another instant or group, and go', async () => {
    const at = fc.constantFrom(...instants)
    const row = fc.record({ accountId: fc.constantFrom('a', 'b'), bookedAt: at })
    const change = fc.tuple(fc.constantFrom('1', '2', '3', '4'), fc.option(row, { nil: undefined, freq: 4 }))
    const bounds = fc.array(fc.tuple(at, at), { minLength: 3, maxLength: 5 })
    let run = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(change, { maxLength: 5 }), { maxLength: 8 }),
        bounds,
        async (batches, asked) => {
          run += 1
          const tenantId = `counted ${run}`
          const model = new Model()
          for (const batch of batches) {
            await subject
              .store()
              .tenant(tenantId)
              .transact((transaction) => {
                for (const [id, document] of batch) {
                  model.set(tenantId, entries, id, document)
                  if (document) transaction.put(entries, id, document as never)
                  else transaction.delete(entries, id)
                }
              })
          }
          for (const group of ['a', 'b']) {
            for (const between of [{}, ...asked.map(([from, to]) => ({ from, to }))]) {
              const counted = await subject.store().tenant(tenantId).count(entries, group, between)
              expect(counted, JSON.stringify({ group, between })).toBe(model.count(tenantId, entries, group, between))
            }
          }
        },
      ),
      { ...fixedSeed, numRuns: 40 },
    )
  })

  test('sums rows as they come, change, move to another instant or group, and go', async () => {
    const at = fc.constantFrom(...instants)
    const row = fc.record({
      accountId: fc.constantFrom('a', 'b'),
      bookedAt: at,
      amountMinor: fc.integer({ min: -1000, max: 1000 }),
      status: fc.constantFrom('Pending', 'Booked'),
    })
    const change = fc.tuple(fc.constantFrom('1', '2', '3', '4'), fc.option(row, { nil: undefined, freq: 4 }))
    let run = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(change, { maxLength: 5 }), { maxLength: 8 }),
        fc.array(sumBounds, { minLength: 3, maxLength: 5 }),
        async (batches, asked) => {
          run += 1
          const tenantId = `summed ${run}`
          const model = new Model()
          const tenant = subject.store().tenant(tenantId)
          for (const batch of batches) {
            await tenant.transact((transaction) => {
              for (const [id, document] of batch) {
                model.set(tenantId, entries, id, document)
                if (document) transaction.put(entries, id, document)
                else transaction.delete(entries, id)
              }
            })
          }
          for (const [group, name] of [
            ['a', 'all'],
            ['a', 'pending'],
            ['b', 'all'],
          ] as const) {
            for (const bounds of [{}, ...asked]) {
              const summed = await tenant.sum(entries, group, name, bounds)
              expect(summed, JSON.stringify({ group, name, bounds })).toBe(
                model.sum(tenantId, entries, group, name, bounds),
              )
            }
          }
        },
      ),
      { ...fixedSeed, numRuns: 40 },
    )
  })

  test('refuses a sum that is not kept', async () => {
    const main = subject.store().tenant('main')

    await expect((async () => main.sum(entries, 'a', 'unknown'))()).rejects.toThrow('entries has no sum unknown')
  })

  test('calls listeners of a collection with put documents, once these can be read', async () => {
    const main = subject.store().tenant('main')
    const received: unknown[] = []
    main.watch(values, (documents) => received.push(...documents))
    subject
      .store()
      .tenant('other')
      .watch(values, (documents) => received.push('other', ...documents))
    await main.transact((transaction) => {
      transaction.put(values, 'a', { value: 1 })
      transaction.put(numbers, 'a', { number: 2 })
    })
    await main.transact((transaction) => transaction.put(values, 'a', { value: 3 })).then(() => received.push('done'))
    await main.transact((transaction) => transaction.delete(values, 'a'))
    await main.transact(() => Promise.reject(new Error('no'))).catch(() => undefined)

    expect(received).toEqual([{ value: 1 }, { value: 3 }, 'done'])
  })

  describe('ranges of many rows', () => {
    const rows = Array.from({ length: 3000 }, (_, index) => ({
      id: `t${index % 7}-${index}`,
      at: Math.floor(index / 3) * 40_000,
    }))

    test('are paged through from end to end, each row once', async () => {
      const main = subject.store().tenant('main')
      await putRows(subject.store(), rows)
      for (const order of ['newest', 'oldest'] as const) {
        const seen: string[] = []
        for (let after: { at: number; id: string } | undefined; ; ) {
          const page = await main.range(entries, 'acc', { order, limit: 700, ...(after && { after }) })
          seen.push(...page.map(({ id }) => id))
          after = page.at(-1)
          if (page.length < 700) break
        }
        const sorted = [...rows].sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1)).map(({ id }) => id)
        expect(seen).toEqual(order === 'oldest' ? sorted : sorted.reverse())
      }
    })

    test('are counted between any two instants', async () => {
      const main = subject.store().tenant('main')
      await putRows(subject.store(), rows)
      const bound = fc.oneof(fc.integer({ min: -10, max: 45_000_000 }), fc.constantFrom(...rows.map(({ at }) => at)))
      await fc.assert(
        fc.asyncProperty(bound, bound, async (from, to) => {
          const expected = rows.filter(({ at }) => at >= from && at <= to).length
          expect(await main.count(entries, 'acc', { from, to })).toBe(expected)
        }),
        { ...fixedSeed, numRuns: 200 },
      )
      expect(await main.count(entries, 'acc')).toBe(rows.length)
    })

    test('are summed up to any place, also while more come', async () => {
      const main = subject.store().tenant('main')
      await putRows(subject.store(), rows)
      await putRows(
        subject.store(),
        rows.filter((_, index) => index % 5 === 0),
        -7,
      )
      const amounts = new Map(rows.map(({ id }, index) => [id, index % 5 === 0 ? -7 : 3]))
      const place = fc.oneof(
        fc.constantFrom(...rows),
        fc.record({ at: fc.integer({ min: -10, max: 45_000_000 }), id: fc.constantFrom('', 't3', 'u') }),
      )
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: -10, max: 45_000_000 }), place, async (from, through) => {
          const expected = rows
            .filter(({ at, id }) => at >= from && (at < through.at || (at === through.at && id <= through.id)))
            .reduce((sum, { id }) => sum + (amounts.get(id) as number), 0)
          expect(await main.sum(entries, 'acc', 'all', { from, through })).toBe(expected)
        }),
        { ...fixedSeed, numRuns: 200 },
      )
    })
  })
}

async function putRows(
  store: Store,
  rows: readonly { readonly id: string; readonly at: number }[],
  amountMinor = 3,
): Promise<void> {
  await store.tenant('main').transact((transaction) => {
    for (const { id, at } of rows) transaction.put(entries, id, { accountId: 'acc', bookedAt: at, amountMinor })
  })
}

type TenantOf = (tenantId: string) => TenantStore

/** Does the work on both, asks both on the way, and gives the model as it is in the end. */
async function carryOut(tenantOf: TenantOf, works: readonly Work[]): Promise<Model> {
  let model = new Model()
  for (const { tenantId, steps, throws } of works) {
    const attempt = async (transaction: Transaction) => {
      const within = model.copy()
      for (const step of steps) {
        if ('ask' in step) {
          expect(await answerOf(transaction, step)).toEqual(answerOfModel(within, tenantId, step))
        } else {
          within.set(tenantId, step.collection, step.id, step.document)
          if (step.document === undefined) transaction.delete(step.collection, step.id)
          else transaction.put(step.collection, step.id, step.document as never)
        }
      }
      if (throws) throw new RangeError('on purpose')
      return within
    }
    const result = tenantOf(tenantId).transact(attempt)
    if (throws) await expect(result).rejects.toThrow('on purpose')
    else model = await result
  }
  return model
}

async function checkAnswers(tenantOf: TenantOf, model: Model, questions: readonly [string, Question][]): Promise<void> {
  const answers = await Promise.all(
    questions.map(async ([tenantId, asked]) => [tenantId, asked, await answerOf(tenantOf(tenantId), asked)]),
  )
  const expected = questions.map(([tenantId, asked]) => [tenantId, asked, answerOfModel(model, tenantId, asked)])
  expect(answers).toEqual(expected)
}
