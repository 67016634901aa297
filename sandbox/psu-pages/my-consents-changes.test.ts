import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Psu } from '#fixtures/types.js'
import { consentRecords } from '../consents/consent.js'
import { accountsOf, csrfOf, headingOf, list, openPsuBank, psuVisit, revokeOf } from '../testing/psu-visit.js'
import { pathOf, type TestBank } from '../testing/test-bank.js'

let bank: TestBank
let layla: Psu
let omar: Psu
let visit: ReturnType<typeof psuVisit>
beforeEach(async () => {
  ;({ bank, layla, omar, visit } = await openPsuBank())
})
afterEach(() => bank.close())

const stored = (consentId: string) => bank.tenant.store.get(consentRecords, consentId)

describe('changing a consent', () => {
  beforeEach(() => visit.logIn(layla))

  test('shows the accounts it covers ticked, and takes others', async () => {
    const [first, second] = layla.accountIds as [string, string]
    const { consentId } = await bank.consent({ accountIds: [first] })
    const ticked = [...(await visit.get(accountsOf(consentId))).body.matchAll(/value="([^"]+)"[^>]* checked/gs)]
    expect(ticked.map(([, id]) => id)).toEqual([first])

    const csrf = csrfOf(await visit.get(accountsOf(consentId)))
    const response = await visit.submit(accountsOf(consentId), { csrf, decision: 'save', accounts: second })

    expect([response.statusCode, response.headers.location]).toEqual([303, `${list}?changed=${consentId}`])
    expect(await stored(consentId)).toMatchObject({ accountIds: [second] })
    expect((await visit.landed(response)).body).toContain('now sees the accounts you have chosen')
  })

  test.each([
    ['none', () => ({})],
    ['another PSU’s', () => ({ accounts: omar.accountIds })],
  ])('asks for at least one account: %s', async (_name, fields) => {
    const consent = await bank.consent()

    const response = await visit.post(accountsOf(consent.consentId), { decision: 'save', ...fields() })

    expect(response.statusCode).toBe(422)
    expect(response.body).toContain('Choose at least one account. If you want to share nothing, stop sharing')
    expect(response.body).toContain(revokeOf(consent.consentId))
    expect(response.body).not.toContain(' checked')
    expect(await stored(consent.consentId)).toEqual(consent)
  })

  test('asks before it revokes, and then the token is worthless at the next request', async () => {
    const consent = await bank.consent()
    const headers = { authorization: `Bearer ${await bank.token({ consent })}` }
    const read = async () => (await bank.send({ url: pathOf('1.0.0', '/accounts'), headers })).statusCode
    expect(headingOf(await visit.get(revokeOf(consent.consentId)))).toBe('Stop sharing with this company?')
    expect(await read()).toBe(200)

    const csrf = csrfOf(await visit.get(revokeOf(consent.consentId)))
    const response = await visit.submit(revokeOf(consent.consentId), { csrf, decision: 'revoke' })

    expect([response.statusCode, response.headers.location]).toEqual([303, `${list}?changed=${consent.consentId}`])
    expect(await read()).toBe(401)
  })

  test.each([
    ['no csrf', () => ({})],
    ['the csrf of another session', async () => ({ csrf: await csrfOfOther() })],
    ['half of it', () => ({ csrf: 'a' })],
  ])('does nothing with %s', async (_name, csrf) => {
    const consent = await bank.consent()
    for (const [url, decision] of [
      [revokeOf(consent.consentId), 'revoke'],
      [accountsOf(consent.consentId), 'save'],
      [list, 'log-out'],
    ] as const) {
      const accounts = layla.accountIds.slice(0, 1)
      const response = await visit.landed(await visit.submit(url, { ...(await csrf()), decision, accounts }))
      expect([response.statusCode, headingOf(response)]).toEqual([400, 'This form can no longer be used'])
    }
    expect(await stored(consent.consentId)).toEqual(consent)
    expect((await visit.get()).body).toContain('Logged in as')
  })

  async function csrfOfOther() {
    const other = psuVisit(bank)
    await other.logIn(layla)
    return csrfOf(await other.get())
  }

  test('does nothing with the button of another page', async () => {
    const consent = await bank.consent()

    for (const [url, decision] of [
      [revokeOf(consent.consentId), 'save'],
      [accountsOf(consent.consentId), 'revoke'],
    ] as const) {
      expect((await visit.post(url, { decision, accounts: layla.accountIds })).statusCode).toBe(400)
    }
    expect(await stored(consent.consentId)).toEqual(consent)
  })

  test('answers for another PSU’s consent as for one that is not there', async () => {
    const { consentId } = await bank.consent({ psuId: omar.psuId })
    const csrf = csrfOf(await visit.get())

    for (const pathFor of [accountsOf, revokeOf]) {
      const fields = { csrf, decision: pathFor === revokeOf ? 'revoke' : 'save', accounts: layla.accountIds }
      const [foreign, unknown] = [await visit.get(pathFor(consentId)), await visit.get(pathFor('none'))]
      expect([foreign.statusCode, headingOf(foreign)]).toEqual([404, 'We do not know this consent'])
      expect(unknown.body).toBe(foreign.body)
      expect((await visit.landed(await visit.submit(pathFor(consentId), fields))).body).toBe(foreign.body)
    }
    expect((await stored(consentId))?.status).toBe('Authorised')
  })

  test.each([
    ['revoked', { status: 'Revoked' }, 'Sharing was already stopped'],
    ['expired', { expirationDateTime: '2030-01-15T09:00:00+03:00' }, 'This consent has expired'],
  ] as const)('says what has become of one that was %s in the meantime', async (_name, become, heading) => {
    const consent = await bank.consent()
    const csrf = csrfOf(await visit.get(revokeOf(consent.consentId)))
    await bank.consent({ ...consent, ...become })

    for (const answer of [
      await visit.submit(revokeOf(consent.consentId), { csrf, decision: 'revoke' }),
      await visit.submit(accountsOf(consent.consentId), { csrf, decision: 'save', accounts: layla.accountIds }),
      await visit.submit(accountsOf(consent.consentId), { csrf, decision: 'save' }),
      await visit.get(accountsOf(consent.consentId)),
    ]) {
      const response = await visit.landed(answer)
      expect([response.statusCode, headingOf(response)]).toEqual([409, heading])
      expect(response.body).toContain(`href="${list}">Back to your consents`)
    }
  })

  test('of two revocations at the same time one wins, and the other is shown that', async () => {
    const { consentId } = await bank.consent()
    const csrf = csrfOf(await visit.get(revokeOf(consentId)))
    const revoke = () => visit.submit(revokeOf(consentId), { csrf, decision: 'revoke' })

    const answers = await Promise.all([revoke(), revoke()])
    const headings = (await Promise.all(answers.map(visit.landed))).map(headingOf)

    expect(headings.toSorted()).toEqual(['Sharing was already stopped', 'Your consents'])
  })

  test.each([accountsOf, revokeOf])('asks who is not logged in to log in: %o', async (pathFor) => {
    const { consentId } = await bank.consent()

    const response = await psuVisit(bank).get(pathFor(consentId))

    expect(headingOf(response)).toBe('Log in to your consents')
    expect(response.body).not.toContain(consentId)
  })
})
