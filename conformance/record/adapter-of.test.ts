import { describe, expect, test } from 'vitest'
import type { Act } from './act.js'
import { adapterOf, CannotDescribe, type Walks } from './adapter-of.js'
import { stepsOf } from './steps.js'
import { box, button, field, press, sight, thing, tick, type } from './testing/things.js'

const psu = { username: '400101', password: 'pearl-1', otp: '111222' }
const options = { name: 'Pearl Bank', locale: 'en', psu }

const [name, word, code] = [field('Customer number'), field('Secret word', { type: 'password' }), field('Code')]
const [on, allow, refuse, leave] = [
  button('Sign in'),
  button('Allow'),
  button('Do not allow'),
  button('Back to the app'),
]
const signIn = sight('Welcome', { fields: [name, word], presses: [on, leave] })
const accounts = [box('Current account'), box('Savings')]
const decide = sight('Your accounts', { fields: [code], boxes: accounts, presses: [allow, refuse] })

const signedIn: readonly Act[] = [type(signIn, name, '400101'), type(signIn, word, 'pearl-1'), press(signIn, on)]
const approved: readonly Act[] = [
  ...signedIn,
  tick(decide, accounts[0] as never),
  type(decide, code, '111222'),
  press(decide, allow),
]
const walks = (more: Partial<Record<keyof Walks, readonly Act[]>> = {}): Walks =>
  Object.fromEntries(Object.entries({ approve: approved, ...more }).map(([key, acts]) => [key, stepsOf(acts)])) as never

const recorded = (more?: Parameters<typeof walks>[0]) => adapterOf(walks(more), options)

describe('an approval, a refusal and a way out', () => {
  const { adapter, notes } = recorded({
    reject: [...signedIn, press(decide, refuse)],
    cancel: [press(signIn, leave)],
  })

  test('are a step for each page, with what it is known by, fields, accounts and buttons', () => {
    expect(adapter).toMatchObject({
      name: 'Pearl Bank',
      locale: 'en',
      cancelAt: 'sign in',
      steps: [
        {
          name: 'sign in',
          fields: [
            { label: 'Customer number', value: 'username' },
            { label: 'Secret word', value: 'password' },
          ],
          next: 'Sign in',
          cancel: 'Back to the app',
        },
        {
          name: 'code',
          accounts: true,
          fields: [{ label: 'Code', value: 'otp' }],
          next: 'Allow',
          reject: 'Do not allow',
        },
      ],
    })
  })

  test('say nothing of what was typed', () => {
    expect(JSON.stringify([adapter, notes])).not.toMatch(/400101|pearl-1|111222/)
  })
})

test('what was not walked is taken by its words, and that is said', () => {
  const { adapter, notes } = recorded()

  expect(adapter.steps[1]).toMatchObject({ reject: 'Do not allow' })
  expect(notes).toContainEqual(expect.stringMatching(/^reject: button "Do not allow" was not walked/))
})

test('how a page says that something is wrong is what appeared on it', () => {
  const again = { ...signIn, document: '2', problems: [{ role: 'status', selector: '#wrong', text: 'No' }] }
  const wrong = [
    type(signIn, name, '400101'),
    type(signIn, word, 'x'),
    press(signIn, on),
    type(again, word, 'pearl-1'),
    press(again, on),
  ]
  const rest = approved.slice(signedIn.length)

  expect(adapterOf(walks({ approve: [...wrong, ...rest] }), options).adapter.problem).toEqual({ selector: '#wrong' })
  expect(recorded().notes).toContainEqual(expect.stringMatching(/^problem: nothing wrong was entered/))
})

test('a name with the number of an account in it gives way to a selector', () => {
  const own = button('Pay from 993 100', { selector: '#pay' })
  const page = sight('Confirm', { presses: [own, refuse] })
  const { adapter } = recorded({ approve: [...signedIn, press(page, own)] })

  expect(adapter.steps[1]).toMatchObject({ next: { selector: '#pay' } })
})

const digits = ['First', 'Second'].map((each) => field(each, { longest: 1 }))

test.each<[string, readonly Act[], RegExp]>([
  ['nothing', [], /nothing was typed or pressed/],
  [
    'no way to refuse',
    [press(sight('Confirm', { presses: [allow] }), allow)],
    /nothing on the pages looks like refusing/,
  ],
  [
    'a code in boxes of one character',
    digits.map((each, index) => type(sight('Code', { fields: digits, presses: [refuse] }), each, String(index))),
    /boxes of one character/,
  ],
  ['a form that the Enter key alone sends', [press(decide, thing('form', 'form'), { isKey: true })], /Enter key alone/],
])('says what no file can describe: %s', (_, approve, message) => {
  expect(() => recorded({ approve })).toThrow(CannotDescribe)
  expect(() => recorded({ approve })).toThrow(message)
})

test('refusing on a page that an approval does not show is named', () => {
  const other = sight('Are you sure', { presses: [button('Yes, refuse')] })

  expect(() => recorded({ reject: [...signedIn, press(other, button('Yes, refuse'))] })).toThrow(
    /refusing on a page that an approval does not show/,
  )
})
