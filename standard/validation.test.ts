import { expect, test } from 'vitest'
import { AccountAccessConsentRequest, AccountsResponse, findProblems } from '#standard/index.js'

test('reports every problem of a body at once, one for each place', () => {
  const problems = findProblems(AccountAccessConsentRequest['1.0.0'], {
    Data: { Permissions: ['Nope', 5], ExpirationDateTime: null, Extra: 1 },
    Risk: { Score: 1 },
  })

  expect(problems.map(({ pointer, kind }) => [pointer, kind])).toEqual([
    ['/Data/Extra', 'unexpected'],
    ['/Data/Permissions/0', 'enum'],
    ['/Data/Permissions/1', 'type'],
    ['/Data/ExpirationDateTime', 'type'],
    ['/Risk/Score', 'unexpected'],
  ])
})

test('looks inside a union for the alternative that came closest', () => {
  const problems = findProblems(AccountsResponse['1.0.0'], { Data: { Account: [] }, Links: { Self: '/accounts' } })

  expect(problems).toMatchObject([{ pointer: '/Links/Self', kind: 'format', format: 'uri', basis: 'stated' }])
})

test('says where a broken rule rests', () => {
  const problems = findProblems(AccountsResponse['1.0.0'], { Data: { Account: [{}], More: 1 }, Links: null })

  expect(problems.map(({ path, basis }) => [path, basis])).toEqual([
    ['Data.More', 'framework'],
    ['Data.Account[0].AccountId', 'framework'],
    ['Data.Account[0].Currency', 'framework'],
    ['Data.Account[0].AccountType', 'framework'],
    ['Data.Account[0].AccountSubType', 'framework'],
  ])
})
