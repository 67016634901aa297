import { expect, test } from 'vitest'
import { credentialsOf } from './credentials.js'
import { stepsOf } from './steps.js'
import { field, sight, type } from './testing/things.js'

const psu = { username: '400101', password: 'pearl-1', otp: '111222' }

type Filled = readonly [name: string, value: string, more?: Parameters<typeof field>[1]]

/** The credential of each field, by its key. */
function found(filled: readonly Filled[], of: Parameters<typeof credentialsOf>[1] = psu) {
  const things = filled.map(([name, value, more]) => [field(name, more), value] as const)
  const page = sight('Welcome', { fields: things.map(([each]) => each) })
  return Object.fromEntries(credentialsOf(stepsOf(things.map(([each, value]) => type(page, each, value))), of))
}

test.each<[string, readonly Filled[], Record<string, string>]>([
  [
    'what is equal to a credential is that one',
    [
      ['a', 'pearl-1'],
      ['b', '111222'],
      ['c', '400101'],
    ],
    { a: 'password', b: 'otp', c: 'username' },
  ],
  ['a field that was left empty is none', [['a', '']], {}],
  [
    'another password in a field for passwords is the password',
    [
      ['a', '400101'],
      ['b', 'wrong', { type: 'password' }],
    ],
    { a: 'username', b: 'password' },
  ],
  [
    'a code that changes is known by what the field says of itself',
    [['a', '999000', { autocomplete: 'one-time-code' }]],
    { a: 'otp' },
  ],
  ['and so is a name', [['a', 'me@bank.example', { autocomplete: 'username' }]], { a: 'username' }],
  ['what is typed first is the username, where nothing says otherwise', [['a', 'somebody']], { a: 'username' }],
  [
    'after username and password comes the code',
    [
      ['a', '400101'],
      ['b', 'pearl-1'],
      ['c', '987654'],
    ],
    { a: 'username', b: 'password', c: 'otp' },
  ],
  ['a box for one character is none', [['a', '1', { longest: 1 }]], {}],
])('%s', (_, filled, expected) => {
  expect(found(filled)).toEqual(expected)
})

test('where two credentials are equal, each field gets another one', () => {
  const same = { username: 'pearl', password: 'pearl', otp: '111222' }

  expect(
    found(
      [
        ['a', 'pearl'],
        ['b', 'pearl', { type: 'password' }],
      ],
      same,
    ),
  ).toEqual({ a: 'username', b: 'password' })
})
