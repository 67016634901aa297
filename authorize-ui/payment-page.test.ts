import { describe, expect, test } from 'vitest'
import { locales, type PaymentView, renderCodePage, renderPaymentPage } from './pages.js'
import { filePayment } from './testing/payment-states.js'
import { cancellationCodeView, paymentCodeView, paymentView } from './testing/sample-views.js'

const view = paymentView('en')
const render = (change: Partial<PaymentView> = {}) => renderPaymentPage({ ...view, ...change })
const read = (page: string) => page.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
const buttons = (page: string) =>
  [...page.matchAll(/<button class="(?:primary|secondary|quiet)" name="decision" value="(\w+)"/g)].map(
    ([, name]) => name,
  )

test.each(locales)('says in %s who gets how much, what it costs, and when', (locale) => {
  const text = read(renderPaymentPage(paymentView(locale)))

  for (const fact of [
    'Peer Demo Trading W.L.L.',
    'BH06 PEER 7700 0000 4122 68',
    'BHD 1,025.500',
    'BHD 0.100',
    'BHD 1,025.600',
    '2030',
    'INV-77',
    'Rent of January',
  ]) {
    expect(text).toContain(fact)
  }
})

test('shows of a file how many payments it has, who made it, the first of them, and how many more there are', () => {
  const text = read(render({ payment: filePayment }))

  for (const fact of [
    'Make the payments of this file?',
    'Made by Payroll Office',
    'Payments in the file 7',
    'Peer Demo Trading W.L.L. BH06 PEER 7700 0000 4122 68 BHD 10.250',
    'BHD 10.251',
    'and 5 more',
    'This allows the payments of this file, once, and nothing else.',
  ]) {
    expect(text).toContain(fact)
  }
})

test('leaves out what is not there, and says that there is no fee', () => {
  const { fee: _, reference: __, description: ___, executionAt: ____, ...payment } = view.payment
  const text = read(render({ payment: { ...payment, reference: '  ' } }))

  expect(text).toContain('Fee None')
  expect(text).not.toMatch(/Reference|Message|Payment date/)
})

describe('the account that pays', () => {
  test('is one of several, described by its kind, number and available balance', () => {
    const page = render()

    expect(page.match(/<input type="radio"[^>]*name="accounts"[^>]*>/g)).toHaveLength(3)
    expect(read(page)).toContain('Household Current account BH•• •••• •••• •••• ••12 34 Available: BHD 2,316.390')
    expect(page.match(/ checked/g)).toHaveLength(1)
  })

  test('has a warning where the balance is too small, and only there', () => {
    expect(read(render()).match(/Not enough for this payment now/g)).toHaveLength(2)
  })

  test('cannot be chosen where the company named it', () => {
    const page = render({ isGiven: true, accounts: view.accounts.slice(0, 1) })

    expect(page).not.toContain('type="radio"')
    expect(read(page)).toContain('Paid from Household')
    expect(buttons(page)).toEqual(['continue', 'reject', 'cancel'])
  })

  test('leaves only Reject and Cancel where there is none', () => {
    expect(buttons(render({ accounts: [] }))).toEqual(['reject', 'cancel'])
  })

  test('is asked for again at the first of them where none was chosen', () => {
    const page = render({ problem: 'no-account' })

    expect(page).toContain('role="alert">Choose the account to pay from')
    expect(page.match(/aria-describedby="problem account-\d-facts"/g)).toHaveLength(3)
    expect(page.match(/ autofocus/g)).toHaveLength(1)
  })
})

test('the page with the code says once more who gets how much from which account', () => {
  const text = read(renderCodePage(paymentCodeView('en')))

  expect(text).toContain('What you are about to pay')
  expect(text).toContain('Amount BHD 1,025.500')
  expect(text).toContain('Paid from Choose another account Household')
  expect(read(renderCodePage({ ...paymentCodeView('en'), changeHref: undefined }))).not.toContain('another account')
})

test('no page about a payment speaks of sharing', () => {
  for (const page of [render(), renderCodePage(paymentCodeView('en')), renderCodePage(cancellationCodeView('en'))]) {
    expect(read(page)).not.toMatch(/shar/i)
  }
})
