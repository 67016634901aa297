/**
 * What went wrong with consents at real banks, sent to this one in both versions. A test names the public report it comes
 * from; bodies, dates and credentials are among the end-to-end tests.
 */
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountAccessConsentRequest } from '#fixtures/requests/account-access-consent.js'
import { type Permission, permissions, type Version, versions } from '#standard/index.js'
import { toDateTime } from '../clock/durations.js'
import { post } from '../ledger/entries.js'
import { accountReads, openReader, type Row, readPath, rowsOf } from '../testing/account-reads.js'
import { oauthRequests } from '../testing/oauth-requests.js'
import { errorsOf, openTestBank, pathOf, type TestBank, testNow, testUrl } from '../testing/test-bank.js'

const hour = 3_600_000
const json = { 'content-type': 'application/json' }

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
  await postMany()
})
afterAll(() => bank.close())

/** Posts rows of both directions, so that those of one are picked out of what the bank was founded with and of what came since. */
async function postMany(): Promise<void> {
  const [accountId = ''] = bank.tenant.bank.psus[0]?.accountIds ?? []
  await bank.tenant.store.transact(async (transaction) => {
    for (let index = 0; index < 450; index += 1) {
      await post(transaction, bank.tenant.bank, {
        transactionId: `posted-${String(index).padStart(3, '0')}`,
        accountId,
        bookedAt: testNow - hour + Math.floor(index / 3),
        amountMinor: 1000 + index,
        creditDebitIndicator: index % 5 < 2 ? 'Credit' : 'Debit',
        status: 'Booked',
        information: 'posted',
      })
    }
  })
}

/** A request about consents, by a TPP as itself. */
async function asTpp(version: Version, path: string, request: InjectOptions = {}, clientId = 'tpp-demo', of = bank) {
  const authorization = `Bearer ${await of.token({ clientId })}`
  return of.send({
    ...request,
    url: pathOf(version, `/account-access-consents${path}`),
    headers: { authorization, ...json },
  })
}

async function create(version: Version, expiresAt: number, of = bank): Promise<string> {
  const payload = accountAccessConsentRequest(version, testNow, { ExpirationDateTime: toDateTime(expiresAt) })
  const { Data } = (await asTpp(version, '', { method: 'POST', payload }, 'tpp-demo', of)).json()
  return Data.ConsentId
}

async function dataOf(version: Version, consentId: string, of = bank): Promise<Record<string, unknown>> {
  return (await asTpp(version, `/${consentId}`, {}, 'tpp-demo', of)).json().Data
}

/** Has layla decide, and says where she is sent. */
async function decide(consentId: string, decision: 'approve' | 'reject', of = bank): Promise<URL> {
  const parameters = await oauthRequests(of).parameters({ consent_id: consentId })
  const payload = { authorizationUrl: `${testUrl}/oauth2/authorize?${parameters}`, psu: 'layla', decision }
  const response = await of.send({ method: 'POST', url: '/_sandbox/authorisations', headers: json, payload })
  return new URL(response.json().redirectTo)
}

const askForToken = (of: TestBank, form: Record<string, string>) =>
  of.send(oauthRequests(of).form('/oauth2/token', form))

/** The tokens that an approval gives. */
async function tokensOf(approved: URL, of: TestBank): Promise<{ access_token: string; refresh_token: string }> {
  const response = await askForToken(of, {
    grant_type: 'authorization_code',
    code: approved.searchParams.get('code') ?? '',
    redirect_uri: 'https://tpp.example/callback',
    code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
  })
  return response.json()
}

const idsOf = (rows: readonly Row[]) => rows.map(({ TransactionId }) => TransactionId)

describe.each(versions)('in version %s', (version) => {
  test('wso2/financial-services-accelerator #286, Regional-Australia-Bank/ADR-Gateway #29: a consent that expired is read as it stands, and its tokens end', async () => {
    const own = await openTestBank()
    const consentId = await create(version, testNow + hour, own)
    const { access_token, refresh_token } = await tokensOf(await decide(consentId, 'approve', own), own)
    const accounts = { url: pathOf(version, '/accounts'), headers: { authorization: `Bearer ${access_token}` } }
    const before = await dataOf(version, consentId, own)
    const readBefore = (await own.send(accounts)).statusCode

    await own.advance(hour)
    const renewed = await askForToken(own, { grant_type: 'refresh_token', refresh_token })

    expect(before).toMatchObject({ Status: 'Authorised', ExpirationDateTime: toDateTime(testNow + hour) })
    expect(await dataOf(version, consentId, own)).toEqual(before)
    expect([readBefore, (await own.send(accounts)).statusCode]).toEqual([200, 401])
    expect([renewed.statusCode, renewed.json().error]).toEqual([400, 'invalid_grant'])
    await own.close()
  })

  test('wso2/financial-services-accelerator #271: StatusUpdateDateTime is the moment of each change', async () => {
    const own = await openTestBank()
    const [approved, rejected] = [
      await create(version, testNow + 9 * hour, own),
      await create(version, testNow + hour, own),
    ]
    const movedAt = async (consentId: string) => {
      const { Status, CreationDateTime, StatusUpdateDateTime } = await dataOf(version, consentId, own)
      return [Status, CreationDateTime, StatusUpdateDateTime]
    }
    const [first, second, third] = [0, 1234, 2 * hour].map((after) => toDateTime(testNow + after))
    const created = await movedAt(approved)
    await own.advance(1234)
    await decide(approved, 'approve', own)
    await decide(rejected, 'reject', own)
    await own.advance(2 * hour - 1234)

    expect(created).toEqual(['AwaitingAuthorisation', first, first])
    expect(await movedAt(approved)).toEqual(['Authorised', first, second])
    expect(await movedAt(rejected)).toEqual(['Rejected', first, second])
    if (version === '1.0.0') {
      const payload = { Data: { Status: 'Revoked' } }
      await asTpp(version, `/${approved}`, { method: 'PATCH', payload }, 'tpp-demo', own)
      expect(await movedAt(approved)).toEqual(['Revoked', first, third])
    }
    await own.close()
  })

  test.each(accountReads(version))(
    'wso2/financial-services-accelerator #679: %s tells a permission that is missing from a consent that expired',
    async (id) => {
      const path = readPath(id, bank.tenant.bank.psus[0]?.accountIds[0] as string)
      const withoutPermission = await openReader(bank, { version, permissions: ['ReadPAN'] })
      const expired = await openReader(bank, { version, expirationDateTime: toDateTime(testNow) })
      const [refused, ended] = [await withoutPermission.get(path), await expired.get(path)]

      expect([refused.statusCode, errorsOf(refused)]).toEqual([403, [['Resource.ConsentMismatch', undefined]]])
      expect([ended.statusCode, ended.body]).toEqual([401, ''])
    },
  )

  test('OpenBankProject/OBP-API #2881: a TPP learns nothing of the consent of another, and moves nothing', async () => {
    const { consentId, ...record } = await bank.consent({ version, permissions, status: 'AwaitingAuthorisation' })
    const withdrawal: InjectOptions =
      version === '1.0.0' ? { method: 'PATCH', payload: { Data: { Status: 'Revoked' } } } : { method: 'DELETE' }
    for (const request of [{}, withdrawal]) {
      const response = await asTpp(version, `/${consentId}`, request, 'tpp-other')

      expect([response.statusCode, errorsOf(response)]).toEqual([403, [['Resource.ConsentMismatch', undefined]]])
      expect(response.body).not.toMatch(new RegExp(`Awaiting|Read[A-Z]|tpp-demo|${consentId}|${record.psuId}`))
    }
    expect(await bank.tenant.store.get('consents', consentId)).toEqual({ consentId, ...record })
  })

  test.each(['Credit', 'Debit'] as const)(
    'OpenBankProject/OBP-API #2882: a consent for each %s shows all of them, of all its accounts, and no other',
    async (direction) => {
      const granted: readonly Permission[] = [
        'ReadAccountsBasic',
        'ReadTransactionsBasic',
        `ReadTransactions${direction}s`,
      ]
      const [one, whole] = [
        await openReader(bank, { version, permissions: granted }),
        await openReader(bank, { version }),
      ]
      const accountIds = bank.tenant.bank.psus[0]?.accountIds as readonly string[]
      for (const path of ['/transactions', ...accountIds.map((id) => `/accounts/${id}/transactions`)]) {
        const all = rowsOf(await whole.pages(`${path}?pageSize=1000`))
        const expected = all.filter(({ CreditDebitIndicator }) => CreditDebitIndicator === direction)
        for (const size of [77, 1000]) {
          const pages = await one.pages(`${path}?pageSize=${size}`)
          expect(idsOf(rowsOf(pages))).toEqual(idsOf(expected))
          expect(pages).toHaveLength(pages[0]?.Meta.TotalPages as number)
        }
        expect(expected.length, path).toBeGreaterThan(0)
      }
      const shown = (await one.read('/accounts')).Data.Account?.map(({ AccountId }) => AccountId)
      expect(shown).toEqual(accountIds)
    },
  )

  test('OpenBankProject/OBP-API #2619, bKash-developer/pgw-merchant-backend-php #11: two consents of one TPP live side by side', async () => {
    const own = await openTestBank()
    const known = (await own.store.tenant('directory').all('tpps')).length
    const [waiting, next] = [await create(version, testNow + hour, own), await create(version, testNow + hour, own)]
    await decide(next, 'approve', own)

    expect([await dataOf(version, waiting, own), await dataOf(version, next, own)]).toMatchObject([
      { ConsentId: waiting, Status: 'AwaitingAuthorisation' },
      { ConsentId: next, Status: 'Authorised' },
    ])
    expect(waiting).not.toBe(next)
    expect(await own.store.tenant('directory').all('tpps')).toHaveLength(known)
    await own.close()
  })
})
