import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Psu } from '#fixtures/types.js'
import { type Version, versions } from '#standard/index.js'
import { oidcRecords } from '../identity/adapter.js'
import { directoryId } from '../tenants/tenant.js'
import { oauthRequests } from '../testing/oauth-requests.js'
import { openTestBank, pathOf, type TestBank, testNow, testUrl } from '../testing/test-bank.js'
import { createTppFlows } from '../tpp-flows.js'
import { type AccountConsent, type ConsentRecord, consentRecords } from './consent.js'
import { changeAccounts, consentsOfPsu, findChangeable, revokeAsPsu } from './psu-consents.js'

let bank: TestBank
let layla: Psu
let omar: Psu
beforeEach(async () => {
  bank = await openTestBank()
  ;[layla, omar] = bank.tenant.bank.psus as [Psu, Psu, ...Psu[]]
})
afterEach(() => bank.close())

const stored = ({ consentId }: ConsentRecord) => bank.tenant.store.get(consentRecords, consentId)

describe('the list', () => {
  test('has the PSU’s consents of every state, newest first, and nobody else’s', async () => {
    const make = (createdAt: number, facts: Partial<AccountConsent> = {}) => bank.consent({ createdAt, ...facts })
    const old = await make(testNow - 2000, { status: 'Revoked' })
    const newest = await make(testNow, { version: '0.0.1' })
    const expired = await make(testNow - 1000, { expirationDateTime: '2030-01-15T08:00:00+03:00' })
    await make(testNow, { psuId: omar.psuId })

    const listed = await consentsOfPsu(bank.tenant, layla)

    expect(listed.map(({ consentId }) => consentId)).toEqual([newest, expired, old].map(({ consentId }) => consentId))
  })

  test('loses a consent that another PSU has authorised since', async () => {
    const consent = await bank.consent()
    await bank.consent({ ...consent, psuId: omar.psuId })

    expect(await consentsOfPsu(bank.tenant, layla)).toEqual([])
    expect(await consentsOfPsu(bank.tenant, omar)).toHaveLength(1)
  })
})

describe.each([
  ['unknown', {}, 'another PSU'],
  ['revoked', { status: 'Revoked' }, 'a Revoked consent'],
  ['expired', { expirationDateTime: '2030-01-15T09:00:00+03:00' }, 'a consent that expires now'],
] as const)('%s', (refused, facts, name) => {
  test(`is why nothing happens for ${name}`, async () => {
    const consent = await bank.consent(facts)
    const psu = refused === 'unknown' ? omar : layla

    expect(await findChangeable(bank.tenant, psu, consent.consentId)).toEqual({ refused })
    expect(await revokeAsPsu(bank.tenant, psu, consent.consentId)).toEqual({ refused })
    expect(await changeAccounts(bank.tenant, psu, consent.consentId, psu.accountIds.slice(0, 1))).toEqual({ refused })
    expect(await stored(consent)).toEqual(consent)
  })
})

test('revoking sets the status and the time of the status', async () => {
  const consent = await bank.consent()
  await bank.advance(60_000)

  await revokeAsPsu(bank.tenant, layla, consent.consentId)

  expect(await stored(consent)).toEqual({
    ...consent,
    status: 'Revoked',
    statusUpdatedAt: testNow + 60_000,
    withdrawnBy: 'psu',
  })
})

test('changing accounts keeps the status and the time of the status', async () => {
  const consent = await bank.consent()
  const accountIds = layla.accountIds.slice(1)
  await bank.advance(60_000)

  await changeAccounts(bank.tenant, layla, consent.consentId, accountIds.toReversed())

  expect(await stored(consent)).toEqual({ ...consent, accountIds, accountsChangedAt: testNow + 60_000 })
})

test('the same accounts again are no change', async () => {
  const consent = await bank.consent()

  await changeAccounts(bank.tenant, layla, consent.consentId, layla.accountIds)

  expect(await stored(consent)).toEqual(consent)
})

test.each([
  ['none', () => []],
  ['another PSU’s', () => omar.accountIds],
])('at least one of the PSU’s own accounts stays: %s', async (_name, picked) => {
  const consent = await bank.consent()

  expect(await changeAccounts(bank.tenant, layla, consent.consentId, picked())).toEqual({ refused: 'no-account' })
  expect(await stored(consent)).toEqual(consent)
})

test('an account of another PSU is left out beside one’s own', async () => {
  const consent = await bank.consent()
  const [own] = layla.accountIds as [string]

  await changeAccounts(bank.tenant, layla, consent.consentId, [...omar.accountIds, own])

  expect(await stored(consent)).toMatchObject({ accountIds: [own] })
})

describe.each(versions)('a TPP with the token it has, in %s', (version: Version) => {
  let consentId: string
  let accessToken: string
  let refreshToken: string
  beforeEach(async () => {
    const [tpp] = bank.tpps
    if (!tpp) throw new Error('no TPP')
    const flows = createTppFlows({ app: bank.app, url: 'http://127.0.0.1', tpp, psu: layla, controlToken: undefined })
    consentId = await flows.createConsent({ version, permissions: ['ReadAccountsDetail', 'ReadBalances'] })
    const parameters = await oauthRequests(bank).parameters({ consent_id: consentId })
    const tokens = await approve(parameters)
    accessToken = tokens.access_token
    refreshToken = tokens.refresh_token
  })

  /** Approves without a browser and exchanges the code. */
  async function approve(parameters: URLSearchParams) {
    parameters.set('code_challenge', 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM')
    const decided = await bank.send({
      method: 'POST',
      url: '/_sandbox/authorisations',
      headers: { host: '127.0.0.1', 'content-type': 'application/json' },
      payload: JSON.stringify({
        authorizationUrl: `${testUrl}/oauth2/authorize?${parameters}`,
        psu: layla.username,
        decision: 'approve',
      }),
    })
    const code = new URL((decided.json() as { redirectTo: string }).redirectTo).searchParams.get('code') ?? ''
    const answer = await ask({
      grant_type: 'authorization_code',
      code,
      redirect_uri: 'https://tpp.example/callback',
      code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
    })
    return answer.json() as { access_token: string; refresh_token: string }
  }

  const ask = (fields: Record<string, string>) => bank.send(oauthRequests(bank).form('/oauth2/token', fields))
  const refresh = () => ask({ grant_type: 'refresh_token', refresh_token: refreshToken })
  const read = (path: string, token = accessToken) =>
    bank.send({ url: pathOf(version, path), headers: { authorization: `Bearer ${token}` } })
  const seen = async (token = accessToken) =>
    ((await read('/accounts', token)).json() as { Data: { Account: { AccountId: string }[] } }).Data.Account.map(
      ({ AccountId }) => AccountId,
    )

  test('sees fewer accounts, and more again, at the very next request and after a refresh', async () => {
    const [first, second, third] = layla.accountIds as [string, string, string]
    expect(await seen()).toEqual(layla.accountIds)

    await changeAccounts(bank.tenant, layla, consentId, [second])
    expect(await seen()).toEqual([second])
    expect((await read(`/accounts/${second}/balances`)).statusCode).toBe(200)
    expect((await read(`/accounts/${first}/balances`)).statusCode).toBe(403)
    const refreshed = (await refresh()).json() as { access_token: string }
    expect(await seen(refreshed.access_token)).toEqual([second])

    await changeAccounts(bank.tenant, layla, consentId, [first, third])
    expect(await seen()).toEqual([first, third])
    expect(await seen(refreshed.access_token)).toEqual([first, third])
    expect((await read(`/accounts/${first}/balances`)).statusCode).toBe(200)
    expect((await read(`/accounts/${second}/balances`)).statusCode).toBe(403)
  })

  test('has nothing left at the very next request after the PSU has revoked, and no way to get more', async () => {
    expect((await read('/accounts')).statusCode).toBe(200)

    await revokeAsPsu(bank.tenant, layla, consentId)

    expect((await read('/accounts')).statusCode).toBe(401)
    expect((await refresh()).json()).toMatchObject({ error: 'invalid_grant' })
    const oidc = await bank.store.tenant(directoryId).all(oidcRecords)
    const { grantId } = (await bank.tenant.store.get(consentRecords, consentId)) as ConsentRecord
    expect(oidc.filter((record) => record.payload.grantId === grantId)).toEqual([])
  })

  test('reads Revoked and the time of it, but no trace of other accounts', async () => {
    const headers = { authorization: `Bearer ${await bank.token()}` }
    const resource = async () =>
      (await bank.send({ url: pathOf(version, `/account-access-consents/${consentId}`), headers })).json()
    const before = await resource()
    await bank.advance(60_000)

    await changeAccounts(bank.tenant, layla, consentId, layla.accountIds.slice(0, 1))
    expect(await resource()).toEqual(before)

    await revokeAsPsu(bank.tenant, layla, consentId)
    expect(((await resource()) as { Data: object }).Data).toMatchObject({
      Status: 'Revoked',
      StatusUpdateDateTime: '2030-01-15T09:01:00.000+03:00',
    })
  })
})

describe('at the same time', () => {
  test('one of two revocations wins', async () => {
    const { consentId } = await bank.consent()

    const outcomes = await Promise.all([
      revokeAsPsu(bank.tenant, layla, consentId),
      revokeAsPsu(bank.tenant, layla, consentId),
    ])

    expect(outcomes.filter((outcome) => 'consent' in outcome)).toHaveLength(1)
    expect(outcomes).toContainEqual({ refused: 'revoked' })
  })

  test('one of the PSU and the TPP revokes, and the other is refused', async () => {
    const { consentId } = await bank.consent()
    const headers = { authorization: `Bearer ${await bank.token()}`, 'content-type': 'application/json' }
    const url = pathOf('1.0.0', `/account-access-consents/${consentId}`)
    const payload = JSON.stringify({ Data: { Status: 'Revoked' } })

    const [byPsu, byTpp] = await Promise.all([
      revokeAsPsu(bank.tenant, layla, consentId),
      bank.send({ method: 'PATCH', url, headers, payload }),
    ])

    expect(['consent' in byPsu, byTpp.statusCode === 200].filter(Boolean)).toHaveLength(1)
    expect((await bank.tenant.store.get(consentRecords, consentId))?.status).toBe('Revoked')
  })

  test('accounts of a consent that is being revoked do not bring it back', async () => {
    const consent = await bank.consent()

    const [, changed] = await Promise.all([
      revokeAsPsu(bank.tenant, layla, consent.consentId),
      changeAccounts(bank.tenant, layla, consent.consentId, layla.accountIds.slice(0, 1)),
    ])

    expect(changed).toEqual({ refused: 'revoked' })
    expect((await stored(consent))?.status).toBe('Revoked')
  })
})
