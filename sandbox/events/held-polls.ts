/**
 * Polls that are held until there is something to tell: no loop looks for it. They wake when an event of their TPP is
 * committed, by whichever process, and end when the bank does.
 *
 * @module
 */
import type { TenantStore } from '../store/store.js'
import { eventRecords } from './event.js'

export interface HeldPoll {
  /** Resolves when there may be something new, or when it is over. */
  woken(): Promise<void>
  readonly isOver: boolean
  end(): void
}

export class HeldPolls {
  /** By TPP. */
  readonly #held = new Map<string, Set<() => void>>()
  #isStopped = false

  constructor(store: TenantStore) {
    store.listen(eventRecords, (tppId) => this.#wake(tppId))
  }

  /** How many are held. */
  get size(): number {
    return [...this.#held.values()].reduce((sum, { size }) => sum + size, 0)
  }

  /** Begin before looking for events: what comes in between wakes it. @param millis real time until it is over */
  hold(tppId: string, millis: number): HeldPoll {
    const held = this.#held.get(tppId) ?? new Set()
    this.#held.set(tppId, held)
    let isOver = this.#isStopped
    let wasWoken = false
    let resolve: (() => void) | undefined
    const wake = () => {
      wasWoken = true
      resolve?.()
    }
    held.add(wake)
    const end = () => {
      isOver = true
      clearTimeout(timer)
      held.delete(wake)
      if (held.size === 0 && this.#held.get(tppId) === held) this.#held.delete(tppId)
      resolve?.()
    }
    const timer = setTimeout(end, millis)
    timer.unref()
    const isStopped = () => this.#isStopped
    return {
      get isOver() {
        return isOver || isStopped()
      },
      woken: async () => {
        if (!wasWoken && !isOver && !isStopped()) {
          await new Promise<void>((done) => {
            resolve = done
          })
        }
        wasWoken = false
        resolve = undefined
      },
      end,
    }
  }

  /** Ends all polls, and holds none from now on. */
  stop(): void {
    this.#isStopped = true
    this.#wake(undefined)
  }

  /** @param tppId all, where it is not known whose events have come */
  #wake(tppId: string | undefined): void {
    const woken = tppId === undefined ? [...this.#held.values()] : [this.#held.get(tppId) ?? []]
    for (const held of woken) for (const wake of held) wake()
  }
}
