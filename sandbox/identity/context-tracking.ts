/**
 * Disables oidc-provider's `AsyncLocalStorage`, which holds its current request, while no request needs it.
 *
 * On Node 20 the storage slows down every promise of the process once it was used, also those of account reads, which
 * do not use it (decision 0042). It is disabled when the last request of the library ends; the next request enables
 * it again.
 *
 * @module
 */
import tracked from 'oidc-provider/lib/helpers/als.js'

let underWay = 0

/** Runs one request of the library, and disables the storage when no other is under way. */
export async function whileTracked(work: () => Promise<unknown>): Promise<void> {
  underWay += 1
  try {
    await work()
  } finally {
    underWay -= 1
    if (underWay === 0) tracked.disable()
  }
}
