/**
 * A bank on disk with payments, and clients that submit more: for the benches of payments.
 *
 * @module
 */
import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { JWK } from 'jose'
import { Pool } from 'undici'
import { dueJobs } from '#sandbox/clock/due-work.js'
import { moveClock } from '#sandbox/clock/tenant-clock.js'
import { collections } from '#sandbox/collections.js'
import { consentRecords, type PaymentConsent } from '#sandbox/consents/consent.js'
import { signature } from '#sandbox/http/testing/signed-by-tpp.js'
import { oidcRecordId, oidcRecords } from '#sandbox/identity/adapter.js'
import { postedEntries } from '#sandbox/ledger/entries.js'
import { paymentRecords } from '#sandbox/payments/payment.js'
import { payerAt } from '#sandbox/payments/testing/payer.js'
import { openStore } from '#sandbox/store/open-store.js'
import type { Transaction } from '#sandbox/store/store.js'
import { directoryId } from '#sandbox/tenants/tenant.js'
import { openTestBank, pathOf, type TestBank, testNow } from '#sandbox/testing/test-bank.js'
import { type PaymentFamilyId, paymentFamily } from '#standard/index.js'

const clients = 20
const tppId = 'tpp-bench'

export interface Request {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const key = {
  ...(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }) as JWK),
  kid: 'key-1',
}

/** A bank whose clock runs, as at one that is started. */
export async function openBank(store: string, mode: 'off' | 'honoured'): Promise<TestBank> {
  const { kty, n, e, kid } = key
  const bank = await openTestBank({
    store: await openStore(store, collections),
    signatures: { mode },
    tpps: [
      {
        clientId: tppId,
        clientSecret: 'bench-secret-of-the-tpp',
        redirectUris: ['https://tpp.example/callback'],
        requestsPerMinute: 1_000_000_000,
        jwks: { keys: [{ kty: kty as string, ...{ n, e, kid } }] },
      },
    ],
  })
  await moveClock(bank.tenant, (clock) => clock.resume())
  return bank
}

/** Little enough for many, and enough for what a creditor abroad bears of charges. */
const amountOf = (family: PaymentFamilyId) => (family.startsWith('international') ? '0.010' : '0.001')

/** So many documents are one transaction, while a bench makes what it needs. */
const atOnce = 500

/** Consents that a PSU has approved, and tokens of theirs: copies of one that was asked for over HTTP, as each has a file sync of its own. */
async function approvals(bank: TestBank, count: number, family: PaymentFamilyId): Promise<[PaymentConsent, string][]> {
  const made: [PaymentConsent, string][] = []
  const directory = bank.store.tenant(directoryId)
  const asked = () => payerAt(bank).approved({ amount: amountOf(family) }, { clientId: tppId, family })
  const model = await asked()
  while (made.length < count) {
    const consents = await Promise.all(
      Array.from({ length: Math.min(atOnce, count - made.length) }, () =>
        family === 'file-payment' ? asked() : copyOf(model),
      ),
    )
    await bank.tenant.store.transact((transaction) => {
      for (const each of consents) transaction.put(consentRecords, each.consentId, each)
    })
    await directory.transact((transaction) => {
      for (const consent of consents) made.push([consent, putToken(transaction, consent)])
    })
  }
  return made
}

/** The same consent, asked for once more under another reference. */
function copyOf(consent: PaymentConsent): PaymentConsent {
  const { Data } = consent.request
  // a standing order has no identification
  const name = 'InstructionIdentification' in Data.Initiation ? 'InstructionIdentification' : 'Reference'
  const Initiation = { ...Data.Initiation, [name]: randomBytes(16).toString('hex') }
  const request = { ...consent.request, Data: { ...Data, Initiation } } as PaymentConsent['request']
  return { ...consent, consentId: randomBytes(16).toString('base64url'), grantId: randomUUID(), request }
}

/** Puts the access token of a consent into the directory, with its grant. */
function putToken(transaction: Transaction, { grantId = '', psuId: accountId }: PaymentConsent): string {
  const jti = randomUUID()
  const token = { clientId: tppId, scope: 'payments', jti, grantId }
  const grant = { clientId: tppId, accountId, jti: grantId, openid: { scope: 'openid payments' } }
  transaction.put(oidcRecords, oidcRecordId('AccessToken', jti), { model: 'AccessToken', payload: token as never })
  transaction.put(oidcRecords, oidcRecordId('Grant', grantId), { model: 'Grant', payload: grant as never })
  return jti
}

/** Submissions of consents that a PSU has approved, one each. */
export async function submissions(
  bank: TestBank,
  count: number,
  isSigned = false,
  family: PaymentFamilyId = 'domestic-payment',
): Promise<Request[]> {
  const payer = payerAt(bank)
  const userToken = await bank.userToken({ user: 'ada', clientId: tppId })
  const requests: Request[] = []
  for (const [consent, token] of await approvals(bank, count, family)) {
    const body = JSON.stringify(payer.submission(consent))
    requests.push({
      path: pathOf('1.0.0', paymentFamily(family).paths.payments),
      headers: {
        authorization: `Bearer ${token}`,
        'x-user-token': userToken,
        'content-type': 'application/json',
        ...(isSigned && { 'x-jws-signature': signature(body, { key, issuer: tppId, at: testNow }) }),
      },
      body,
    })
  }
  return requests
}

export interface Rate {
  /** Requests a second. */
  readonly rate: number
  /** Microseconds of processor time a request, of clients and server together: less noisy than the rate. */
  readonly processor: number
}

/** Sends all of them by 20 clients. */
export async function rateOf(url: string, requests: readonly Request[]): Promise<Rate> {
  const pool = new Pool(url, { connections: clients })
  let next = 0
  const [begun, before] = [performance.now(), process.cpuUsage()]
  await Promise.all(
    Array.from({ length: clients }, async () => {
      for (let each = requests[next++]; each; each = requests[next++]) {
        const { statusCode, body } = await pool.request({ ...each, method: 'POST' })
        const text = await body.text()
        if (statusCode !== 201) throw new Error(`${statusCode} ${text}`)
      }
    }),
  )
  const rate = requests.length / ((performance.now() - begun) / 1000)
  const { user, system } = process.cpuUsage(before)
  await pool.close()
  return { rate, processor: (user + system) / requests.length }
}

/**
 * Copies of payments that were made, of each family in turn, each under a consent and a reference of its own, with a row of the account
 * that takes nothing from it.
 */
export async function storeMany({ tenant }: TestBank, count: number): Promise<void> {
  const made = (await tenant.store.all(paymentRecords)).filter(({ ofOrder }) => !ofOrder)
  const first = [...new Map(made.map((record) => [record.family, record])).values()]
  const models = await Promise.all(
    first.map(async (record) => ({ record, entry: await tenant.store.get(postedEntries, record.transactionId) })),
  )
  if (models.length === 0) throw new Error('no payment was made')
  for (let done = 0; done < count; done += 500) {
    await tenant.store.transact((transaction) => {
      for (let index = done; index < Math.min(done + 500, count); index += 1) {
        const { record, entry } = models[index % models.length] as (typeof models)[number]
        const paymentId = `stored-${index}`
        const initiation = { ...record.initiation, InstructionIdentification: paymentId }
        const createdAt = record.createdAt - index
        const copy = { ...record, paymentId, consentId: paymentId, initiation, createdAt }
        transaction.put(paymentRecords, paymentId, copy)
        if (!entry) continue
        const row = { ...entry, transactionId: paymentId, movementId: paymentId, amountMinor: 0, bookedAt: createdAt }
        transaction.put(postedEntries, paymentId, row)
      }
    })
  }
}

/** Resolves when all payments have arrived, so that no work of the bank is done while the bare route is measured. */
export async function noWorkIsLeft({ tenant }: TestBank): Promise<void> {
  const ofPayments = () => tenant.store.count(dueJobs, 'due', { to: tenant.clock.now() + 60_000 })
  while ((await ofPayments()) > 0) await setTimeout(100)
}
