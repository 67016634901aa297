/**
 * The tenants of this process: each is opened once, when it is first asked for.
 *
 * @module
 */
import { mainTenantId, type Tenant } from './tenant.js'

export interface Tenants {
  /** The tenant that exists from the start, and is used where no other is named. */
  readonly main: Tenant
  /** A tenant as it is stored: not older than the last request to arrive. */
  get(id: string): Promise<Tenant>
  /**
   * A request arrives: loads what other processes on the same store have changed in the main tenant, and in another one
   * when it is next asked for.
   */
  refresh(): Promise<void>
  /** Waits for the work of all tenants under way and starts no more. */
  close(): Promise<void>
}

/** A tenant that was asked for, and the last request by whose arrival it was loaded. */
interface Opened {
  readonly tenant: Promise<Tenant>
  loadedAt: number
  loading: Promise<void>
}

/** @param open opens a tenant from the store, or creates it */
export async function openTenants(open: (id: string) => Promise<Tenant>): Promise<Tenants> {
  const opened = new Map<string, Opened>()
  let arrivals = 0

  const get = async (id: string) => {
    const known = opened.get(id)
    if (known) return loaded(known)
    const opening = open(id)
    opened.set(id, { tenant: opening, loadedAt: arrivals, loading: Promise.resolve() })
    // one that could not be opened is tried again by whoever asks next
    opening.catch(() => opened.delete(id))
    return opening
  }

  async function loaded(each: Opened): Promise<Tenant> {
    const tenant = await each.tenant
    if (tenant.id === mainTenantId || each.loadedAt === arrivals) {
      await each.loading
      return tenant
    }
    each.loadedAt = arrivals
    each.loading = tenant.refresh()
    await each.loading
    return tenant
  }

  const main = await get(mainTenantId)
  const refresh = () => {
    arrivals += 1
    return main.refresh()
  }
  const close = async () => {
    const all = await Promise.all([...opened.values()].map(({ tenant }) => tenant))
    await Promise.all(all.map((tenant) => tenant.stop()))
  }
  return { main, get, refresh, close }
}
