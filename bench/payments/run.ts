/**
 * What a durable payment costs beside a bare route: `npm run bench:payments -- --stored 1000,200000 --payments 2000`.
 *
 * Both are asked over loopback by 20 clients in the same process, in turn: the bank, which keeps its payments on disk before it
 * answers 201, and a Fastify route that validates the same body and appends one record, with one fsync for all that wait.
 * The clock runs, as it does at a bank that is started: payments are executed and settled beside the ones that come in.
 * Then the clock goes on by a year over payments that are due in it.
 */
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import Fastify from 'fastify'
import type { JWK } from 'jose'
import { Pool } from 'undici'
import { toBankDateTime } from '#fixtures/calendar.js'
import { dueJobs } from '#sandbox/clock/due-work.js'
import { moveClock } from '#sandbox/clock/tenant-clock.js'
import { collections } from '#sandbox/collections.js'
import { signature } from '#sandbox/http/testing/signed-by-tpp.js'
import { postedEntries } from '#sandbox/ledger/entries.js'
import { paymentRecords } from '#sandbox/payments/payment.js'
import { payerAt } from '#sandbox/payments/testing/payer.js'
import { openStore } from '#sandbox/store/open-store.js'
import { openTestBank, pathOf, type TestBank, testNow } from '#sandbox/testing/test-bank.js'
import { DomesticPaymentRequest, findProblems } from '#standard/index.js'
import { median } from '../figures.js'
import { GroupAppender } from '../store/bare.js'

const clients = 20
/** The middle of so many is taken. */
const rounds = 3
const tppId = 'tpp-bench'

interface Request {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const { values } = parseArgs({
  options: {
    stored: { type: 'string', default: '1000,200000' },
    payments: { type: 'string', default: '15000' },
    scheduled: { type: 'string', default: '1000' },
  },
})
const payments = Number(values.payments)
const folder = mkdtempSync(join(tmpdir(), 'ob-bench-'))
const key = {
  ...(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }) as JWK),
  kid: 'key-1',
}

/** A bank on disk with so many payments stored. */
async function openBank(name: string, mode: 'off' | 'honoured'): Promise<TestBank> {
  const { kty, n, e, kid } = key
  return openTestBank({
    store: await openStore(`lowdb:${join(folder, name)}`, collections),
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
}

/** Submissions of consents that a PSU has approved, one each. */
async function submissions(bank: TestBank, count: number, isSigned: boolean): Promise<Request[]> {
  const payer = payerAt(bank)
  const userToken = await bank.userToken({ user: 'ada', clientId: tppId })
  const requests: Request[] = []
  for (let index = 0; index < count; index += 1) {
    const consent = await payer.approved({ amount: '0.001' }, { clientId: tppId })
    const body = JSON.stringify(payer.submission(consent))
    const token = await bank.token({ clientId: tppId, scope: 'payments', consent })
    requests.push({
      path: pathOf('1.0.0', '/domestic-payments'),
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

interface Rate {
  /** Requests a second. */
  readonly rate: number
  /** Microseconds of processor time a request, of clients and server together: less noisy than the rate. */
  readonly processor: number
}

/** Sends all of them by 20 clients. */
async function rateOf(url: string, requests: readonly Request[]): Promise<Rate> {
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

/** Copies of a payment that was made, each under a consent and a reference of its own, with a row of the account that takes nothing from it. */
async function storeMany({ tenant }: TestBank, count: number): Promise<void> {
  const [record] = await tenant.store.all(paymentRecords)
  const entry = record && (await tenant.store.get(postedEntries, record.transactionId))
  if (!record || !entry) throw new Error('no payment was made')
  for (let done = 0; done < count; done += 500) {
    await tenant.store.transact((transaction) => {
      for (let index = done; index < Math.min(done + 500, count); index += 1) {
        const paymentId = `stored-${index}`
        const initiation = { ...record.initiation, InstructionIdentification: paymentId }
        const createdAt = record.createdAt - index
        transaction.put(paymentRecords, paymentId, {
          ...record,
          paymentId,
          consentId: paymentId,
          initiation,
          createdAt,
        })
        const row = { ...entry, transactionId: paymentId, movementId: paymentId, amountMinor: 0, bookedAt: createdAt }
        transaction.put(postedEntries, paymentId, row)
      }
    })
  }
}

async function openBare() {
  const file = await open(join(folder, 'bare.log'), 'w')
  const appender = new GroupAppender(file)
  const app = Fastify()
  app.post(pathOf('1.0.0', '/domestic-payments'), async (request, reply) => {
    const problems = findProblems(DomesticPaymentRequest['1.0.0'], request.body)
    if (problems.length > 0) return reply.code(400).send(problems)
    const { ConsentId } = (request.body as { Data: { ConsentId: string } }).Data
    const record = { DomesticPaymentId: ConsentId, ...(request.body as object) }
    await appender.append(Buffer.from(`${JSON.stringify(record)}\n`))
    return reply.code(201).send(record)
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return { url, close: () => app.close().then(() => file.close()) }
}

/** Resolves when all payments have arrived, so that no work of the bank is done while the bare route is measured. */
async function noWorkIsLeft({ tenant }: TestBank): Promise<void> {
  const ofPayments = () => tenant.store.count(dueJobs, 'due', { to: tenant.clock.now() + 60_000 })
  while ((await ofPayments()) > 0) await setTimeout(100)
}

async function measure(stored: number, mode: 'off' | 'honoured'): Promise<number> {
  const bank = await openBank(`${mode}-${stored}`, mode)
  await moveClock(bank.tenant, (clock) => clock.resume())
  const url = await bank.app.listen({ port: 0, host: '127.0.0.1' })
  const bare = await openBare()
  // code that has not run often is slow, and the first bank would be measured with it
  await rateOf(url, await submissions(bank, Math.ceil(payments / rounds), mode === 'honoured'))
  await storeMany(bank, stored)
  const limits: Rate[] = []
  const rates: Rate[] = []
  for (let round = 0; round < rounds; round += 1) {
    const requests = await submissions(bank, Math.ceil(payments / rounds), mode === 'honoured')
    await noWorkIsLeft(bank)
    limits.push(await rateOf(bare.url, requests))
    rates.push(await rateOf(url, requests))
  }
  const middle = (of: readonly Rate[], field: keyof Rate) => Math.round(median(of.map((each) => each[field])))
  const share = median(rates.map(({ rate }, round) => rate / (limits[round] as Rate).rate))
  process.stdout.write(
    `${stored} stored, signatures ${mode}: ${middle(rates, 'rate')} a second, ${Math.round(share * 100)} % of the ${middle(limits, 'rate')} of the bare route (limit 45 %); ` +
      `${middle(rates, 'processor')} us of processor each, the bare route ${middle(limits, 'processor')}\n`,
  )
  await Promise.all([bank.close(), bare.close()])
  return middle(rates, 'rate')
}

/** How the rate changes with what is stored. */
async function measureSizes(mode: 'off' | 'honoured', sizes: readonly number[]): Promise<void> {
  const rates: number[] = []
  for (const stored of sizes) rates.push(await measure(stored, mode))
  const [first = 1] = rates
  const last = rates.at(-1) ?? first
  process.stdout.write(
    `from ${sizes[0]} to ${sizes.at(-1)} stored, signatures ${mode}: ${Math.round((last / first - 1) * 100)} % (limit -20 %)\n`,
  )
}

/** A year passes over payments that are due in it. */
async function measureYear(count: number): Promise<void> {
  const bank = await openTestBank({ store: await openStore(`lowdb:${join(folder, 'year')}`, collections) })
  const payer = payerAt(bank)
  const later = { family: 'domestic-future-dated-payment' } as const
  const day = 86_400_000
  for (let index = 0; index < count; index += 1) {
    const date = toBankDateTime(testNow + (2 + ((index * 7) % 360)) * day)
    await payer.pay({ amount: '0.001', initiation: { RequestedExecutionDateTime: date } }, later)
  }
  const jobs = await bank.tenant.store.count(dueJobs, 'due')
  const [begun, before] = [performance.now(), process.cpuUsage()]
  await bank.advance(366 * day)
  const seconds = (performance.now() - begun) / 1000
  const { user, system } = process.cpuUsage(before)
  const left = await bank.tenant.store.count(dueJobs, 'due')
  process.stdout.write(
    `a year over ${count} scheduled payments (${jobs} jobs, ${left} left): ${seconds.toFixed(2)} s, ${((user + system) / 1e6).toFixed(2)} s of processor\n`,
  )
  await bank.close()
}

try {
  const sizes = payments === 0 ? [] : values.stored.split(',').map(Number)
  for (const mode of ['off', 'honoured'] as const) if (sizes.length > 0) await measureSizes(mode, sizes)
  if (values.scheduled !== '0') await measureYear(Number(values.scheduled))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
