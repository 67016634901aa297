import { expect, test } from 'vitest'
import { chargesOf, debtorChargesMinor } from './charges.js'
import { defaultPaymentSettings } from './settings.js'

test('a transfer costs 100 fils, a bill nothing', () => {
  const charge = { chargeBearer: 'BorneByDebtor', type: 'BH.OBF.DNS', minor: 100, currency: 'BHD' }

  expect(chargesOf('DNS', 5_000, defaultPaymentSettings)).toEqual([charge])
  expect(chargesOf('BIL', 5_000, defaultPaymentSettings)).toEqual([])
})

test('the first band that an amount is not above applies', () => {
  const settings = {
    charges: [
      { rail: 'NRT', upToMinor: 100_000, chargeMinor: 0 },
      { rail: 'NRT', upToMinor: 500_000, chargeMinor: 100 },
      { rail: 'NRT', chargeMinor: 300 },
    ],
  } as const
  const minor = [100_000, 100_001, 500_000, 500_001].map((each) => debtorChargesMinor(chargesOf('NRT', each, settings)))

  expect(minor).toEqual([0, 100, 100, 300])
})
