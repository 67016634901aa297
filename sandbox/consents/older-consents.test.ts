import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { collections } from '../collections.js'
import { openLowdbStore } from '../store/lowdb/lowdb-store.js'
import { openTestBank, pathOf, type TestBank } from '../testing/test-bank.js'
import { type ConsentRecord, consentRecords } from './consent.js'
import { consentsOfPsu, revokeAsPsu } from './psu-consents.js'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ob-older-'))
})
afterEach(() => {
  for (const each of [folder, `${folder}-copy`]) rmSync(each, { recursive: true, force: true })
})

const { upgrade: _, ...consentsOfThen } = consentRecords

/** A bank with a consent that was stored before there were payments, in its snapshot and in its journal. */
async function storedThen(part: 'journal' | 'snapshot'): Promise<{ store: string; consent: ConsentRecord }> {
  const then = collections.map((each) => (each.name === consentRecords.name ? consentsOfThen : each))
  const bank = await openTestBank({ store: await openLowdbStore(folder, then) })
  const { kind, ...consent } = await bank.consent()
  await bank.tenant.store.transact((transaction) =>
    transaction.put(consentsOfThen, consent.consentId, consent as ConsentRecord),
  )
  const copy = `${folder}-copy`
  if (part === 'journal') cpSync(folder, copy, { recursive: true, filter: (path) => !path.includes('lock-') })
  await bank.close()
  await bank.store.close()
  const store = part === 'journal' ? copy : folder
  const kept = readFileSync(join(store, part === 'journal' ? 'journal-2.ndjson' : 'bank.json'), 'utf8')
  const line = kept
    .split('\n')
    .filter((each) => each.includes(consent.consentId) && each.includes('"permissions"'))
    .at(-1)
  expect(line).toBeDefined()
  expect(line).not.toContain('"kind"')
  return { store, consent: { kind, ...consent } }
}

test.each(['journal', 'snapshot'] as const)('a consent of then, in the %s, is an account consent', async (part) => {
  const { store, consent } = await storedThen(part)
  const bank: TestBank = await openTestBank({
    store: await openLowdbStore(store, collections, { warn: () => undefined }),
  })
  const authorization = `Bearer ${await bank.token({ consent })}`
  const read = await bank.send({ url: pathOf('1.0.0', '/accounts'), headers: { authorization } })
  const [psu] = bank.tenant.bank.psus

  expect(read.statusCode).toBe(200)
  expect(await bank.tenant.store.get(consentRecords, consent.consentId)).toEqual(consent)
  expect(psu && (await consentsOfPsu(bank.tenant, psu)).map(({ kind }) => kind)).toEqual(['accounts'])
  expect(psu && (await revokeAsPsu(bank.tenant, psu, consent.consentId))).toMatchObject({
    consent: { kind: 'accounts', status: 'Revoked' },
  })
  await bank.close()
  await bank.store.close()
})
