import { describe, expect, test } from 'vitest'
import { matchPath, operation, operationIds, type Version, versions } from '#standard/index.js'

const everyPlace = operationIds.flatMap((id) => operation(id).versions.map((version) => [id, version] as const))

test.each(everyPlace)('finds %s of %s by its path, with and without the slash at the end', (id, version) => {
  const { path, method } = operation(id)
  const filled = path.replaceAll(/\{(\w+)\}/g, 'id-of-$1')

  for (const asked of [filled, filled.replace(/\/$/, ''), `${filled.replace(/\/$/, '')}/`, `${filled}?page=2/3`]) {
    const match = matchPath(version, asked)

    expect(match.operations[method]).toBe(id)
    expect(match.parameters).toEqual(
      Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, `id-of-${name}`])),
    )
  }
})

test('gives every operation of a path by its method', () => {
  const path = '/account-access-consents/abc'

  expect(matchPath('1.0.0', path).operations).toEqual({
    GET: 'getAccountAccessConsent',
    PATCH: 'patchAccountAccessConsent',
  })
  expect(matchPath('0.0.1', path).operations).toEqual({
    GET: 'getAccountAccessConsent',
    DELETE: 'deleteAccountAccessConsent',
  })
})

test('keeps the versions apart', () => {
  const onlyIn100 = operationIds
    .filter((id) => operation(id).versions.join() === '1.0.0')
    .map((id) => operation(id).path)
    .filter((path) => !path.startsWith('/account-access-consents/'))

  expect(onlyIn100.filter((path) => Object.keys(matchPath('0.0.1', path).operations).length > 0)).toEqual([])
})

test('looks only among the operations that are offered', () => {
  expect(matchPath('1.0.0', '/accounts', ['getAccount', 'getBalances']).operations).toEqual({})
  expect(matchPath('1.0.0', '/accounts', ['getAccounts', 'getBalances']).operations).toEqual({ GET: 'getAccounts' })
  expect(matchPath('0.0.1', '/standing-orders', ['getStandingOrders']).operations).toEqual({})
})

describe.each(versions)('in %s', (version: Version) => {
  test.each([
    ['an unknown path', '/supplementary-account-info'],
    ['the base', '/'],
    ['nothing', ''],
    ['a path below an operation', '/accounts/abc/balances/xyz'],
    ['a path beside an operation', '/accountsx'],
    ['a path in another case', '/Accounts'],
    ['an encoded slash in a segment of the path', '/accounts%2Fabc'],
    ['the full path with its base', '/api/accounts'],
  ])('finds nothing at %s', (_what, path) => {
    expect(matchPath(version, path)).toEqual({ operations: {}, parameters: {} })
  })
})

test.each([
  ['%41bc', 'Abc'],
  ['a%2Fb', 'a/b'],
  ['a%20b', 'a b'],
  ['a+b', 'a+b'],
  ['%D8%AD', 'ح'],
  ['%', '%'],
  ['%zz', '%zz'],
  ['%ff', '%ff'],
  ['__proto__', '__proto__'],
  ['..', '..'],
])('reads the parameter %s as %s', (sent, read) => {
  expect(matchPath('1.0.0', `/accounts/${sent}/balances`)).toEqual({
    operations: { GET: 'getAccountBalances' },
    parameters: { AccountId: read },
  })
})

test('takes no empty segment for a parameter', () => {
  expect(matchPath('1.0.0', '/accounts//balances').operations).toEqual({})
  expect(matchPath('1.0.0', '/accounts//').operations).toEqual({})
  expect(matchPath('1.0.0', '//accounts').operations).toEqual({})
})
