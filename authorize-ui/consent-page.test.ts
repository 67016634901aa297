import { describe, expect, test } from 'vitest'
import { permissions } from '#standard/index.js'
import { type ConsentView, renderConsentPage } from './consent-page.js'
import { permissionsInWords } from './permissions-in-words.js'
import { accounts, consentView } from './testing/sample-views.js'

const view = consentView('en')
const render = (change: Partial<ConsentView>) => renderConsentPage({ ...view, ...change })
/** The text of a page, as it is read. */
const read = (page: string) => page.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')

test.each(['en', 'ar'] as const)('says in %s what is asked, in the words of every permission', (locale) => {
  const page = renderConsentPage(consentView(locale))

  for (const permission of permissions) expect(page).toContain(`<li>${permissionsInWords[permission][locale]}</li>`)
})

test('says nothing of what is not asked', () => {
  const page = render({ permissions: ['ReadAccountsBasic', 'ReadBalances'] })

  expect(page.match(/<h3>/g)).toHaveLength(2)
  expect(page).not.toContain('Transactions')
})

describe('how long', () => {
  test('says until when access lasts', () => {
    expect(read(renderConsentPage(view))).toContain('Access lasts until 15 January 2030 at 12:00')
  })

  test('says so when there is no end', () => {
    expect(read(render({ expiresAt: undefined }))).toContain('Access lasts until No end date')
  })

  test.each([
    [{}, 'From 15 January 2029 at 01:00 to 15 January 2030 at 12:00'],
    [{ transactionTo: undefined }, 'From 15 January 2029 at 01:00 onwards'],
    [{ transactionFrom: undefined }, 'Up to 15 January 2030 at 12:00'],
    [{ transactionFrom: undefined, transactionTo: undefined }, 'All on record, and new ones as they happen'],
    [{ transactionFrom: 0 }, 'From 1 January 1970 at 04:00 to'], // Bahrain's offset then
  ])('says which transactions are covered: %j', (change, words) => {
    expect(read(render(change))).toContain(`Transactions covered ${words}`)
  })

  test('names the time zone only where a time is shown', () => {
    const open = { expiresAt: undefined, transactionFrom: undefined, transactionTo: undefined }

    expect(renderConsentPage(view)).toContain('Bahrain time')
    expect(render(open)).not.toContain('Bahrain time')
    expect(render({ ...open, expiresAt: 0 })).toContain('Bahrain time')
  })
})

describe('the choice of accounts', () => {
  test('labels each box with the name of its account and describes it by kind, masked number and currency', () => {
    const page = renderConsentPage(view)

    expect(page).toContain('<label for="account-0"><bdi>Household</bdi></label>')
    expect(page).toContain('name="accounts" value="acc-1"')
    expect(read(page)).toContain('Household Current account BH•• •••• •••• •••• ••12 34 BHD')
    expect(page).toContain('<bdi class="number" dir="ltr">BH•• •••• •••• •••• ••12 34</bdi>')
  })

  test.each([undefined, '', '  '])('calls an account by its kind and masked number when its name is %j', (name) => {
    const [account] = accounts
    const page = render({ accounts: [{ ...(account as (typeof accounts)[number]), name }] })

    expect(page).toMatch(/<label for="account-0">Current account <bdi [^>]*>BH•• [^<]*<\/bdi><\/label>/)
    expect(read(page)).toContain('12 34 BHD')
  })

  test('ticks the accounts that are selected and no other', () => {
    const boxes = renderConsentPage(view).match(/<input type="checkbox"[^>]*>/g) ?? []

    expect(boxes.map((box) => / checked/.test(box))).toEqual([true, false, false])
  })

  test('announces that none was chosen, at the boxes', () => {
    const page = render({ problem: 'no-account' })
    const boxes = page.match(/<input type="checkbox"[^>]*>/g) ?? []

    expect(page).toContain('<title>Error: ')
    expect(page).toMatch(/role="alert">Choose at least one account/)
    expect(boxes).toHaveLength(3)
    for (const box of boxes) expect(box).toMatch(/describedby="problem account-\d-facts".* aria-invalid="true"/)
    expect(boxes.filter((box) => / autofocus/.test(box))).toEqual([boxes[0]])
  })

  test('offers a PSU without accounts only Reject and Cancel', () => {
    const page = render({ accounts: [] })

    expect(
      [...page.matchAll(/<button class="(?:primary|secondary|quiet)" name="decision" value="(\w+)"/g)].map(
        ([, value]) => value,
      ),
    ).toEqual(['reject', 'cancel'])
    expect(page).toContain('You have no account that can be shared')
  })
})

test('offers Continue first, then Reject and Cancel', () => {
  expect(renderConsentPage(view).match(/<button class="(?:primary|secondary|quiet)"[^>]*>[^<]*/g)).toEqual([
    '<button class="primary" name="decision" value="continue">Continue',
    '<button class="secondary" name="decision" value="reject" formnovalidate>Reject',
    '<button class="quiet" name="decision" value="cancel" formnovalidate>Cancel',
  ])
})
