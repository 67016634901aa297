import { expect, test } from 'vitest'
import { renderCodePage } from './code-page.js'
import { codeView } from './testing/sample-views.js'

const view = codeView('en')
const field = (page: string) => /<input id="otp"[^>]*>/.exec(page)?.[0]

test('asks for the code in a field that phones and password managers know', () => {
  const page = renderCodePage(view)

  expect(page).toContain('<label for="otp">One-time code</label>')
  expect(field(page)).toMatch(/autocomplete="one-time-code"/)
  expect(field(page)).toMatch(/inputmode="numeric"/)
  expect(field(page)).not.toMatch(/aria-invalid|autofocus/)
})

test('shows what was chosen', () => {
  const page = renderCodePage(view)

  expect(page).toContain('<bdi>Household</bdi>')
  expect(page).toContain('Credit card <bdi class="number" dir="ltr">•••• •••• •••• 9012</bdi>')
  expect(page).not.toContain('ادخار العائلة')
})

test('offers Approve first, then Reject and Cancel', () => {
  expect(renderCodePage(view).match(/<button class="(?:primary|secondary|quiet)"[^>]*>[^<]*/g)).toEqual([
    '<button class="primary" name="decision" value="approve">Approve',
    '<button class="secondary" name="decision" value="reject" formnovalidate>Reject',
    '<button class="quiet" name="decision" value="cancel" formnovalidate>Cancel',
  ])
})

test.each([
  ['wrong-code', 2, 'This code is not right. You have 2 tries left.'],
  ['wrong-code', undefined, 'This code is not right. '],
  ['missing', 1, 'Enter your one-time code. You have one try left.'],
] as const)('announces %s with %s tries left at the field', (problem, attemptsLeft, words) => {
  const page = renderCodePage({ ...view, problem, attemptsLeft })

  expect(page).toContain(`role="alert">${words}</p>`)
  expect(page).toContain('<title>Error: ')
  expect(field(page)).toMatch(/aria-describedby="problem otp-hint"\s+aria-invalid="true"\s+autofocus>/)
})

test('says how many tries are left before any went wrong, when it is given', () => {
  expect(renderCodePage({ ...view, attemptsLeft: 3 })).toContain('You have 3 tries left.')
  expect(renderCodePage(view)).not.toContain('left.')
})
