/**
 * What went wrong with consents at real banks.
 *
 * @module
 */

import type { InjectOptions } from 'fastify'
import { expect } from 'vitest'
import { toDateTime } from '#sandbox/clock/tenant-clock.js'
import { consentRecords } from '#sandbox/consents/consent.js'
import { tppRecords } from '#sandbox/identity/tpps.js'
import { post } from '#sandbox/ledger/movements.js'
import { accountReads, openReader, readPath, rowsOf } from '#sandbox/testing/account-reads.js'
import { errorsOf, openTestBank, pathOf, type TestBank, testNow, testUrl } from '#sandbox/testing/test-bank.js'
import { type OperationId, type Permission, permissions, versions } from '#standard/index.js'
import { askForToken, asTpp, create, dataOf, decide, tokensOf } from './consent-requests.js'
import { idsOf } from './long-accounts.js'
import type { Area, FieldReport, ReportContext } from './report.js'
import { sendInProcess } from './send.js'

const hour = 3_600_000

/** Posts rows of both directions, so that those of one are picked out of what the bank opened with and of what came since. */
async function openWithPostedRows(): Promise<TestBank> {
  const bank = await openTestBank()
  const [accountId = ''] = bank.tenant.bank.psus[0]?.accountIds ?? []
  await bank.tenant.store.transact(async (transaction) => {
    for (let index = 0; index < 450; index += 1) {
      post(transaction, bank.tenant.bank, {
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
  return bank
}

async function expiredIsRead({ version }: ReportContext<TestBank>): Promise<void> {
  const own = await openTestBank()
  const consentId = await create(own, version, testNow + hour)
  const { access_token, refresh_token } = await tokensOf(own, await decide(own, consentId, 'approve'))
  const accounts = { url: pathOf(version, '/accounts'), headers: { authorization: `Bearer ${access_token}` } }
  const before = await dataOf(own, version, consentId)
  const readBefore = (await own.send(accounts)).statusCode

  await own.advance(hour)
  const renewed = await askForToken(own, { grant_type: 'refresh_token', refresh_token })

  expect(before).toMatchObject({ Status: 'Authorised', ExpirationDateTime: toDateTime(testNow + hour) })
  expect(await dataOf(own, version, consentId)).toEqual(before)
  expect([readBefore, (await own.send(accounts)).statusCode]).toEqual([200, 401])
  expect([renewed.statusCode, renewed.json().error]).toEqual([400, 'invalid_grant'])
  await own.close()
}

async function momentOfChange({ version }: ReportContext<TestBank>): Promise<void> {
  const own = await openTestBank()
  const [approved, rejected] = [
    await create(own, version, testNow + 9 * hour),
    await create(own, version, testNow + hour),
  ]
  const movedAt = async (consentId: string) => {
    const { Status, CreationDateTime, StatusUpdateDateTime } = await dataOf(own, version, consentId)
    return [Status, CreationDateTime, StatusUpdateDateTime]
  }
  const [first, second, third] = [0, 1234, 2 * hour].map((after) => toDateTime(testNow + after))
  const created = await movedAt(approved)
  await own.advance(1234)
  await decide(own, approved, 'approve')
  await decide(own, rejected, 'reject')
  await own.advance(2 * hour - 1234)

  expect(created).toEqual(['AwaitingAuthorisation', first, first])
  expect(await movedAt(approved)).toEqual(['Authorised', first, second])
  expect(await movedAt(rejected)).toEqual(['Rejected', first, second])
  if (version === '1.0.0') {
    const payload = { Data: { Status: 'Revoked' } }
    await asTpp(own, version, `/${approved}`, { method: 'PATCH', payload })
    expect(await movedAt(approved)).toEqual(['Revoked', first, third])
  }
  await own.close()
}

async function hidesConsentsOfOthers({ bank, version }: ReportContext<TestBank>): Promise<void> {
  const { consentId, ...record } = await bank.consent({ version, permissions, status: 'AwaitingAuthorisation' })
  const withdrawal: InjectOptions =
    version === '1.0.0' ? { method: 'PATCH', payload: { Data: { Status: 'Revoked' } } } : { method: 'DELETE' }
  for (const request of [{}, withdrawal]) {
    const response = await asTpp(bank, version, `/${consentId}`, request, 'tpp-other')

    expect([response.statusCode, errorsOf(response)]).toEqual([403, [['Resource.ConsentMismatch', undefined]]])
    expect(response.body).not.toMatch(new RegExp(`Awaiting|Read[A-Z]|tpp-demo|${consentId}|${record.psuId}`))
  }
  expect(await bank.tenant.store.get(consentRecords, consentId)).toEqual({ consentId, ...record })
}

async function twoConsentsAtOnce({ version }: ReportContext<TestBank>): Promise<void> {
  const own = await openTestBank()
  const known = (await own.store.tenant('directory').all(tppRecords)).length
  const [waiting, next] = [await create(own, version, testNow + hour), await create(own, version, testNow + hour)]
  await decide(own, next, 'approve')

  expect([await dataOf(own, version, waiting), await dataOf(own, version, next)]).toMatchObject([
    { ConsentId: waiting, Status: 'AwaitingAuthorisation' },
    { ConsentId: next, Status: 'Authorised' },
  ])
  expect(waiting).not.toBe(next)
  expect(await own.store.tenant('directory').all(tppRecords)).toHaveLength(known)
  await own.close()
}

/** Reads under a consent without a permission, and under one that has expired. */
const distinguishesExpiry = (id: OperationId, other: Permission = 'ReadPAN') =>
  async function distinguishesAMissingPermissionFromAnExpiry({
    bank,
    version,
  }: ReportContext<TestBank>): Promise<void> {
    const path = readPath(id, bank.tenant.bank.psus[0]?.accountIds[0] as string)
    const withoutPermission = await openReader(bank, { version, permissions: [other] })
    const expired = await openReader(bank, { version, expirationDateTime: toDateTime(testNow) })
    const [refused, ended] = [await withoutPermission.get(path), await expired.get(path)]

    expect([refused.statusCode, errorsOf(refused)]).toEqual([403, [['Resource.ConsentMismatch', undefined]]])
    expect([ended.statusCode, ended.body]).toEqual([401, ''])
  }

/** Reads the rows of one direction, of each account and of all, in pages of two sizes. */
const oneDirection = (direction: 'Credit' | 'Debit') =>
  async function showsOneDirection({ bank, version }: ReportContext<TestBank>): Promise<void> {
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
  }

async function selfLeadsToTheSame({ bank, version }: ReportContext<TestBank>): Promise<void> {
  const token = await bank.token()
  const consentToken = await bank.token({ consent: await bank.consent({ version }) })
  const consentId = await create(bank, version, testNow + hour)
  const follow = (url: string, bearer: string) =>
    bank.send({ url: new URL(url, testUrl).pathname, headers: { authorization: `Bearer ${bearer}` } })
  const [accountId] = bank.tenant.bank.psus[0]?.accountIds ?? []
  const resources = [
    [`/account-access-consents/${consentId}`, token],
    ['/accounts', consentToken],
    [`/accounts/${accountId}/`, consentToken],
  ] as const
  for (const [path, bearer] of resources) {
    const response = await follow(pathOf(version, path), bearer)
    const { Links } = response.json()
    const self = typeof Links === 'string' ? Links : Links.Self

    expect(self).toMatch(/^http:\/\/bank\.test\/api\//)
    expect((await follow(self, bearer)).body).toBe(response.body)
  }
}

export const consents: Area<TestBank> = {
  title: 'consents',
  open: openWithPostedRows,
  send: sendInProcess,
  reports: [
    {
      report: 'wso2/financial-services-accelerator #286, Regional-Australia-Bank/ADR-Gateway #29',
      title: 'a consent that expired is read with its status as it was, and its tokens end',
      shows: expiredIsRead,
    },
    {
      report: 'wso2/financial-services-accelerator #271',
      title: 'StatusUpdateDateTime is the moment of each change',
      shows: momentOfChange,
    },
    ...accountReads('1.0.0').map(
      (id): FieldReport<TestBank> => ({
        report: 'wso2/financial-services-accelerator #679',
        title: `${id} distinguishes a permission that is missing from a consent that expired`,
        versions: versions.filter((version) => accountReads(version).includes(id)),
        shows: distinguishesExpiry(id),
      }),
    ),
    {
      report: 'wso2/financial-services-accelerator #679',
      title:
        'a permission for balances does not allow reading accounts, which is answered differently from a consent that expired',
      shows: distinguishesExpiry('getAccounts', 'ReadBalances'),
    },
    {
      report: 'OpenBankProject/OBP-API #2881',
      title: 'a TPP learns nothing of the consent of another, and changes nothing',
      shows: hidesConsentsOfOthers,
    },
    ...(['Credit', 'Debit'] as const).map(
      (direction): FieldReport<TestBank> => ({
        report: 'OpenBankProject/OBP-API #2882',
        title: `a consent for each ${direction} shows all of them, of all its accounts, and no other`,
        shows: oneDirection(direction),
      }),
    ),
    {
      report: 'OpenBankProject/OBP-API #2619, bKash-developer/pgw-merchant-backend-php #11',
      title: 'two consents of one TPP exist at the same time',
      shows: twoConsentsAtOnce,
    },
    {
      report: 'OpenBankingToolkit/openbanking-toolkit #31',
      title: 'every Links.Self leads to the same resource',
      versions: ['1.0.0'],
      shows: selfLeadsToTheSame,
    },
  ],
}
