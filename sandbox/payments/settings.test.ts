import { expect, test } from 'vitest'
import { defaultPaymentSettings, type PaymentSettings, paymentSettingMistakes, paymentSettings } from './settings.js'

test('the defaults have no mistake, and are what is not given', () => {
  expect(paymentSettingMistakes({})).toEqual([])
  expect(paymentSettings({ cancellationHours: 24 })).toEqual({ ...defaultPaymentSettings, cancellationHours: 24 })
})

test.each<[Partial<PaymentSettings>, string]>([
  [{ largestFileBytes: 1000 }, 'files are taken of up to 1000 bytes'],
  [{ executionTime: '24:00' }, '"24:00" is no time of the day'],
  [{ dnsCycles: ['12:00', '09:00', '15:00'] }, 'the cycles of DNS are 12:00, 09:00, 15:00'],
  [{ dnsCycles: ['09:00'] }, 'the last cycle of DNS is at 09:00, expected none before the cut-off at 14:00'],
  [{ bankHolidays: ['02-30'] }, '"02-30" is no bank holiday'],
  [{ charges: [{ rail: 'NRT', chargeMinor: 0.5 }] }, 'ceiling, limit and charges are whole fils'],
  [{ nrtCeilingMinor: -1 }, 'ceiling, limit and charges are whole fils'],
  [{ nrtSeconds: -1 }, 'NRT takes -1 seconds'],
  [{ cancellationHours: 1.5 }, 'cancellations end 1.5 hours before the execution'],
])('%o is a mistake', (given, mistake) => {
  expect(paymentSettingMistakes(given)).toEqual([expect.stringContaining(mistake)])
})
