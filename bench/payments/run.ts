/**
 * What a durable payment costs beside a bare route: `npm run bench:payments -- --stored 1000,200000 --payments 2000`.
 *
 * Both are asked over loopback by 20 clients in the same process, in turn: the bank, which keeps its payments on disk before it
 * answers 201, and a Fastify route that validates the same body and appends one record, with one fsync for all that wait.
 * The clock runs, as it does at a bank that is started: payments are executed and settled beside the ones that come in.
 * Then payments of every family are submitted, `--mix` of each, to banks with few and with many stored (`mix.ts`), and the clock goes on
 * by a year over payments that are due in it.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import Fastify from 'fastify'
import { toBankDateTime } from '#fixtures/calendar.js'
import { dueJobs } from '#sandbox/clock/due-work.js'
import { collections } from '#sandbox/collections.js'
import { payerAt } from '#sandbox/payments/testing/payer.js'
import { openStore } from '#sandbox/store/open-store.js'
import { openTestBank, pathOf, testNow } from '#sandbox/testing/test-bank.js'
import { DomesticPaymentRequest, findProblems } from '#standard/index.js'
import { median } from '../figures.js'
import { GroupAppender } from '../store/bare.js'
import { noWorkIsLeft, openBank, type Rate, rateOf, storeMany, submissions } from './bank.js'
import { measureMix } from './mix.js'

/** The middle of so many is taken. */
const rounds = 3

const { values } = parseArgs({
  options: {
    stored: { type: 'string', default: '1000,200000' },
    payments: { type: 'string', default: '15000' },
    scheduled: { type: 'string', default: '1000' },
    mix: { type: 'string', default: '450' },
  },
})
const payments = Number(values.payments)
const folder = mkdtempSync(join(tmpdir(), 'ob-bench-'))
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

async function measure(stored: number, mode: 'off' | 'honoured'): Promise<number> {
  const bank = await openBank(`lowdb:${join(folder, `${mode}-${stored}`)}`, mode)
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
  if (values.mix !== '0') await measureMix(folder, values.stored.split(',').map(Number), Number(values.mix))
  if (values.scheduled !== '0') await measureYear(Number(values.scheduled))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
