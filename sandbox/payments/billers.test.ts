import { isValidIBAN } from 'ibantools'
import { expect, test } from 'vitest'
import { billerOf, billers, billProblem } from './billers.js'

const [power, , mobile] = billers.map(({ iban }) => iban) as [string, string, string]

test('billers have valid IBANs, which may be written with spaces', () => {
  expect(billers.every(({ iban }) => isValidIBAN(iban))).toBe(true)
  expect(billerOf('BH06 DEMO BILLER 0000 0001')?.iban).toBe(power)
})

test.each<[string, string, string | undefined, number, boolean, string | undefined]>([
  ['an open bill', power, 'NPW-1001', 12_625, false, undefined],
  ['its number in small letters', power, ' npw-1001', 12_625, false, undefined],
  ['another amount', power, 'NPW-1001', 12_624, false, 'other-amount'],
  ['a bill that a payment has paid', power, 'NPW-1001', 12_625, true, 'bill-paid'],
  ['a bill paid earlier', power, 'NPW-9000', 12_500, false, 'bill-paid'],
  ['a bill of another biller', power, 'CWT-1001', 8_375, false, 'unknown-bill'],
  ['a number that no bill has', power, 'NPW-999', 12_500, false, 'unknown-bill'],
  ['no number', power, undefined, 12_500, false, 'unknown-bill'],
  ['no biller', 'BH67BMAG00001299123456', 'NPW-1001', 12_625, false, 'unknown-biller'],
  ['a top-up of any amount, again', mobile, 'DMT-1234', 5_000, true, undefined],
])('%s', (_, iban, reference, amountMinor, isPaid, problem) => {
  expect(billProblem(iban, reference, amountMinor, isPaid)).toBe(problem)
})
