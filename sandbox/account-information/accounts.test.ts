import { describe, expect, test } from 'vitest'
import type { FixtureAccount } from '#fixtures/types.js'
import { Account, findProblems } from '#standard/index.js'
import { toAccountPayload } from './accounts.js'

const opened = Date.parse('2019-03-04T09:00:00+03:00')

const current: FixtureAccount = {
  accountId: 'acc-1',
  status: 'Enabled',
  statusUpdatedAt: opened,
  currency: 'BHD',
  accountType: 'Personal',
  accountSubType: 'CurrentAccount',
  openedAt: opened,
  identifiers: [
    { scheme: 'IBAN', identification: 'BH98DEMOTHT8T9J8K2I6K2', name: 'Layla Haddad' },
    { scheme: 'BBAN', identification: 'DEMOTHT8T9J8K2I6K2' },
  ],
  servicerBic: 'DEMOBHBM',
}

const card: FixtureAccount = {
  ...current,
  accountId: 'acc-2',
  accountSubType: 'CreditCard',
  identifiers: [{ scheme: 'PAN', identification: '9048000000000005' }],
}

const basic = { detail: false, pan: false }
const detail = { detail: true, pan: false }

describe.each(['0.0.1', '1.0.0'] as const)('an account in version %s', (version) => {
  test.each([
    [basic, current],
    [detail, current],
    [detail, card],
    [{ detail: true, pan: true }, card],
    [detail, { ...current, nickname: 'Household', description: 'Joint account' }],
  ])('is valid, seen with %j', (view, account) => {
    expect(findProblems(Account[version], toAccountPayload(account, { version, ...view }))).toEqual([])
  })

  test('has no identifiers and no servicer without Detail: they are absent, not blank', () => {
    expect(Object.keys(toAccountPayload(current, { version, detail: false, pan: true }))).toEqual([
      'AccountId',
      'Status',
      'StatusUpdateDateTime',
      'Currency',
      'AccountType',
      'AccountSubType',
      'OpeningDate',
    ])
  })

  test('shows what it has of nickname and description, and no placeholder for what it has not', () => {
    expect(toAccountPayload(current, { version, ...basic })).not.toHaveProperty('Nickname')
    expect(toAccountPayload({ ...current, nickname: 'Household' }, { version, ...basic })).toMatchObject({
      Nickname: 'Household',
    })
  })

  test('masks a card number unless ReadPAN was given, which alone shows nothing', () => {
    const shown = (view: { detail: boolean; pan: boolean }) =>
      toAccountPayload(card, { version, ...view }).Account?.map((each) => each.Identification)

    expect(shown(detail)).toEqual(['XXXXXXXXXXXX0005'])
    expect(shown({ detail: true, pan: true })).toEqual(['9048000000000005'])
    expect(shown({ detail: false, pan: true })).toBeUndefined()
  })
})

test('shows one identifier with prefixes in 1.0.0, and two without in 0.0.1', () => {
  expect(toAccountPayload(current, { version: '1.0.0', ...detail })).toMatchObject({
    Account: [{ SchemeName: 'BH.OBF.IBAN', Identification: 'BH98DEMOTHT8T9J8K2I6K2', Name: 'Layla Haddad' }],
    Servicer: { SchemeName: 'BH.OBF.BICFI', Identification: 'DEMOBHBM' },
  })
  expect(toAccountPayload(current, { version: '0.0.1', ...detail })).toMatchObject({
    Account: [
      { SchemeName: 'IBAN', Identification: 'BH98DEMOTHT8T9J8K2I6K2', Name: 'Layla Haddad' },
      { SchemeName: 'BBAN', Identification: 'DEMOTHT8T9J8K2I6K2' },
    ],
    Servicer: { SchemeName: 'BICFI', Identification: 'DEMOBHBM' },
  })
  expect(toAccountPayload(current, { version: '1.0.0', ...detail }).Account).toHaveLength(1)
})

test('writes dates with the offset of the bank', () => {
  expect(toAccountPayload(current, { version: '1.0.0', ...basic }).OpeningDate).toBe('2019-03-04T09:00:00.000+03:00')
})
