import { expect, test } from 'vitest'
import { account, accountsBody, exchangeEntry } from '../testing/transcripts.js'
import { findingsOf, verdictOf } from '../testing/wire.js'

const read = (Identification: unknown, SchemeName = 'BH.OBF.IBAN') =>
  exchangeEntry({
    operation: 'getAccount',
    body: accountsBody(account({ Account: [{ SchemeName, Identification }] })),
  })

test.each([
  ['right check digits', 'BH67BMAG00001299123456', 'pass'],
  ['a digit exchanged', 'BH67BMAG00001299123465', ['/Data/Account/0/Account/0/Identification']],
  ['a character too few', 'BH67BMAG0000129912345', ['/Data/Account/0/Account/0/Identification']],
  ['blanks', 'BH67 BMAG 0000 1299 1234 56', ['/Data/Account/0/Account/0/Identification']],
  ['a number, which the schema finds', 1, 'not-applicable'],
])('WIR-iban looks at an IBAN with %s', (_, iban, expected) => {
  expect(findingsOf('WIR-iban', [read(iban)])).toEqual(expected)
})

test('WIR-iban passes over other identifiers, and is no failure at stated', () => {
  expect(findingsOf('WIR-iban', [read('1234', 'BH.OBF.BBAN')])).toBe('not-applicable')
  expect(verdictOf('WIR-iban', [read('BH00BMAG00001299123456')], 'stated').outcome).toBe('warn')
})
