import { expect, test } from 'vitest'
import { type ErrorView, renderErrorPage } from './error-page.js'
import { messagesIn } from './locales/messages.js'
import { errorView } from './testing/sample-views.js'

const kinds = Object.keys(messagesIn('en').error.kinds) as ErrorView['kind'][]

test.each(['en', 'ar'] as const)('says something of its own for each kind, in %s', (locale) => {
  const headings = kinds.map((kind) => /<h1>(.*)<\/h1>/.exec(renderErrorPage({ ...errorView(locale), kind }))?.[1])

  expect(new Set(headings).size).toBe(kinds.length)
})

test('says in the title that something went wrong', () => {
  expect(renderErrorPage({ ...errorView('en'), kind: 'expired' })).toContain(
    '<title>Error: This request has expired – Pearl Bank</title>',
  )
})

test('shows the detail and the reference it is given, left to right', () => {
  const page = renderErrorPage(errorView('ar'))

  expect(page).toContain('<bdi lang="en">redirect_uri is not registered: https://tpp.example/back</bdi>')
  expect(page).toContain('<bdi class="number" dir="ltr">6b1f6f0e-9c1d-4f7a-8d63-2f3a4b5c6d7e</bdi>')
})

test('leads back to the consents of the PSU, when it is given their address', () => {
  const page = renderErrorPage({ ...errorView('en'), kind: 'consent-revoked', backHref: '/back' })

  expect(page).toContain('<a href="/back">Back to your consents</a>')
  expect(renderErrorPage(errorView('en'))).not.toContain('<a ')
})

test('leads back to the TPP, which it names in a box of its own, when it is given its address', () => {
  const returnTo = { href: '/return?a=1&b=2', tppName: 'Budget Buddy W.L.L.' }
  const page = renderErrorPage({ ...errorView('en'), kind: 'consent-of-other-psu', returnTo })

  expect(page).toContain('<a class="primary" href="/return?a=1&amp;b=2">Go back to the company</a>')
  expect(page).toContain('<p class="name"><bdi>Budget Buddy W.L.L.</bdi></p>')
  expect(renderErrorPage(errorView('en'))).not.toContain('Go back to the company')
})

test('leaves out what it is not given, and posts nothing', () => {
  const { detail: _detail, reference: _reference, ...bare } = errorView('en')
  const page = renderErrorPage(bare satisfies ErrorView)

  expect(page).not.toContain('<dl')
  expect(page).not.toContain('<form')
})
