import { describe, expect, test } from 'vitest'
import { permissions } from '#standard/index.js'
import { type MyConsentsView, renderMyConsentsPage, renderMyLogInPage } from './pages.js'
import { permissionsInWords } from './permissions-in-words.js'
import { frame, myConsentsView } from './testing/sample-views.js'

const view = myConsentsView('en')
const [active, expired, revoked] = view.consents as [...MyConsentsView['consents']] as Required<
  [MyConsentsView['consents'][0], MyConsentsView['consents'][0], MyConsentsView['consents'][0]]
>
const render = (change: Partial<MyConsentsView>) => renderMyConsentsPage({ ...view, ...change })
/** The text of a page, as it is read. */
const read = (page: string) => page.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')

test.each(['en', 'ar'] as const)('says in %s what was agreed, in the words of every permission', (locale) => {
  const page = renderMyConsentsPage(myConsentsView(locale))

  for (const permission of permissions) expect(page).toContain(`<li>${permissionsInWords[permission][locale]}</li>`)
})

test('says since when, until when and of which accounts', () => {
  const text = read(render({ consents: [active] }))

  expect(text).toContain('Budget Buddy W.L.L. Active Accounts ادخار العائلة')
  expect(text).toContain('Asked for on 1 June 2029 at 03:00')
  expect(text).toContain('Access lasts until 15 January 2030 at 12:00')
  expect(text).toContain('Last changed on 2 July 2029 at 03:00')
  expect(text).toContain('Transactions covered From 15 January 2029 at 01:00')
})

describe('what is over', () => {
  test('is shown as over, and offers nothing', () => {
    const page = render({ consents: [expired, revoked] })

    expect(read(page)).toContain('Expired')
    expect(read(page)).toContain('Agreed until 15 January 2030 at 12:00')
    expect(read(page)).toContain('Stopped on 2 July 2029 at 03:00')
    expect(page).not.toContain('Stop sharing')
    expect(page).not.toContain('Change accounts')
  })
})

test('says which consent a link is about to a screen reader', () => {
  const page = render({ consents: [active, active] })

  for (const id of ['consent-0', 'consent-1']) {
    expect(page).toContain(`<h2 class="name" id="${id}">`)
    expect(page.match(new RegExp(`aria-describedby="${id}"`, 'g'))).toHaveLength(3)
  }
})

test('says what was just changed, and nothing when nothing was', () => {
  expect(read(render({ changed: active }))).toContain('Budget Buddy W.L.L. now sees the accounts you have chosen')
  expect(read(render({ changed: revoked }))).toContain('Sharing with Budget Buddy W.L.L. has stopped.')
  expect(render({ changed: expired })).not.toContain('role="status"')
  expect(render({})).not.toContain('role="status"')
})

test('leads to older and newer consents where there are any', () => {
  expect(render({})).not.toContain('<nav')
  expect(render({ olderHref: '/older' })).toContain('href="/older">Older consents')
  expect(render({ newerHref: '/newer' })).toContain('href="/newer">Newer consents')
})

describe('the log-in', () => {
  const logIn = { ...frame('en'), step: 'login' as const }

  test('names no company and no steps of an authorisation', () => {
    const page = renderMyLogInPage(logIn)

    expect(page).not.toContain('Budget Buddy')
    expect(page).not.toContain('class="steps"')
  })

  test('says that the PSU was logged out, marking no field', () => {
    const page = renderMyLogInPage({ ...logIn, problem: 'logged-out' })

    expect(page).toContain('role="alert">You have been logged out')
    expect(page).not.toContain('aria-invalid')
  })

  test('takes nothing after too many wrong tries', () => {
    const page = renderMyLogInPage({ ...logIn, problem: 'locked' })

    expect(page).toContain('role="alert">Too many wrong tries')
    expect(page).not.toContain('<form')
  })
})
