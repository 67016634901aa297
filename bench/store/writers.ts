/**
 * Writers that each wait for their record to be durable before the next.
 *
 * @module
 */
import { postedEntries } from '#sandbox/ledger/entries.js'
import type { TenantStore } from '#sandbox/store/store.js'
import { record, recordId } from './records.js'

/** Records a second of `writers` writers over some time. */
export async function rate(
  writers: number,
  millis: number,
  write: (number: number) => Promise<unknown>,
): Promise<number> {
  let next = 0
  const begun = performance.now()
  await Promise.all(
    Array.from({ length: writers }, async () => {
      while (performance.now() - begun < millis) {
        const number = next
        next += 1
        await write(number)
      }
    }),
  )
  return (next * 1000) / (performance.now() - begun)
}

/** Durable commits a second, each of one new record. `first` is the number of the first. */
export function storeRate(store: TenantStore, writers: number, millis: number, first: number): Promise<number> {
  return rate(writers, millis, (number) =>
    store.transact((transaction) => transaction.put(postedEntries, recordId(first + number), record(first + number))),
  )
}
