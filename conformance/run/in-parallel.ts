/**
 * Processes a list, a few items at a time.
 *
 * @module
 */

/** Starts the items in order, never more than `limit` at once; resolves when all are done, rejects with the first error. */
export async function inParallel<T>(
  items: readonly T[],
  limit: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items.values()
  const worker = async () => {
    for (const item of queue) await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker))
}
