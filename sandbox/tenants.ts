/**
 * A tenant is a private copy of the bank: its people, accounts, consents, clock and faults. `main` exists at start.
 *
 * @module
 */
import { buildBank } from '#fixtures/bank.js'
import type { BankData } from '#fixtures/data-file.js'
import type { FixtureBank, Psu } from '#fixtures/types.js'
import type { Clock } from './clock/system-clock.js'
import { type ClockState, TenantClock } from './clock/tenant-clock.js'
import { ActiveFaults, type FaultSetting } from './faults/active-faults.js'
import type { Store, TenantStore } from './store/store.js'

export interface Tenant {
  readonly id: string
  readonly store: TenantStore
  readonly clock: TenantClock
  readonly bank: FixtureBank
  readonly faults: ActiveFaults
  psu(username: string): Psu | undefined
  /** Takes over what has just been stored. */
  learn(changed: { readonly clockState?: ClockState; readonly settings?: readonly FaultSetting[] }): void
  /** Learns what other processes on the same store did to clock and faults. Nothing to do when the store is our own. */
  refresh(): Promise<void>
}

/** Where TPPs, tokens and the bank's secrets live, which are looked up before a tenant is known. */
export const directoryId = 'directory'

export const mainTenantId = 'main'

export interface Founding {
  readonly seed: number
  readonly data?: BankData
}

/** Opens a tenant as the store left it, or founds it. */
export async function openTenant(id: string, store: Store, system: Clock, founding: Founding): Promise<Tenant> {
  const part = store.tenant(id)
  const { record, clockState, faultState } = await part.transact(async (transaction) => {
    const known = await transaction.get('founding', 'founding')
    const made = known ?? { seed: founding.seed, foundedAt: system.now() }
    if (!known) transaction.put('founding', 'founding', made)
    return {
      record: made,
      clockState: await transaction.get('clock', 'clock'),
      faultState: await transaction.get('faults', 'faults'),
    }
  })
  const bank = buildBank({ seed: record.seed, now: record.foundedAt, ...(founding.data && { data: founding.data }) })
  const psus = new Map(bank.psus.map((psu) => [psu.username, psu]))
  const clock = new TenantClock(system, clockState)
  const faults = new ActiveFaults()
  faults.set(faultState?.settings ?? [])
  let changes = 0
  return {
    id,
    store: part,
    clock,
    bank,
    faults,
    psu: (username) => psus.get(username),
    learn: ({ clockState: state, settings }) => {
      changes += 1
      if (state) clock.restore(state)
      if (settings) faults.set(settings)
    },
    refresh: async () => {
      if (!store.isShared) return
      const before = changes
      const [state, active] = await Promise.all([part.get('clock', 'clock'), part.get('faults', 'faults')])
      // What was changed here meanwhile is newer than what was read.
      if (changes !== before) return
      if (state) clock.restore(state)
      if (active) faults.keepOrSet(active.settings)
    },
  }
}

/** Moves the clock on from where it stands, whoever moved it last, and remembers it. */
export async function moveClock(tenant: Tenant, move: (clock: TenantClock) => void): Promise<void> {
  const clockState = await tenant.store.transact(
    async (transaction) => {
      const clock = tenant.clock.at(await transaction.get('clock', 'clock'))
      move(clock)
      transaction.put('clock', 'clock', clock.state)
      return clock.state
    },
    { on: 'clock' },
  )
  tenant.learn({ clockState })
}

/** Switches these faults on and all others off, and remembers it. */
export async function setFaults(tenant: Tenant, settings: readonly FaultSetting[]): Promise<void> {
  await tenant.store.transact((transaction) => transaction.put('faults', 'faults', { settings }))
  tenant.learn({ settings })
}
