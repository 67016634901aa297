/**
 * Assembles a tenant from the parts of each stage.
 *
 * @module
 */
import { buildBank } from '#fixtures/bank.js'
import type { BankData } from '#fixtures/data-file.js'
import { type DataParts, differences, partsOf } from '#fixtures/data-parts.js'
import { Purge } from './clock/purge.js'
import { Scheduler, type SchedulerOptions } from './clock/scheduler.js'
import type { Clock } from './clock/system-clock.js'
import { clockStates, storedClock } from './clock/tenant-clock.js'
import { lapseWorkers, withEvents } from './events/outbox.js'
import { pushWorkers } from './events/push.js'
import { createTenantEvents, type EventsOptions, outboxDeps } from './events/tenant-events.js'
import { faultStates, storedFaults } from './faults/active-faults.js'
import { endGrant } from './identity/adapter.js'
import { ledgerWorkers } from './ledger/due-bookings.js'
import { standingOrderWorkers, startStandingOrders } from './ledger/standing-orders.js'
import { paymentWorkers } from './payments/due-payments.js'
import { filePaymentWorkers } from './payments/files/due-files.js'
import { fileWorkers } from './payments/files/stored-files.js'
import { type PaymentSettings, paymentSettings } from './payments/settings.js'
import { rules } from './rules.js'
import { type AnyEndingCollection, collection } from './store/collection.js'
import type { Store } from './store/store.js'
import { directoryId, type Tenant } from './tenants/tenant.js'
import { ActiveVariations, variationStates } from './variations/active-variations.js'

/** What a bank is made from. */
export interface BankSource {
  /** Default: that of the store, or 1. */
  readonly seed?: number
  readonly data?: BankData
  /** From when the dates of a bank that is new are counted, in milliseconds since 1970. Default now. */
  readonly openedAt?: number
  /** What differs from the default settings of payments. */
  readonly payments?: Partial<PaymentSettings>
}

/** What a tenant was first opened with; it never changes. */
export interface OpeningRecord {
  readonly seed: number
  /** The instant from which the dates of the fixture data are counted. */
  readonly openedAt: number
  /** What the people and accounts of a data file were; see `partsOf`. */
  readonly data?: DataParts
}

export const openingRecords = collection<OpeningRecord>('openings')

/** The store was made from another seed or data file: its consents and payments would be of people who are gone. */
export class MadeFromOtherData extends Error {
  constructor(seed: number, different: readonly string[]) {
    super(
      `the store was made from seed ${seed} with other people or accounts (${different.join('; ')}). ` +
        `To go on with it, leave the seed out or give ${seed}, and give the data file (--config) that it was made with, or none if there was none. ` +
        'To begin anew, choose another store, or empty this one.',
    )
  }
}

/**
 * Opens a tenant from the store, or creates it, and does the jobs that fell due in the meantime.
 *
 * @param events what the events of all tenants have in common
 * @param ending the collections whose documents end
 * @param report called when due work or a purge fails
 * @throws {MadeFromOtherData} when the store was made from something else than `source` asks for
 */
export async function openTenant(
  id: string,
  store: Store,
  system: Clock,
  source: BankSource,
  events: EventsOptions,
  ending: readonly AnyEndingCollection[],
  report: SchedulerOptions['report'],
): Promise<Tenant> {
  const stored = store.tenant(id)
  const directory = store.tenant(directoryId)
  const { opening, clockState, faultState, variationState } = await stored.transact(async (transaction) => {
    const known = await transaction.get(openingRecords, 'bank')
    const made = known ?? {
      seed: source.seed ?? 1,
      openedAt: source.openedAt ?? system.now(),
      data: partsOf(source.data),
    }
    if (known) refuseOther(known, source)
    else transaction.put(openingRecords, 'bank', made)
    return {
      opening: made,
      clockState: await transaction.get(clockStates, 'clock'),
      faultState: await transaction.get(faultStates, 'faults'),
      variationState: await transaction.get(variationStates, 'variations'),
    }
  })
  const bank = buildBank({ seed: opening.seed, now: opening.openedAt, ...(source.data && { data: source.data }) })
  const clock = storedClock(system, clockState, id)
  const faults = storedFaults(rules, faultState?.settings, id)
  const variations = new ActiveVariations(faults, variationState?.ids)
  const outbox = outboxDeps(clock, system, () => faults.rules)
  // the one place where a tenant's store is made: whoever changes something writes its event with it
  const part = withEvents(stored, outbox)
  await startStandingOrders(part, bank, opening.openedAt)
  const settings = paymentSettings(source.payments)
  const paying = {
    bank,
    paymentSettings: settings,
    // those of the moment: faults replace them
    get rules() {
      return faults.rules
    },
  }
  const workers = {
    ...ledgerWorkers,
    ...standingOrderWorkers(bank, opening.openedAt),
    ...paymentWorkers(paying),
    ...filePaymentWorkers(paying),
    ...fileWorkers,
    ...lapseWorkers,
    ...pushWorkers,
  }
  const tenantEvents = createTenantEvents(events, outbox, {
    store: stored,
    clock,
    system,
    isShared: store.isShared,
    rules: () => faults.rules,
    report,
  })
  const dueWork = new Scheduler({ store: part, clock, workers, isShared: store.isShared, report })
  await dueWork.run()
  const purge = new Purge({ store, tenantId: id, directoryId, clock, collections: ending, report })
  purge.start()
  const tenant: Tenant = {
    id,
    store: part,
    clock,
    dueWork,
    purge,
    events: tenantEvents,
    bank,
    paymentSettings: settings,
    psus: {
      byId: new Map(bank.psus.map((psu) => [psu.psuId, psu])),
      byUsername: new Map(bank.psus.map((psu) => [psu.username, psu])),
    },
    faults,
    variations,
    rules: faults.rules,
    edits: faults.edits,
    endGrant: (grantId) => endGrant(directory, grantId),
    refresh: async () => {
      if (!store.isShared) return
      const [isMoved] = await Promise.all([clock.refresh(part), faults.refresh(part), variations.refresh(part)])
      // the process that moved the clock does what is due before it answers: no need to wait here
      if (isMoved) void dueWork.run()
      if (isMoved) void purge.run()
    },
    stop: async () => {
      tenantEvents.polls.stop()
      await Promise.all([dueWork.stop(), purge.stop(), tenantEvents.push.stop()])
    },
  }
  void tenantEvents.push.start()
  faults.onChange = () => Object.assign(tenant, { rules: faults.rules, edits: faults.edits })
  return tenant
}

function refuseOther({ seed, data = partsOf(undefined) }: OpeningRecord, source: BankSource): void {
  const different = [
    ...(source.seed === undefined || source.seed === seed ? [] : [`asked for now: seed ${source.seed}`]),
    ...differences(data, partsOf(source.data)),
  ]
  if (different.length > 0) throw new MadeFromOtherData(seed, different)
}
