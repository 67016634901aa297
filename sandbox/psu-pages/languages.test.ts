import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Psu } from '#fixtures/types.js'
import { beginAuthorisation } from '../testing/authorise-visit.js'
import { csrfOf, list, openPsuBank, psuVisit } from '../testing/psu-visit.js'
import type { TestBank } from '../testing/test-bank.js'
import { localeOf } from './languages.js'

describe('the language of a page', () => {
  const request = (accept?: string, query = {}, cookie?: string) => ({
    query,
    headers: { 'accept-language': accept, cookie },
  })

  test.each([
    ['English where nothing is known', request(), {}, 'en'],
    ['the browser’s by its weights', request('fr, ar;q=0.9'), {}, 'ar'],
    ['the heaviest of two', request('ar;q=0.4, en;q=0.9'), {}, 'en'],
    ['a region of it', request('ar-BH'), {}, 'ar'],
    ['English for others', request('fr, de'), {}, 'en'],
    ['the PSU’s own before the browser’s', request('en'), { psu: 'ar' }, 'ar'],
    ['what the TPP asks before the PSU’s own', request('en'), { psu: 'en', uiLocales: 'fr ar-BH en' }, 'ar'],
    ['what the TPP asks in the query', request('en', { ui_locales: 'ar' }), {}, 'ar'],
    ['no language of the TPP that the bank has not', request('ar'), { uiLocales: 'fr' }, 'ar'],
    ['what was chosen before all of them', request('en', {}, 'a=b; bank_language=ar'), { psu: 'en' }, 'ar'],
    ['what the address says', request('en', { lang: 'ar' }, 'bank_language=en'), { uiLocales: 'en' }, 'ar'],
    ['no word that is none', request('en', { lang: ['ar'] }, 'bank_language=fr'), { uiLocales: ['ar'] }, 'en'],
  ] as const)('is %s', (_name, sent, known, expected) => {
    expect(localeOf(sent, known)).toBe(expected)
  })
})

describe('along the way', () => {
  let bank: TestBank
  let layla: Psu
  beforeEach(async () => {
    ;({ bank, layla } = await openPsuBank())
  })
  afterEach(() => bank.close())

  const isArabic = ({ body }: { body: string }) => body.includes('<html lang="ar" dir="rtl">')

  test('what is chosen at the log-in lasts to the last step, and keeps username and ticks', async () => {
    const page = await beginAuthorisation(bank, layla)
    const choose = async (path: string, lang: string, fields: Record<string, string>) => {
      const csrf = csrfOf(await page.get(path))
      return page.visit.landed(
        await page.visit.submit(`${path}?lang=${lang}`, { csrf, decision: 'language', ...fields }),
      )
    }
    const login = await choose(page.url, 'ar', { username: 'laila' })
    expect([isArabic(login), login.body.includes('value="laila"')]).toEqual([true, true])
    const [asked, [first = '']] = [await page.logIn(), layla.accountIds]
    expect(isArabic(asked)).toBe(true)
    const english = await choose(page.accounts, 'en', { accounts: first })
    expect(isArabic(english)).toBe(false)
    expect(english.body.match(/ checked/g)).toHaveLength(1)
    await choose(page.accounts, 'ar', { accounts: first })
    expect(isArabic(await page.pick([first]))).toBe(true)
    expect(isArabic(await page.approve('000000'))).toBe(true)

    expect(isArabic(await psuVisit(bank).get(page.url))).toBe(false)
    expect(isArabic(await page.visit.get('/authorise/nothing'))).toBe(true)
    expect(isArabic(await page.visit.get(list))).toBe(true)
    expect(isArabic(await page.visit.get('/oauth2/authorize?client_id=nobody'))).toBe(true)
  })

  test('what the TPP asks for lasts too', async () => {
    const page = await beginAuthorisation(bank, layla, { ui_locales: 'fr ar' })

    expect(isArabic(await page.get())).toBe(true)
    expect(isArabic(await page.logIn())).toBe(true)
    expect(isArabic(await page.pick())).toBe(true)
  })
})
