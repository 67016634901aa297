import { expect, test } from 'vitest'
import { maskedIdentification } from './account-view.js'

test('shows the PSU the last four characters of an identifier', () => {
  const identifier = { scheme: 'IBAN', identification: 'BH98DEMOTHT8T9J8K2I6K2', name: 'Layla Haddad' } as const

  expect(maskedIdentification(identifier)).toBe('•••• I6K2')
})
