/**
 * The variations a tenant has switched on.
 *
 * @module
 */
import { Type } from '@sinclair/typebox'
import { oneOf } from '#standard/index.js'
import type { ActiveFaults } from '../faults/active-faults.js'
import { badRequest, type Reason } from '../http/api-error.js'
import { schemaProblems } from '../http/body.js'
import { collection } from '../store/collection.js'
import type { Reader, TenantStore } from '../store/store.js'
import { variationIds, variations } from './registry.js'
import type { Variation } from './variation.js'

declare module '../tenants/tenant.js' {
  interface Tenant {
    readonly variations: ActiveVariations
  }
}

export const variationStates = collection<{ readonly ids: readonly string[] }>('variations')

export const VariationIds = Type.Array(oneOf(variationIds), { uniqueItems: true, maxItems: 1000 })

/** Everything that is wrong with a list of variations, whatever it is. */
export const variationProblems = (ids: unknown): Reason[] => schemaProblems(VariationIds, ids)

/** Variations are applied under the faults of the tenant: a fault breaks what the bank does with them. */
export class ActiveVariations {
  readonly #faults: Pick<ActiveFaults, 'vary'>
  #ids: readonly string[] = []
  #changes = 0

  constructor(faults: Pick<ActiveFaults, 'vary'>, ids: readonly string[] = []) {
    this.#faults = faults
    if (ids.length > 0) this.set(ids)
  }

  get ids(): readonly string[] {
    return this.#ids
  }

  /** Switches these on and all others off. */
  set(ids: readonly string[]): void {
    this.#changes += 1
    this.#ids = ids
    this.#faults.vary(ids.map((id) => variations[id] as Variation))
  }

  /** Takes over what another process has stored, unless it was changed here while that was read. */
  async refresh(store: Reader): Promise<void> {
    const before = this.#changes
    const state = await store.get(variationStates, 'variations')
    if (!state || before !== this.#changes || JSON.stringify(state.ids) === JSON.stringify(this.#ids)) return
    this.set(state.ids)
  }
}

/**
 * Switches these variations on and all others off, and stores that.
 *
 * @throws {ApiError} 400 with every problem of the list; then nothing is changed
 */
export async function setVariations(
  { store, variations: active }: { readonly store: TenantStore; readonly variations: ActiveVariations },
  ids: readonly string[],
): Promise<void> {
  const problems = variationProblems(ids)
  if (problems.length > 0) throw badRequest(problems)
  await store.transact((transaction) => transaction.put(variationStates, 'variations', { ids }))
  active.set(ids)
}
