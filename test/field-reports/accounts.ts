/**
 * What went wrong with accounts and rows at real banks.
 *
 * @module
 */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { toBankDateTime } from '#fixtures/calendar.js'
import { collections } from '#sandbox/collections.js'
import { openStore } from '#sandbox/store/open-store.js'
import { accountReads, openReader, type Row, readPath, rowsOf } from '#sandbox/testing/account-reads.js'
import { openTestBank, pathOf, type TestBank, testNow } from '#sandbox/testing/test-bank.js'
import { isDateTime, permissions } from '#standard/index.js'
import { openWithEmptyAccounts, readerOf, system, withAccounts } from './readers.js'
import type { Area, ReportContext } from './report.js'
import { sendInProcess } from './send.js'

async function servicerIsComplete({ bank, version }: ReportContext<TestBank>): Promise<void> {
  for (const { psuId, accountIds } of withAccounts(bank)) {
    for (const granted of [permissions, ['ReadAccountsBasic'] as const]) {
      const { read } = await openReader(bank, { version, psuId, accountIds, permissions: granted })
      const listed = (await read('/accounts')).Data.Account ?? []
      const single = await Promise.all(accountIds.map(async (id) => (await read(`/accounts/${id}/`)).Data.Account?.[0]))

      expect(single).toEqual(listed)
      const servicers = listed.map(({ Servicer }) => Servicer)
      if (granted === permissions) {
        const both = {
          SchemeName: expect.stringMatching(/BICFI$/),
          Identification: expect.stringMatching(/^\w{8,11}$/),
        }
        expect(servicers).toEqual(servicers.map(() => both))
      } else expect(servicers.filter((each) => each !== undefined)).toEqual([])
    }
  }
}

async function datesHaveOffsets({ bank, version }: ReportContext<TestBank>): Promise<void> {
  const seen = new Set<string>()
  const wrong: unknown[] = []
  for (const { username } of withAccounts(bank)) {
    const reader = await readerOf(bank, username, version)
    const ofTpp = { authorization: `Bearer ${await bank.token()}` }
    const consentUrl = pathOf(version, `/account-access-consents/${reader.consent.consentId}`)
    const bodies: unknown[] = [(await bank.send({ url: consentUrl, headers: ofTpp })).json()]
    if (version === '1.0.0') {
      bodies.push((await bank.send({ url: pathOf(version, '/sharing-product-details'), headers: ofTpp })).json())
    }
    for (const id of accountReads(version)) {
      for (const accountId of reader.consent.accountIds ?? []) {
        bodies.push(
          await reader.read(`${readPath(id, accountId)}${id.endsWith('Transactions') ? '?pageSize=1000' : ''}`),
        )
        if (!id.startsWith('getAccount') || id === 'getAccounts') break
      }
    }
    eachMember(bodies, (name, value) => {
      const isDate = /Date(Time)?$/.test(name)
      if (isDate) seen.add(name)
      if (isDate ? !isDateTime(String(value)) : beginsLikeADate(value)) wrong.push([username, name, value])
    })
  }

  expect(wrong).toEqual([])
  const datesOfOrders = ['FirstPaymentDateTime', 'NextPaymentDateTime', 'LastPaymentDateTime', 'FinalPaymentDateTime']
  const expected = [
    'CreationDateTime',
    'StatusUpdateDateTime',
    'OpeningDate',
    'DateTime',
    'BookingDateTime',
    'ValueDateTime',
    'FirstAvailableDateTime',
    'LastAvailableDateTime',
  ]
  expect([...expected, ...(version === '1.0.0' ? datesOfOrders : [])].filter((name) => !seen.has(name))).toEqual([])
}

async function rowsSayWhen({ bank, version }: ReportContext<TestBank>): Promise<void> {
  const { pages } = await readerOf(bank, 'layla', version)
  const rows = rowsOf(await pages('/transactions?pageSize=1000'))

  const at = (row: Row, name: string) => Date.parse(String(row[name]))
  expect(rows.filter((row) => !(at(row, 'ValueDateTime') >= at(row, 'BookingDateTime')))).toEqual([])
  expect(rows.some((row) => at(row, 'ValueDateTime') > at(row, 'BookingDateTime'))).toBe(true)
}

async function completeAfterEmptyAnswers({ version }: ReportContext<TestBank>): Promise<void> {
  const own = await openTestBank({ system })
  const reader = await readerOf(own, 'layla', version)
  const readAll = async () =>
    rowsOf([
      // without what happens on the accounts in that hour
      ...(await reader.pages(`/transactions?pageSize=100&toBookingDateTime=${toBankDateTime(testNow)}`)),
      ...(await reader.pages('/accounts')),
    ])
  const before = await readAll()

  await own.faults({ id: 'body-empty' })
  expect((await reader.get('/balances')).body).toBe('')
  await own.advance(3_600_000)
  await own.faults()

  expect(await readAll()).toEqual(before)
  await own.close()
}

async function idsAreStable({ version }: ReportContext<TestBank>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'ob-ids-'))
  const readIds = async (of: TestBank) => {
    const ids: unknown[] = []
    for (const username of ['layla', 'james', 'sara']) {
      const reader = await readerOf(of, username, version)
      for (const id of accountReads(version).filter(
        (each) => each === 'getAccounts' || !each.startsWith('getAccount'),
      )) {
        const size = id === 'getTransactions' ? '?pageSize=1000' : ''
        const rows = rowsOf(await reader.pages(readPath(id, '') + size))
        ids.push(rows.map((row) => Object.entries(row).filter(([name]) => /(Id|Identification)$/.test(name))))
      }
    }
    return ids
  }
  const first = await openTestBank({ system, store: await openStore(`lowdb:${folder}`, collections) })
  const [once, again] = [await readIds(first), await readIds(first)]
  await first.close()
  const restarted = await openTestBank({
    system: { now: () => testNow + 40 * 86_400_000 },
    store: await openStore(`lowdb:${folder}`, collections),
  })
  const later = await readIds(restarted)
  await restarted.close()
  await rm(folder, { recursive: true, force: true })

  expect(again).toEqual(once)
  expect(later).toEqual(once)
  expect(once.flat(3).length).toBeGreaterThan(1000)
}

async function everyPsuSeesTheirAccounts({ bank, version }: ReportContext<TestBank>): Promise<void> {
  for (const { psuId, accountIds, username } of bank.tenant.bank.psus) {
    const consent = await bank.consent({ version, psuId, accountIds, permissions: ['ReadAccountsBasic'] })
    const response = await bank.send({
      url: pathOf(version, '/accounts'),
      headers: { authorization: `Bearer ${await bank.token({ consent })}` },
    })
    const shown = (response.json() as { Data: { Account: { AccountId: string }[] } }).Data.Account

    expect(
      shown.map(({ AccountId }) => AccountId),
      username,
    ).toEqual(accountIds)
  }
}

/** Calls a function for every member of a body, however deep. */
function eachMember(value: unknown, visit: (name: string, value: unknown) => void): void {
  if (typeof value !== 'object' || value === null) return
  for (const [name, member] of Object.entries(value)) {
    visit(name, member)
    eachMember(member, visit)
  }
}

/** True for a text such as 11-Dec-17 or 2030-01-15. */
const beginsLikeADate = (value: unknown) =>
  typeof value === 'string' && /^(\d{1,2}[-/.]\w{2,3}[-/.]\d{2,4}|\d{4}-\d\d-\d\d)/.test(value)

export const accounts: Area<TestBank> = {
  title: 'accounts',
  open: openWithEmptyAccounts,
  send: sendInProcess,
  reports: [
    {
      report: 'openbankingspace/tpp-issues #85',
      title: 'a servicer has a scheme and an identification, or there is none',
      shows: servicerIsComplete,
    },
    {
      report: 'openbankingspace/tpp-issues #55',
      title: 'every date of every body is an ISO 8601 date-time with its offset',
      shows: datesHaveOffsets,
    },
    {
      report: 'OCA/bank-statement-import #689',
      title: 'every row has its booking date and its value date, which can be another day',
      shows: rowsSayWhen,
    },
    {
      report: 'actualbudget/actual #5665',
      title: 'after an hour of answers without a body, what is read is complete',
      shows: completeAfterEmptyAnswers,
    },
    {
      report: 'tarioch/beancounttools #142',
      title: 'every id is the same when it is read again, and after a restart',
      shows: idsAreStable,
    },
    {
      report: 'adorsys/XS2A-Sandbox #11',
      title: 'every PSU who has accounts sees them',
      shows: everyPsuSeesTheirAccounts,
    },
  ],
}
