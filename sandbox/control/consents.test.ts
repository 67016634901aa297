import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Psu } from '#fixtures/types.js'
import { errorsOf, openTestBank, pathOf, type TestBank } from '../testing/test-bank.js'

let bank: TestBank
let layla: Psu
let omar: Psu
beforeAll(async () => {
  bank = await openTestBank()
  ;[layla, omar] = bank.tenant.bank.psus as [Psu, Psu, ...Psu[]]
})
afterAll(() => bank.close())

const headers = { host: '127.0.0.1', 'content-type': 'application/json' }
const revoke = (consentId: string, body: unknown) =>
  bank.send({ method: 'POST', url: `/_sandbox/consents/${consentId}/revoke`, headers, payload: JSON.stringify(body) })
const put = (consentId: string, body: unknown) =>
  bank.send({ method: 'PUT', url: `/_sandbox/consents/${consentId}/accounts`, headers, payload: JSON.stringify(body) })

test('revokes, and the token is worthless at the next request', async () => {
  const consent = await bank.consent()
  const authorization = `Bearer ${await bank.token({ consent })}`
  const read = () => bank.send({ url: pathOf('1.0.0', '/accounts'), headers: { authorization } })
  expect((await read()).statusCode).toBe(200)

  const response = await revoke(consent.consentId, { psu: 'layla' })

  expect(response.statusCode).toBe(200)
  expect(response.json()).toMatchObject({ ConsentId: consent.consentId, Status: 'Revoked' })
  expect((await read()).statusCode).toBe(401)
})

test('says which accounts the consent covers from now on', async () => {
  const { consentId } = await bank.consent()

  const response = await put(consentId, { psu: 'layla', accounts: layla.accountIds.slice(1) })

  expect(response.json()).toEqual({
    ConsentId: consentId,
    Status: 'Authorised',
    StatusUpdateDateTime: '2030-01-15T09:00:00.000+03:00',
    accounts: layla.accountIds.slice(1),
  })
})

describe('refuses', () => {
  test('a consent that is gone, another’s, revoked or expired', async () => {
    const others = await bank.consent({ psuId: omar.psuId })
    const revoked = await bank.consent({ status: 'Revoked' })
    const expired = await bank.consent({ expirationDateTime: '2030-01-15T08:00:00+03:00' })
    const body = { psu: 'layla', accounts: layla.accountIds }

    for (const send of [(id: string) => revoke(id, { psu: 'layla' }), (id: string) => put(id, body)]) {
      expect(errorsOf(await send('none'))).toEqual([['Resource.NotFound', 'ConsentId']])
      expect((await send(others.consentId)).json().Errors).toEqual((await send('none')).json().Errors)
      expect(errorsOf(await send(revoked.consentId))).toEqual([['Resource.InvalidConsentStatus', 'ConsentId']])
      expect(errorsOf(await send(expired.consentId))).toEqual([['Resource.InvalidConsentStatus', 'ConsentId']])
    }
  })

  test('with everything that is wrong at once', async () => {
    const { consentId } = await bank.consent({ status: 'Revoked' })
    const accounts = [...layla.accountIds, 'no-account', ...omar.accountIds.slice(0, 1)]

    expect(errorsOf(await put(consentId, { psu: 'layla', accounts }))).toEqual([
      ['Field.Invalid', 'accounts[3]'],
      ['Field.Invalid', 'accounts[4]'],
      ['Resource.InvalidConsentStatus', 'ConsentId'],
    ])
    expect(errorsOf(await revoke('none', { psu: 'nobody' }))).toEqual([
      ['Field.Invalid', 'psu'],
      ['Resource.NotFound', 'ConsentId'],
    ])
    expect(errorsOf(await put('none', { accounts: [], more: 1 }))).toEqual(
      expect.arrayContaining([
        ['Field.Missing', 'psu'],
        ['Field.Invalid', 'accounts'],
        ['Field.Unexpected', 'more'],
      ]),
    )
  })
})
