import { expect, test } from 'vitest'
import { maskedIdentification, maskPan } from './masking.js'

test.each([
  ['9048000000000005', 'XXXXXXXXXXXX0005'],
  ['904800000000005', 'XXXXXXXXXXX0005'],
  ['90480', 'X0480'],
  ['0480', '0480'],
  ['', ''],
])('masks all but the last four digits of the card number %j', (pan, masked) => {
  expect(maskPan(pan)).toBe(masked)
})

test('shows the PSU the last four characters of an identifier', () => {
  const identifier = { scheme: 'IBAN', identification: 'BH98DEMOTHT8T9J8K2I6K2', name: 'Layla Haddad' } as const

  expect(maskedIdentification(identifier)).toBe('•••• I6K2')
})
