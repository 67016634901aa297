import { expect, test } from 'vitest'
import { renderLoginPage } from './login-page.js'
import { loginView } from './testing/sample-views.js'

const view = loginView('en')

test('asks for username and password in fields a password manager knows', () => {
  const page = renderLoginPage(view)

  expect(page).toMatch(/<input id="username" name="username" type="text"[^>]* autocomplete="username"/)
  expect(page).toMatch(/<input id="password" name="password" type="password"[^>]* autocomplete="current-password"/)
  expect(page).toContain('<title>Log in – Pearl Bank</title>')
  expect(page).not.toContain('role="alert"')
  expect(page).not.toContain('autofocus')
})

test('puts the primary button first, where the Enter key finds it, and lets Cancel leave empty fields', () => {
  const buttons = renderLoginPage(view).match(/<button class="(?:primary|secondary|quiet)"[^>]*>[^<]*/g)

  expect(buttons).toEqual([
    '<button class="primary" name="decision" value="login">Log in',
    '<button class="quiet" name="decision" value="cancel" formnovalidate>Cancel',
  ])
})

test.each([
  ['wrong-credentials', 'maryam', ['username', 'password'], 'password'],
  ['locked', 'maryam', ['username'], 'username'],
  ['missing', undefined, ['username', 'password'], 'username'],
  ['missing', 'maryam', ['password'], 'password'],
] as const)(
  'announces %s with username %s, marks the fields and goes to the one to mend',
  (problem, username, faulty, focused) => {
    const page = renderLoginPage({ ...view, problem, username })
    const fields = page.match(/<input id="[^>]*>/g) ?? []
    const named = (mark: RegExp) =>
      fields.filter((field) => mark.test(field)).map((field) => /id="(\w+)"/.exec(field)?.[1])

    expect(page).toMatch(/<p class="problem" id="problem" role="alert">[^<]+</)
    expect(page).toContain('<title>Error: Log in')
    expect(named(/aria-invalid="true"/)).toEqual(faulty)
    expect(named(/aria-describedby="problem\b/)).toEqual(faulty)
    expect(named(/autofocus/)).toEqual([focused])
  },
)

test('keeps the username that was typed and never a password', () => {
  const page = renderLoginPage({ ...view, username: 'maryam"', problem: 'wrong-credentials' })

  expect(page).toContain('value="maryam&quot;"')
  expect(/<input id="password"[^>]*>/.exec(page)?.[0]).not.toContain('value=')
})

test('names the TPP once, apart from the words of the bank', () => {
  const page = renderLoginPage(view)

  expect(page.match(/Budget Buddy/g)).toHaveLength(1)
  expect(page).toContain('<p class="name"><bdi>Budget Buddy W.L.L.</bdi></p>')
})

test('changes the language by a button that sends what was typed along, when it is given the address', () => {
  const button = (page: string) => /<button [^>]*value="language"[^>]*>[^<]*/.exec(page)?.[0]

  expect(button(renderLoginPage(view))).toMatch(
    /formnovalidate lang="ar" formaction="\/authorise\/1\?locale=ar">العربية$/,
  )
  expect(button(renderLoginPage(loginView('ar')))).toMatch(/lang="en" formaction="[^"]+">English$/)
  expect(button(renderLoginPage({ ...view, otherLocaleHref: undefined }))).toBeUndefined()
})

test('lets the Enter key log in, though a button stands before the fields', () => {
  const [first] = renderLoginPage(view).match(/<button[^>]*>/g) ?? []

  expect(first).toMatch(/form="form" name="decision" value="enter" tabindex="-1" aria-hidden="true"/)
})
