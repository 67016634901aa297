/**
 * Rates as a tester sees and sets them. Decision 0110.
 *
 * @module
 */
import { ratedCurrencies } from '#fixtures/exchange-rates.js'
import type { TenantStore } from '../store/store.js'
import type { Tenant } from '../tenants/tenant.js'
import { homeCurrency, rateTable, type SetRate, setRates, setRatesId } from './rates.js'

/** What one unit of each currency costs in dinars now, and the rates that were set. */
export async function exchangeRates(tenant: Tenant) {
  const { store, clock } = tenant
  const table = await rateTable(store, tenant, clock.now())
  const set = (await store.get(setRates, setRatesId))?.rates ?? []
  const rates = ratedCurrencies
    .filter((currency) => currency !== homeCurrency)
    .map((unitCurrency) => ({
      unitCurrency,
      currency: homeCurrency,
      rate: table(unitCurrency, homeCurrency),
    }))
  return { rates, set }
}

/** Sets these rates and no others: the rest follow from seed and clock. Of a pair that is named twice, the first counts. */
export function replaceRates(store: TenantStore, rates: readonly SetRate[]): Promise<void> {
  return store.transact((transaction) => transaction.put(setRates, setRatesId, { rates }), { on: 'exchange rates' })
}
