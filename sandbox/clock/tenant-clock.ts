/**
 * A tenant's own time: it runs beside the system clock until it is moved or frozen.
 *
 * @module
 */
import type { Clock } from './system-clock.js'

/** What is kept of a tenant's clock: where it stands, or by how much it is off the system clock. Milliseconds. */
export type ClockState = { readonly frozenAt: number } | { readonly offset: number }

export class TenantClock implements Clock {
  #state: ClockState
  readonly #system: Clock

  constructor(system: Clock, state: ClockState = { offset: 0 }) {
    this.#system = system
    this.#state = state
  }

  /** What to store, to go on from here after a restart. */
  get state(): ClockState {
    return this.#state
  }

  get isFrozen(): boolean {
    return 'frozenAt' in this.#state
  }

  now(): number {
    return 'frozenAt' in this.#state ? this.#state.frozenAt : this.#system.now() + this.#state.offset
  }

  /** Another clock that stands at `state`; where this one does if there is none. */
  at(state: ClockState | undefined): TenantClock {
    return new TenantClock(this.#system, state ?? this.#state)
  }

  /** Goes on as another process left it. */
  restore(state: ClockState): void {
    this.#state = state
  }

  /** Moves to an instant; a frozen clock stays frozen. */
  set(at: number): void {
    this.#state = this.isFrozen ? { frozenAt: at } : { offset: at - this.#system.now() }
  }

  /** Moves on by a number of milliseconds. */
  advance(millis: number): void {
    this.set(this.now() + millis)
  }

  freeze(): void {
    this.#state = { frozenAt: this.now() }
  }

  /** Runs on from where it stands. */
  resume(): void {
    this.#state = { offset: this.now() - this.#system.now() }
  }
}
