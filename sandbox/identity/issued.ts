/**
 * What this process issued lately: it is kept a little longer than the store keeps what has ended, so that a TPP's developer is
 * told what became of it. Diagnosis alone: nothing is decided by it, and a restart forgets it.
 *
 * @module
 */

export interface Issued {
  readonly clientId: string | undefined
  readonly grantId: string | undefined
  /** On the tenant's clock, in milliseconds. */
  readonly expiresAt: number | undefined
  /** A code or refresh token that was exchanged for others. */
  readonly isConsumed: boolean
}

/** How many are kept; the oldest goes first. */
const most = 2000

const kinds: readonly string[] = ['AccessToken', 'ClientCredentials', 'RefreshToken', 'AuthorizationCode']

export class IssuedLately {
  readonly #known = new Map<string, Issued>()

  /** Remembers a code or token by the id of its record; other models are not kept. */
  add(model: string, recordId: string, issued: Issued): void {
    if (!kinds.includes(model)) return
    this.#known.delete(recordId)
    this.#known.set(recordId, issued)
    if (this.#known.size <= most) return
    const [oldest] = this.#known.keys()
    if (oldest !== undefined) this.#known.delete(oldest)
  }

  consume(recordId: string): void {
    const known = this.#known.get(recordId)
    if (known) this.#known.set(recordId, { ...known, isConsumed: true })
  }

  get(recordId: string): Issued | undefined {
    return this.#known.get(recordId)
  }
}
