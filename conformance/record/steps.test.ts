import { expect, test } from 'vitest'
import { stepsOf } from './steps.js'
import { box, button, field, press, sight, tick, type } from './testing/things.js'

const [name, word, on, allow] = [field('Customer number'), field('Secret word'), button('Sign in'), button('Allow')]
const signIn = sight('Welcome', { fields: [name, word], presses: [on] })
const accounts = [box('Current account'), box('Savings')]
const decide = sight('Your accounts', { boxes: accounts, presses: [allow] })

/** What was typed, ticked and pressed in each step. */
const told = (acts: Parameters<typeof stepsOf>[0]) =>
  stepsOf(acts).map(({ typed, ticked, pressed }) => [
    typed.map(({ field: { key }, value }) => `${key}=${value}`),
    ticked.map(({ key }) => key),
    pressed?.element.key,
  ])

test('what is done until something is pressed is one step', () => {
  const acts = [
    type(signIn, name, '400101'),
    type(signIn, word, 'w'),
    press(signIn, on),
    tick(decide, accounts[0] as never),
    press(decide, allow),
  ]

  expect(told(acts)).toEqual([
    [['customer-number=400101', 'secret-word=w'], [], 'sign-in'],
    [[], ['current-account'], 'allow'],
  ])
})

test('of a field that was corrected the last value counts, and a box that was ticked twice is there once', () => {
  const page = { ...signIn, boxes: accounts }
  const acts = [
    type(page, name, '4'),
    type(page, name, '400101'),
    tick(page, accounts[0] as never),
    tick(page, accounts[0] as never),
    press(page, on),
  ]

  expect(told(acts)).toEqual([[['customer-number=400101'], ['current-account'], 'sign-in']])
})

test('a page that goes on by itself ends its step without a press', () => {
  const code = field('Code')
  const waiting = sight('Confirm in the app', { fields: [code] })

  expect(told([type(waiting, code, '111222'), press(decide, allow)])).toEqual([
    [['code=111222'], [], undefined],
    [[], [], 'allow'],
  ])
})

test('a page that came again because something was wrong is one step, which knows how the page says it', () => {
  const message = { role: 'alert', selector: '#wrong', text: 'We do not know you' }
  const again = { ...signIn, document: 'Welcome again', problems: [message] }
  const acts = [
    type(signIn, name, '400101'),
    type(signIn, word, 'x'),
    press(signIn, on),
    type(again, word, 'w'),
    press(again, on),
  ]
  const [step, ...others] = stepsOf(acts)

  expect(others).toEqual([])
  expect(step?.problem).toEqual(message)
  expect(step?.typed.map(({ value }) => value)).toEqual(['400101', 'w'])
})

test('two pages that look different are two steps, though the same is pressed on them', () => {
  const terms = sight('Terms', { presses: [on] })

  expect(stepsOf([press(terms, on), press(signIn, on)])).toHaveLength(2)
})

test('a step in a frame is another than one beside it', () => {
  const [inFrame, beside] = [press(signIn, on, { frame: '#secure' }), press(signIn, on)]

  expect(stepsOf([inFrame, beside]).map(({ frame }) => frame)).toEqual(['#secure', undefined])
})

test('nothing done is no step', () => {
  expect(stepsOf([])).toEqual([])
})
