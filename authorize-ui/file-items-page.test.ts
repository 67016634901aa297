import { expect, test } from 'vitest'
import { locales, renderFileItemsPage } from './pages.js'
import { fileItemsView } from './testing/payment-states.js'

const read = (page: string) => page.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')

test('shows the payments of a file by their numbers, and the way to the others and back', () => {
  const page = renderFileItemsPage(fileItemsView('en'))

  expect(page).toContain('<ol class="all-items" start="51">')
  expect(read(page)).toContain('Payments 51 to 100 of 120')
  expect(read(page)).toContain('BHD 10.299')
  expect([...page.matchAll(/<li><a href="([^"]+)"/g)].map(([, href]) => href)).toEqual([
    '/authorise/uid/payments',
    '/authorise/uid/payments?page=3',
    '/authorise/uid/accounts',
  ])
  expect(page).not.toMatch(/<(?:script|form|button)/)
})

test('leaves out the way to pages that are not there', () => {
  const page = renderFileItemsPage({ ...fileItemsView('en'), previousHref: undefined, nextHref: undefined })

  expect([...page.matchAll(/<li><a href="([^"]+)"/g)].map(([, href]) => href)).toEqual(['/authorise/uid/accounts'])
})

test.each(locales)('has its words in %s', (locale) => {
  expect(read(renderFileItemsPage(fileItemsView(locale)))).toContain(locale === 'en' ? 'of 120' : 'من أصل 120')
})
