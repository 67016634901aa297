import { describe, expect, test } from 'vitest'
import { ratedCurrencies } from '#fixtures/exchange-rates.js'
import { MemoryStore } from '../store/memory-store.js'
import { exchangeRules, rateTable } from './rates.js'
import { replaceRates } from './set-rates.js'

const at = Date.parse('2030-01-15T09:00:00+03:00')
const quarter = 15 * 60_000
const rate = (unitCurrency: string, currency: string, instant = at, seed = 1) =>
  exchangeRules.exchangeRate({ seed, unitCurrency, currency, at: instant })

describe('the rate of a pair', () => {
  test('is the same for the same seed and instant, and for a quarter of an hour', () => {
    expect(rate('GBP', 'BHD')).toBe(rate('GBP', 'BHD'))
    expect(rate('GBP', 'BHD', at + quarter - 1)).toBe(rate('GBP', 'BHD'))
  })

  test('moves with the clock, and is another for another seed', () => {
    const week = Array.from({ length: 7 * 24 }, (_, hour) => rate('EUR', 'BHD', at + hour * 4 * quarter))

    expect(new Set(week).size).toBeGreaterThan(100)
    expect(rate('EUR', 'BHD', at, 2)).not.toBe(rate('EUR', 'BHD'))
  })

  test.each(ratedCurrencies)('of %s stays within one percent of its usual worth for a year', (currency) => {
    const year = Array.from({ length: 365 }, (_, day) => rate('BHD', currency, at + day * 97 * quarter))
    const middle = (Math.max(...year) + Math.min(...year)) / 2
    const spread = (Math.max(...year) - Math.min(...year)) / middle

    expect(spread).toBeLessThan(['USD', 'SAR', 'AED', 'QAR', 'OMR'].includes(currency) ? 0.0011 : 0.0201)
    expect(Math.max(...year) - Math.min(...year) > 0).toBe(currency !== 'BHD')
  })

  test('is turned when it is asked for the other way round', () => {
    expect(rate('BHD', 'USD') * rate('USD', 'BHD')).toBeCloseTo(1, 5)
  })
})

describe('rates that are set', () => {
  const bank = { bank: { seed: 1 }, rules: exchangeRules }

  test('hold for their pair both ways, whatever the clock says; others follow from the seed', async () => {
    const store = new MemoryStore().tenant('main')
    await replaceRates(store, [{ unitCurrency: 'USD', currency: 'BHD', rate: 0.4 }])
    const tables = [await rateTable(store, bank, at), await rateTable(store, bank, at + 90 * 86_400_000)]

    expect(tables.map((table) => [table('USD', 'BHD'), table('BHD', 'USD')])).toEqual([
      [0.4, 2.5],
      [0.4, 2.5],
    ])
    expect(tables.map((table) => table('EUR', 'BHD'))).toEqual([
      rate('EUR', 'BHD'),
      rate('EUR', 'BHD', at + 90 * 86_400_000),
    ])
  })

  test('are gone when others are set', async () => {
    const store = new MemoryStore().tenant('main')
    await replaceRates(store, [{ unitCurrency: 'USD', currency: 'BHD', rate: 0.4 }])
    await replaceRates(store, [])

    expect((await rateTable(store, bank, at))('USD', 'BHD')).toBe(rate('USD', 'BHD'))
  })
})
