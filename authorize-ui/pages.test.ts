import { describe, expect, test } from 'vitest'
import {
  locales,
  type PaymentFacts,
  pageCss,
  renderCancellationPage,
  renderChangeAccountsPage,
  renderCodePage,
  renderConsentPage,
  renderErrorPage,
  renderLoginPage,
  renderMyConsentsPage,
  renderPaymentPage,
  renderRevokePage,
  renderWithdrawPage,
} from './pages.js'
import { samplePages } from './testing/sample-pages.js'
import {
  accounts,
  cancellationView,
  changeAccountsView,
  codeView,
  consentView,
  errorView,
  hostileNames,
  loginView,
  myConsentsView,
  paymentCodeView,
  paymentView,
  revokeView,
  withdrawView,
} from './testing/sample-views.js'

describe.each(locales)('every page in %s', (locale) => {
  const pages = Object.entries(samplePages(locale))

  test.each(pages)('says its language and direction: %s', (_name, page) => {
    expect(page).toMatch(/^<!doctype html>/)
    expect(page).toContain(`<html lang="${locale}" dir="${locale === 'ar' ? 'rtl' : 'ltr'}">`)
  })

  test.each(pages)('needs nothing that a strict content security policy forbids: %s', (_name, page) => {
    expect(page).not.toMatch(/<(script|style|iframe|object|embed|base|svg|img)\b/i)
    expect(page.replaceAll(/"[^"]*"/g, '""')).not.toMatch(/<[^>]*\s(style|on\w+|srcdoc)=/i)
    expect(page.match(/<link rel="stylesheet"[^>]*>/g)).toEqual(['<link rel="stylesheet" href="/page.css">'])
  })

  test.each(pages)('has one first heading and one sign that no money is real: %s', (_name, page) => {
    expect(page.match(/<h1/g)).toHaveLength(1)
    expect(page.match(/class="sandbox-sign"/g)).toHaveLength(1)
  })

  test.each(pages)('uses each id once, and refers to none that is missing: %s', (_name, page) => {
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    const referred = [...page.matchAll(/ (?:aria-describedby|for)="([^"]+)"/g)].flatMap(
      ([, list]) => list?.split(' ') ?? [],
    )

    expect(new Set(ids).size).toBe(ids.length)
    for (const id of referred) expect(ids).toContain(id)
  })

  test.each(pages.filter(([name]) => !/^error|^payments of a file|^my log-in, locked$/.test(name)))(
    'posts the csrf value with every form: %s',
    (_name, page) => {
      expect(page.match(/<form [^>]*>/g)).toEqual(['<form id="form" method="post" action="/authorise/1">'])
      expect(page).toContain('<input type="hidden" name="csrf" value="token-of-this-form">')
    },
  )
})

describe('names that contain markup or control characters', () => {
  const pagesWith = (name: string) => [
    renderLoginPage({ ...loginView('en'), tppName: name, username: name }),
    renderConsentPage({
      ...consentView('en'),
      tppName: name,
      psuName: name,
      accounts: accounts.map((account) => ({ ...account, accountId: name, name, maskedIdentification: name })),
    }),
    renderCodePage({
      ...codeView('en'),
      tppName: name,
      accounts: accounts.map((account) => ({ ...account, name, maskedIdentification: name })),
    }),
    renderErrorPage({ ...errorView('en'), bankName: name, detail: name, reference: name }),
    renderMyConsentsPage({
      ...myConsentsView('en'),
      psuName: name,
      consents: myConsentsView('en').consents.map((consent) => ({ ...consent, tppName: name })),
      changed: { tppName: name, state: 'revoked' },
    }),
    renderChangeAccountsPage({
      ...changeAccountsView('en'),
      tppName: name,
      revokeHref: name,
      backHref: name,
      accounts: accounts.map((account) => ({ ...account, accountId: name, name, maskedIdentification: name })),
    }),
    renderRevokePage({ ...revokeView('en'), tppName: name, backHref: name }),
    renderPaymentPage({
      ...paymentView('en'),
      tppName: name,
      psuName: name,
      payment: paymentTo(name),
      accounts: paymentView('en').accounts.map((account) => ({ ...account, accountId: name, name })),
    }),
    renderCodePage({ ...paymentCodeView('en'), tppName: name, payment: paymentTo(name), changeHref: name }),
    renderCancellationPage({ ...cancellationView('en'), tppName: name, payment: paymentTo(name) }),
    renderWithdrawPage({ ...withdrawView('en'), tppName: name, payment: paymentTo(name), backHref: name }),
  ]
  const paymentTo = (name: string): PaymentFacts => ({
    ...paymentView('en').payment,
    payee: { name, identification: name },
    reference: name,
    description: name,
  })
  const markup = (page: string) => page.match(/<[^>"]*/g)

  test.each(hostileNames)('stay text wherever they are shown: %j', (name) => {
    const pages = pagesWith(name)

    // as long as it: long names are folded
    const plain = 'x'.repeat([...new Intl.Segmenter().segment(name)].length)
    expect(pages.map(markup)).toEqual(pagesWith(plain).map(markup))
    for (const page of pages) expect(page).not.toMatch(/\p{Bidi_Control}/u)
  })
})

test('reads the style sheet, which loads nothing from elsewhere', () => {
  expect(pageCss()).toContain('.sandbox-sign')
  expect(pageCss()).not.toMatch(/@import|@font-face|url\((?!"data:)/)
})
