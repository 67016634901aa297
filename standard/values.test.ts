import { describe, expect, test } from 'vitest'
import {
  accountAccessConsentStatuses,
  basePaths,
  dateFormats,
  detailFields,
  type ErrorStatus,
  errorCodes,
  errorStatuses,
  formats,
  forVersion,
  headers,
  idempotencyKeyMaxLength,
  idempotencyKeySeconds,
  operation,
  operationIds,
  permissionCombinations,
  permissions,
  schemePrefixes,
  statusesWithErrorBody,
  versions,
} from '#standard/index.js'

describe('permissions', () => {
  test('are the 21 published values, in the order of the document', () => {
    const pairs = ['Accounts', 'Beneficiaries', 'ScheduledPayments', 'StandingOrders', 'Statements', 'Transactions']
    const single = ['Balances', 'DirectDebits', 'Offers', 'PAN', 'Party', 'PartyPSU', 'Products']
    const directions = ['TransactionsCredits', 'TransactionsDebits']
    const published = [...pairs.flatMap((each) => [`${each}Basic`, `${each}Detail`]), ...single, ...directions]

    expect(permissions).toHaveLength(21)
    expect(permissions).toEqual(published.map((each) => `Read${each}`).sort())
  })

  test('add fields to the resources that are read', () => {
    expect(Object.keys(detailFields)).toEqual([
      'ReadAccountsDetail',
      'ReadBeneficiariesDetail',
      'ReadStandingOrdersDetail',
      'ReadTransactionsDetail',
    ])
    expect(detailFields.ReadAccountsDetail).toEqual(['Account', 'Servicer'])
  })

  test('allow the same reads for all accounts and for one', () => {
    const readsOf = (suffix: string) => operationIds.filter((id) => operation(id).path === suffix).map(operation)
    const resources = ['balances', 'transactions', 'beneficiaries', 'standing-orders']

    for (const resource of resources) {
      const [all] = readsOf(`/${resource}`)
      const [one] = readsOf(`/accounts/{AccountId}/${resource}`)
      expect(all?.permissions).toEqual(one?.permissions)
    }
    expect(readsOf('/accounts')[0]?.permissions).toEqual(['ReadAccountsBasic', 'ReadAccountsDetail'])
    expect(readsOf('/balances')[0]?.permissions).toEqual(['ReadBalances'])
  })

  test('have to be combined so that something can be read', () => {
    expect(permissionCombinations).toHaveLength(3)
    expect(permissionCombinations.flatMap(({ needs }) => needs).filter((each) => !permissions.includes(each))).toEqual(
      [],
    )
    expect(permissionCombinations.filter((each) => !('when' in each))).toEqual([
      { needs: ['ReadAccountsBasic', 'ReadAccountsDetail'] },
    ])
  })
})

describe('error codes', () => {
  test('are the 27 published ones, in the order of the document', () => {
    const families = {
      Field: ['Expected', 'Invalid', 'InvalidDate', 'Missing', 'Unexpected'],
      Header: ['Invalid', 'Missing'],
      Resource: ['ConsentMismatch', 'InvalidConsentStatus', 'InvalidFormat', 'NotFound'],
      Rules: ['AfterCutOffDateTime', 'DuplicateReference'],
      Signature: ['Invalid', 'InvalidClaim', 'Malformed', 'Missing', 'MissingClaim', 'Unexpected'],
      Unsupported: [
        'AccountIdentifier',
        'AccountSecondaryIdentifier',
        'Currency',
        'Frequency',
        'LocalInstrument',
        'Scheme',
      ],
    }
    const published = Object.entries(families).flatMap(([family, names]) => names.map((name) => `${family}.${name}`))

    expect(errorCodes).toHaveLength(27)
    expect(errorCodes).toEqual([...published, 'Reauthenticate', 'UnexpectedError'].sort())
  })
})

describe('error statuses', () => {
  test('are the nine of the document, three of them with a body', () => {
    expect(Object.keys(errorStatuses).map(Number)).toEqual([400, 401, 403, 404, 405, 406, 415, 429, 500])
    expect(statusesWithErrorBody).toEqual([400, 403, 500])
  })

  test('have a Code that begins with the status and fits 40 characters', () => {
    const wrong = Object.entries(errorStatuses).filter(
      ([status, code]) => !new RegExp(`^${status} [A-Z][A-Za-z]+$`).test(code) || code.length > 40,
    )

    expect(wrong).toEqual([])
  })

  test('cover all that an operation can answer', () => {
    const known = Object.keys(errorStatuses).map(Number) as ErrorStatus[]

    expect(operationIds.flatMap((id) => operation(id).errors).filter((status) => !known.includes(status))).toEqual([])
  })
})

test('consent statuses are the four published ones', () => {
  expect([...accountAccessConsentStatuses].sort()).toEqual([
    'Authorised',
    'AwaitingAuthorisation',
    'Rejected',
    'Revoked',
  ])
})

test('headers are named as Node delivers them and keep the limits of the document', () => {
  expect(Object.values(headers)).toEqual([
    'x-fapi-interaction-id',
    'x-fapi-auth-date',
    'x-fapi-customer-ip-address',
    'x-customer-user-agent',
    'x-idempotency-key',
    'x-jws-signature',
  ])
  expect([idempotencyKeyMaxLength, idempotencyKeySeconds]).toEqual([40, 86_400])
})

describe('versions', () => {
  test('have the bases and scheme prefixes of the document', () => {
    expect(versions).toEqual(['0.0.1', '1.0.0'])
    expect(basePaths['0.0.1']).toBe('/api')
    expect(basePaths['1.0.0']).toMatch(/^\/api\/[a-z]+\/release1\.0\.0$/)
    expect(schemePrefixes).toEqual({ '0.0.1': '', '1.0.0': 'BH.OBF.' })
  })

  test('share a value or have one each', () => {
    const [older, newer] = [{ shape: 'older' }, { shape: 'newer' }]

    expect(forVersion({ '0.0.1': older, '1.0.0': newer }, '0.0.1')).toBe(older)
    expect(forVersion({ '0.0.1': older, '1.0.0': newer }, '1.0.0')).toBe(newer)
    expect(forVersion(older, '0.0.1')).toBe(older)
    expect(forVersion(older, '1.0.0')).toBe(older)
  })

  test('give an operation a body in all of its versions or in none', () => {
    const halved = operationIds.filter((id) => {
      const { body, response } = operation(id)
      return [body, response].some((each) => each && '0.0.1' in each !== '1.0.0' in each)
    })

    expect(halved).toEqual([])
  })
})

test('formats of dates are formats', () => {
  expect(dateFormats.filter((name) => !(name in formats))).toEqual([])
  expect(dateFormats).toEqual(Object.keys(formats).filter((name) => name.startsWith('date-time')))
})
