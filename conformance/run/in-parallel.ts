/**
 * Processes a list, a few items at a time.
 *
 * @module
 */

/**
 * Starts the items in order, never more than `limit` at once; resolves when all are done, rejects with the first error.
 *
 * @param oneByOne items that never run beside each other, but beside the others
 */
export async function inParallel<T>(
  items: readonly T[],
  limit: number,
  work: (item: T) => Promise<void>,
  oneByOne: readonly T[] = [],
): Promise<void> {
  const queue = items.values()
  const worker = async (first: Iterable<T>) => {
    for (const item of first) await work(item)
    for (const item of queue) await work(item)
  }
  const workers = Math.min(limit, items.length + (oneByOne.length > 0 ? 1 : 0))
  await Promise.all(Array.from({ length: workers }, (_, index) => worker(index === 0 ? oneByOne : [])))
}
