/**
 * Limits how many callers run at a time; the others wait in order.
 *
 * @module
 */
export class Semaphore {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(permits: number) {
    this.#free = permits
  }

  /** Resolves when a permit is free, with the function that releases it; call that once. */
  async acquire(): Promise<() => void> {
    if (this.#free > 0) this.#free -= 1
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    return () => {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free += 1
    }
  }
}

/** Runs one piece of work at a time for each name. */
export class NamedQueues {
  readonly #queues = new Map<string, { readonly semaphore: Semaphore; users: number }>()

  /** Runs `work` when it is first in the queue of every name. All callers give names in the same order. */
  runInAll<T>([first, ...others]: readonly string[], work: () => Promise<T>): Promise<T> {
    return first === undefined ? work() : this.run(first, () => this.runInAll(others, work))
  }

  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const known = this.#queues.get(name) ?? { semaphore: new Semaphore(1), users: 0 }
    this.#queues.set(name, known)
    known.users += 1
    const release = await known.semaphore.acquire()
    try {
      return await work()
    } finally {
      release()
      known.users -= 1
      if (known.users === 0) this.#queues.delete(name)
    }
  }
}
