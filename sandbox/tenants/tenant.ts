/**
 * A tenant is a private copy of the bank: its people, accounts, consents, clock and faults. Every stage is given this
 * interface.
 *
 * A stage that adds a part to the tenant, a rule, or a way of editing answers declares it beside its own code with
 * `declare module`, as plugins of Fastify declare their decorators. `open-tenant.ts` puts the parts together.
 *
 * @module
 */
import type { FixtureBank, Psu } from '#fixtures/types.js'
import type { Purge } from '../clock/purge.js'
import type { Scheduler } from '../clock/scheduler.js'
import type { TenantClock } from '../clock/tenant-clock.js'
import type { TenantStore } from '../store/store.js'

export interface Tenant {
  readonly id: string
  readonly store: TenantStore
  readonly clock: TenantClock
  /** Does jobs when they fall due. */
  readonly dueWork: Scheduler
  /** Deletes what has ended. */
  readonly purge: Purge
  /** What the bank was opened with. */
  readonly bank: FixtureBank
  readonly psus: Psus
  /** What the bank decides. Faults replace single rules. */
  readonly rules: Rules
  /** Deliberate changes to answers before they are sent; absent when there are none. */
  readonly edits: Edits | undefined
  /** Loads what other processes on the same store have changed; does nothing when the store is not shared. */
  refresh(): Promise<void>
  /** Waits for work under way and starts no more. */
  stop(): Promise<void>
}

/** The one way to find a PSU. */
export interface Psus {
  readonly byId: ReadonlyMap<string, Psu>
  readonly byUsername: ReadonlyMap<string, Psu>
}

/** The rules of all stages, by name: pure functions. The domain takes its decisions from them alone. */
// biome-ignore lint/suspicious/noEmptyInterface: every stage declares its own
export interface Rules {}

/** Ways to change answers deliberately. */
// biome-ignore lint/suspicious/noEmptyInterface: every stage declares its own
export interface Edits {}

/** The tenant that a TPP belongs to; the main one for a TPP that is not known, or for none. */
export type TenantOfTpp = (clientId: string | undefined) => Promise<Tenant>

/** The part of the store with TPPs, tokens and the bank's secrets, which are looked up before a tenant is known. */
export const directoryId = 'directory'

export const mainTenantId = 'main'
