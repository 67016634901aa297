import { expect, test } from 'vitest'
import { wrongFields } from './fields.js'
import { defaultOperations } from './read-profile.js'

const wrong = (field: string, offered = ['1.0.0']) => wrongFields([field], defaultOperations, offered)[0]?.expected

test.each(['Data.Account[].Nickname', 'Data.Account[].Servicer', 'Data.Transaction[].TransactionReference', 'Meta'])(
  'an optional field may be left out: %s',
  (field) => {
    expect(wrong(field)).toBeUndefined()
  },
)

test.each([
  ['Data.Account[].Currency', 'an optional field; this one is mandatory in the answer of getAccounts (1.0.0)'],
  [
    'Data.Account[].Servicer.SchemeName',
    'an optional field; this one is mandatory in the answer of getAccounts (1.0.0)',
  ],
  ['Data', 'an optional field; this one is mandatory in the answer of getAccounts (1.0.0)'],
  [
    'Data.Account[].Account',
    'an optional field; this one is mandatory where ReadAccountsDetail was granted (ACC-REQ-430)',
  ],
  ['Data.Account.Nickname', 'a field of an answer of a claimed operation, such as Data.Account[].Nickname'],
  ['Data.Account[].NickName', 'a field of an answer of a claimed operation, such as Data.Account[].Nickname'],
  ['', 'a field of an answer of a claimed operation, such as Data.Account[].Nickname'],
])('any other is a mistake of the profile: %s', (field, expected) => {
  expect(wrong(field)).toBe(expected)
})
