import { expect, test } from 'vitest'
import { maskPan } from './masking.js'

test.each([
  ['9048000000000005', 'XXXXXXXXXXXX0005'],
  ['904800000000005', 'XXXXXXXXXXX0005'],
  ['90480', 'X0480'],
  ['0480', '0480'],
  ['', ''],
])('masks all but the last four digits of the card number %j', (pan, masked) => {
  expect(maskPan(pan)).toBe(masked)
})
