import { describe, expect, test } from 'vitest'
import { isAtOrBelow, pathSteps, select, valueAt, withoutIndexes } from './paths.js'

const notations = [
  'Data.Permissions[0]',
  'Data.Permissions.0',
  '$.Data.Permissions[0]',
  "$['Data']['Permissions'][0]",
  '/Data/Permissions/0',
  '#/Data/Permissions/0',
  ' $.Data.Permissions.0 ',
]

describe('the place an error names', () => {
  test.each(notations)('is read from %s', (path) => {
    expect(pathSteps(path)).toEqual(['Data', 'Permissions', '0'])
    expect(isAtOrBelow(path, 'Data.Permissions')).toBe(true)
    expect(isAtOrBelow(path, 'Data.Permissions[]')).toBe(true)
    expect(isAtOrBelow(path, 'Data.Permissions[0]')).toBe(true)
  })

  test.each([
    ['Data', 'Data.Permissions'],
    ['Data.permissions', 'Data.Permissions'],
    ['Data.PermissionsToo', 'Data.Permissions'],
    ['Data.Permissions[1]', 'Data.Permissions[0]'],
    ['', 'Data'],
  ])('%s is not at %s', (received, expected) => {
    expect(isAtOrBelow(received, expected)).toBe(false)
  })

  test('is a header name in any case', () => {
    expect(isAtOrBelow('X-FAPI-Auth-Date', 'x-fapi-auth-date')).toBe(true)
  })
})

describe('the values of a body', () => {
  const body = { Data: { Account: [{ Id: 1 }, { Other: 2 }], 'a/b': 3 } }

  test('are found for every item, the missing ones as well', () => {
    expect(select(body, 'Data.Account[].Id')).toEqual([
      { pointer: '/Data/Account/0/Id', present: true, value: 1 },
      { pointer: '/Data/Account/1/Id', present: false },
    ])
  })

  test('are nowhere in an empty array and absent below what is no object', () => {
    expect(select({ Account: [] }, 'Account[].Id')).toEqual([])
    expect(select('text', 'Data.Id')).toEqual([{ pointer: '/Data', present: false }])
    expect(select({ Data: null }, 'Data.Id')).toEqual([{ pointer: '/Data/Id', present: false }])
    expect(select({ Account: { 0: 'x' } }, 'Account[].Id')).toEqual([{ pointer: '/Account/*', present: false }])
  })

  test('are read by one path, names with a slash escaped in the pointer', () => {
    expect(valueAt(body, 'Data.Account[1].Other')).toBe(2)
    expect(valueAt(body, 'Data.toString')).toBeUndefined()
    expect(select(body, '/Data/a~1b')).toEqual([{ pointer: '/Data/a~1b', present: true, value: 3 }])
  })
})

test('equal problems of many items get the same pointer', () => {
  expect(withoutIndexes('/Data/Account/12/Account/0')).toBe('/Data/Account/*/Account/*')
})
