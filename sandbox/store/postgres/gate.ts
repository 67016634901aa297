/**
 * Lets a number of callers through at a time; the others wait in order.
 *
 * @module
 */
export class Gate {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(places: number) {
    this.#free = places
  }

  /** Resolves when there is a place, with the function that gives it back; call that once. */
  async enter(): Promise<() => void> {
    if (this.#free > 0) this.#free -= 1
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    return () => {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free += 1
    }
  }
}

/** One at a time for each name. */
export class NamedGates {
  readonly #gates = new Map<string, { readonly gate: Gate; users: number }>()

  async pass<T>(name: string, work: () => Promise<T>): Promise<T> {
    const known = this.#gates.get(name) ?? { gate: new Gate(1), users: 0 }
    this.#gates.set(name, known)
    known.users += 1
    const leave = await known.gate.enter()
    try {
      return await work()
    } finally {
      leave()
      known.users -= 1
      if (known.users === 0) this.#gates.delete(name)
    }
  }
}
