/**
 * What a large file of payments costs: `npm run bench:files -- --items 10000 --store lowdb`. Needs `npm run build`.
 * `OB_NODE_OPTIONS=--cpu-prof` profiles the bank.
 *
 * A TPP uploads a file to a bank on disk, the PSU approves it, and all its payments are made. Measured are the upload, the time from the
 * submission until the last payment is made, the longest stop of the bank's event loop in each, and its memory.
 */
import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { build } from 'esbuild'
import {
  fileHash,
  filePaymentConsentRequest,
  filePaymentRequest,
  paymentFile,
} from '#fixtures/requests/payment-file.js'
import { findServer, teardown } from '../../test/postgres-server.js'
import type { Asked, Figures, Opened } from './bank.js'

const limits = { seconds: 5, megabytes: 300, stopMillis: 50 }

const { values } = parseArgs({
  options: { items: { type: 'string', default: '10000' }, store: { type: 'string', default: 'lowdb,memory' } },
})
const count = Number(values.items)
const folder = mkdtempSync(join(tmpdir(), 'ob-bench-'))
const print = (line: string) => process.stdout.write(`${line}\n`)
let missed = 0

/** What was measured beside its limit. */
function against(figure: number, limit: number, unit: string): string {
  if (figure > limit) missed += 1
  return `${figure.toFixed(unit === 's' ? 2 : 0)} ${unit} (limit ${limit})`
}

async function storeOf(engine: string): Promise<string | undefined> {
  if (engine !== 'postgres') return engine === 'lowdb' ? `lowdb:${join(folder, 'bank')}` : engine
  const server = await findServer()
  if ('url' in server) return server.url
  print(`PostgreSQL is not measured: ${server.missing}`)
  return undefined
}

/** The bank as it is installed, without what runs TypeScript beside it. */
async function bankOf(): Promise<string> {
  const outfile = 'dist/bench/files-bank.mjs'
  const entryPoints = [new URL('./bank.ts', import.meta.url).pathname]
  await build({ entryPoints, outfile, bundle: true, platform: 'node', format: 'esm', external: ['#sandbox/*'] })
  return outfile
}

async function measure(script: string, engine: string): Promise<void> {
  const store = await storeOf(engine)
  if (store === undefined) return
  const child = fork(script, [store], { execArgv: process.env.OB_NODE_OPTIONS?.split(' ') ?? [] })
  const answered = async <Answer>() => ((await once(child, 'message')) as [Answer])[0]
  const asked = <Answer>(question: Asked) => {
    child.send(question)
    return answered<Answer>()
  }
  const { url, clientId, clientSecret, userToken, now } = await answered<Opened>()

  async function send<Answer>(method: string, path: string, token: string, body?: string, type = 'application/json') {
    const headers = {
      authorization: `Bearer ${token}`,
      'x-idempotency-key': randomUUID(),
      'x-user-token': userToken,
      ...(body !== undefined && { 'content-type': type }),
    }
    const answer = await fetch(url + path, { method, headers, ...(body !== undefined && { body }) })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${path} answered ${answer.status} ${text.slice(0, 300)}`)
    return (text === '' ? undefined : JSON.parse(text)) as Answer
  }

  let total = 0

  /** The time that some work takes, and what the bank says of it. */
  async function timed(name: string, work: () => Promise<void>): Promise<void> {
    const before = await asked<Figures>('figures')
    const begun = performance.now()
    await work()
    const seconds = (performance.now() - begun) / 1000
    const after = await asked<Figures>('figures')
    total += seconds
    print(
      [
        `${engine}, ${name}: ${seconds.toFixed(2)} s`,
        `${((after.processorMillis - before.processorMillis) / 1000).toFixed(2)} s of processor`,
        `longest stop ${against(after.longestStopMillis, limits.stopMillis, 'ms')}`,
        `memory ${before.mostMegabytes.toFixed(0)} to ${against(after.mostMegabytes, limits.megabytes, 'MB')}`,
      ].join(', '),
    )
  }

  const tokens = await fetch(new URL('/oauth2/token', url), {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'payments' }),
  })
  const { access_token: token } = (await tokens.json()) as { access_token: string }
  // of several batches, whose debtor the PSU chooses
  const batches = Array.from({ length: 4 }, (_, batch) => ({
    instrument: 'BH.OBF.NRT',
    items: Array.from({ length: Math.ceil(count / 4) }, (_, item) => ({
      creditor: { iban: 'BH06PEER77000000412268', name: `Payee ${batch}.${item}` },
      amount: '0.001',
      reference: `INV-${batch}-${item}`,
      description: `Invoice of ${item} things`,
    })),
  }))
  const debtor = { iban: 'NOTPROVIDED', name: 'Debtor' }
  const file = paymentFile({ debtor, batches, now: Date.parse(now), version: '08' }).replaceAll(
    '<IBAN>NOTPROVIDED</IBAN>',
    '<Othr><Id>NOTPROVIDED</Id></Othr>',
  )
  const request = filePaymentConsentRequest(file, { FileHash: fileHash(file) })
  type Made = { readonly Data: { readonly ConsentId: string; readonly FilePaymentId: string; readonly Status: string } }
  const { Data } = await send<Made>('POST', '/file-payment-consents', token, JSON.stringify(request))
  const { ConsentId } = Data
  await timed(`upload of ${count} payments, ${(file.length / 2 ** 20).toFixed(1)} MB`, () =>
    send('POST', `/file-payment-consents/${ConsentId}/file`, token, file, 'text/xml'),
  )
  const own = await asked<string>({ approve: ConsentId })
  let [paymentId, status] = ['', '']
  await timed('all payments made', async () => {
    const body = JSON.stringify(filePaymentRequest(ConsentId, request))
    paymentId = (await send<Made>('POST', '/file-payments', own, body)).Data.FilePaymentId
    while (status === '' || status === 'InitiationPending') {
      await setTimeout(50)
      status = (await send<Made>('GET', `/file-payments/${paymentId}`, token)).Data.Status
    }
  })
  if (status !== 'InitiationCompleted') throw new Error(`the file has ended as ${status}`)
  const report = await fetch(`${url}/file-payments/${paymentId}/report-file`, {
    headers: { authorization: `Bearer ${token}`, accept: 'text/xml' },
  })
  const paid = (await report.text()).match(/<TxSts>(?:ACSC|ACCC)</g)?.length ?? 0
  if (paid !== count) throw new Error(`${paid} of ${count} payments were made`)
  print(`${engine}, in all: ${against(total, limits.seconds, 's')}`)
  child.disconnect()
  await once(child, 'exit')
}

try {
  const script = await bankOf()
  for (const engine of values.store.split(',')) await measure(script, engine)
} finally {
  await teardown()
  rmSync(folder, { recursive: true, force: true })
}
print(missed === 0 ? 'every limit is kept' : `${missed} limits are not kept`)
process.exitCode = missed === 0 ? 0 : 1
