/**
 * The clock of a tenant, which follows the system clock until it is moved or frozen; and how the bank writes an instant.
 *
 * @module
 */
import { collection } from '../store/collection.js'
import type { Reader, TenantStore } from '../store/store.js'
import type { Clock } from './system-clock.js'

/** The stored state of a tenant's clock: the frozen instant, or the offset from the system clock. Milliseconds. */
export type ClockState = { readonly frozenAt: number } | { readonly offset: number }

export const clockStates = collection<ClockState>('clock')

export class TenantClock implements Clock {
  #state: ClockState
  readonly #system: Clock
  /** How often this process has set it. */
  #changes = 0

  constructor(system: Clock, state: ClockState = { offset: 0 }) {
    this.#system = system
    this.#state = state
  }

  /** The state to store, to continue from after a restart. */
  get state(): ClockState {
    return this.#state
  }

  get isFrozen(): boolean {
    return 'frozenAt' in this.#state
  }

  now(): number {
    return 'frozenAt' in this.#state ? this.#state.frozenAt : this.#system.now() + this.#state.offset
  }

  /** A copy of the clock in a state; in this clock's state if there is none. */
  at(state: ClockState | undefined): TenantClock {
    return new TenantClock(this.#system, state ?? this.#state)
  }

  /** Takes over the state that was just stored. */
  restore(state: ClockState): void {
    this.#changes += 1
    this.#state = state
  }

  /**
   * Takes over what another process has stored, unless it was changed here while that was read.
   *
   * @returns true when the clock was moved
   */
  async refresh(store: Reader): Promise<boolean> {
    const before = this.#changes
    const state = await store.get(clockStates, 'clock')
    if (!state || before !== this.#changes || JSON.stringify(state) === JSON.stringify(this.#state)) return false
    this.#state = state
    return true
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

  /** Lets it run from its current instant. */
  resume(): void {
    this.#state = { offset: this.now() - this.#system.now() }
  }
}

interface ClockOfTenant {
  readonly store: TenantStore
  readonly clock: TenantClock
  readonly dueWork: { run(): Promise<void> }
  readonly purge: { run(): Promise<void> }
}

/** The instants a clock can be moved to: from 1970 to 9998, so that whatever the bank counts from one is a date too (decision 0060). */
export const earliestClock = 0
export const latestClock = Date.UTC(9999, 0, 1) - 3 * 3_600_000 - 1

const isOnTheClock = (at: number) => at >= earliestClock && at <= latestClock

/** The clock was to be moved to an instant that it cannot show. */
export class ClockOutOfRange extends RangeError {
  constructor() {
    super(`the bank's clock goes from ${toDateTime(earliestClock)} to ${toDateTime(latestClock)}`)
  }
}

/**
 * The clock of a tenant as it was stored.
 *
 * @throws when an earlier version has stored a state that this one would not
 */
export function storedClock(system: Clock, state: ClockState | undefined, tenantId: string): TenantClock {
  const clock = new TenantClock(system, state)
  if (Object.values(clock.state).every(Number.isSafeInteger) && isOnTheClock(clock.now())) return clock
  throw new Error(
    `the clock of tenant ${tenantId} was stored with ${JSON.stringify(state)}, and ${new ClockOutOfRange().message}. ` +
      'Set it with the version that stored it, or start with another store.',
  )
}

/**
 * Moves a tenant's clock from its stored state, stores the new one, does what has fallen due, and deletes what has
 * ended. Before the clock goes back, what has ended by then is deleted: it does not come back.
 *
 * @throws {ClockOutOfRange} and changes nothing when it would leave the range
 */
export async function moveClock(
  { store, clock, dueWork, purge }: ClockOfTenant,
  move: (clock: TenantClock) => void,
): Promise<void> {
  const tried = clock.at(undefined)
  move(tried)
  if (!isOnTheClock(tried.now())) throw new ClockOutOfRange()
  if (tried.now() < clock.now()) await purge.run()
  const state = await store.transact(
    async (transaction) => {
      const moved = clock.at(await transaction.get(clockStates, 'clock'))
      move(moved)
      if (!isOnTheClock(moved.now())) throw new ClockOutOfRange()
      transaction.put(clockStates, 'clock', moved.state)
      return moved.state
    },
    { on: 'clock' },
  )
  clock.restore(state)
  await dueWork.run()
  await purge.run()
}

/** Bahrain keeps UTC+3 all year. */
const bankOffsetMillis = 3 * 3_600_000

/** An instant as the bank writes it in payloads: `2030-01-15T09:00:00.000+03:00`. */
export function toDateTime(at: number): string {
  return `${new Date(at + bankOffsetMillis).toISOString().slice(0, -1)}+03:00`
}
