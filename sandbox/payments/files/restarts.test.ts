import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { collections } from '../../collections.js'
import type { PaymentConsent } from '../../consents/consent.js'
import { openStore } from '../../store/open-store.js'
import { openTestBank, type TestBank } from '../../testing/test-bank.js'
import { payee, payerAt } from '../testing/payer.js'
import { fileBlocks, fileParts, keepFile } from './stored-files.js'

const family = 'file-payment'
let folder: string
let bank: TestBank
const open = async () => {
  bank = await openTestBank({ store: await openStore(`lowdb:${folder}`, collections) })
}
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ob-files-'))
  await open()
})
afterEach(async () => {
  await bank.close()
  rmSync(folder, { recursive: true, force: true })
})

const reopen = async () => {
  await bank.close()
  await open()
}

const items = Array.from({ length: 120 }, () => ({ creditor: payee, amount: '0.001' }))

test('a file is read, approved, submitted and paid by whoever opens the store next', async () => {
  const file = payerAt(bank).fileOf({ batches: [{ items, day: '2030-01-16' }] })
  const { fileHash } = await import('#fixtures/requests/payment-file.js')
  const Initiation = { FileContextFormat: 'BH.OBF.pain.001.001.08', FileHash: fileHash(file) }
  const asked = await payerAt(bank).createConsent({ Data: { Initiation } }, { family })
  const { ConsentId } = asked.json().Data
  await reopen()
  expect((await payerAt(bank).upload(ConsentId, file)).statusCode).toBe(200)
  await reopen()
  expect((await payerAt(bank).call('GET', `/file-payment-consents/${ConsentId}/file`)).body).toBe(file)
  const consent = await payerAt(bank).authorise<PaymentConsent>(ConsentId)
  const { FilePaymentId } = (await payerAt(bank).submit(consent)).json().Data
  await reopen()
  await bank.advance(26 * 3_600_000)

  expect((await payerAt(bank).read(FilePaymentId, { family })).json().Data.Status).toBe('InitiationCompleted')
})

test('what an upload has stored before the bank was killed is deleted a day later', async () => {
  const { tenant } = bank
  const item = {
    batch: 1,
    item: 1,
    batchId: 'B',
    endToEndId: 'E',
    creditor: payee,
    amountMinor: 1,
    chargeMinor: 0,
    rail: 'DNS' as const,
    requestedAt: tenant.clock.now(),
  }
  await keepFile(tenant.store, { consentId: 'c', fileId: 'c digest', now: tenant.clock.now() }, Buffer.from('<a/>'), [
    item,
  ])
  await reopen()
  await bank.advance(86_400_000 - 1)
  expect(await bank.tenant.store.all(fileParts)).toHaveLength(1)
  await bank.advance(1)

  expect(await bank.tenant.store.all(fileParts)).toEqual([])
  expect(await bank.tenant.store.all(fileBlocks)).toEqual([])
})
