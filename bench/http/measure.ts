/**
 * The two most used reads of the bank, compared with a bare server and a plain Fastify route that send the same bytes.
 *
 * @module
 */
import { type ChildProcess, fork } from 'node:child_process'
import { basePaths, headers as names } from '#standard/index.js'
import { median } from '../figures.js'
import { ask } from './ask.js'
import { load, requireLoad } from './load.js'
import type { Order, Served } from './served.js'

export interface ReadFigures {
  readonly read: string
  /** Transactions the account was opened with, and those posted since. */
  readonly transactions: number
  readonly posted: number
  readonly bytes: number
  /** Requests a second. */
  readonly bank: number
  readonly bare: number
  readonly fastify: number
  /** Time of the server's processor per request, in microseconds. */
  readonly micros: { readonly bank: number; readonly bare: number; readonly fastify: number }
}

export interface BankFigures {
  readonly transactions: number
  readonly posted: number
  readonly loadMillis: number
  readonly rssMb: number
}

export interface HttpBenchOptions {
  readonly banks: readonly { readonly transactions: number; readonly posted: number; readonly store: string }[]
  /** How often each server is measured, for a second each time. */
  readonly rounds: number
  readonly report: (line: string) => void
}

export async function measureHttp({ banks, rounds, report }: HttpBenchOptions) {
  await requireLoad()
  const reads: ReadFigures[] = []
  const started: BankFigures[] = []
  for (const order of banks) {
    const { transactions, posted } = order
    report(`measuring reads of an account with ${(transactions + posted).toLocaleString('en')} transactions ...`)
    const bank = await ServedProcess.start({ kind: 'bank', ...order })
    const { token, basicToken, accountId, loadMillis = 0 } = bank.served
    const page = `/accounts/${accountId}/transactions?pageSize=100`
    const measured = [
      { read: 'GET /accounts, 5 accounts', path: '/accounts', bearer: token },
      { read: 'GET transactions, page of 100', path: page, bearer: basicToken },
      { read: 'the same with Detail', path: page, bearer: token },
    ]
    for (const { read, path, bearer } of measured) {
      const url = bank.served.url + basePaths['1.0.0'] + path
      const headers = { authorization: `Bearer ${bearer}`, accept: 'application/json' }
      reads.push({ read, transactions, posted, ...(await beside(bank, url, headers, rounds)) })
    }
    started.push({ transactions, posted, loadMillis, rssMb: (await bank.usage()).rssMb })
    bank.end()
  }
  return { reads, banks: started }
}

async function beside(bank: ServedProcess, url: string, headers: Record<string, string>, rounds: number) {
  const answer = await fetch(url, { headers })
  const body = await answer.text()
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status} ${body}`)
  const same = {
    'content-type': answer.headers.get('content-type') as string,
    [names.interactionId]: answer.headers.get(names.interactionId) as string,
  }
  const servers = {
    bank: { process: bank, url },
    bare: await servedAt({ kind: 'bare', headers: same, body }),
    fastify: await servedAt({ kind: 'fastify', headers: same, body }),
  }
  const bytes = Buffer.byteLength(body)
  const found = { bank: [] as Measured[], bare: [] as Measured[], fastify: [] as Measured[] }
  const kinds = ['bare', 'bank', 'fastify'] as const
  const measured = async (kind: (typeof kinds)[number]): Promise<Measured> => {
    const { process, url: address } = servers[kind]
    const before = await process.usage()
    const { requests, rate } = await load({ url: address, headers, bytes, seconds: 1 })
    const after = await process.usage()
    return { rate, micros: (after.cpuMicros - before.cpuMicros) / requests }
  }
  // the first round warms up; short rounds in turn, so that a slow phase of the machine affects all servers alike
  for (const kind of kinds) await measured(kind)
  for (let round = 0; round < rounds; round += 1) {
    for (const kind of kinds) found[kind].push(await measured(kind))
  }
  for (const kind of ['bare', 'fastify'] as const) servers[kind].process.end()
  const rate = (kind: (typeof kinds)[number]) => Math.round(median(found[kind].map((each) => each.rate)))
  const micros = (kind: (typeof kinds)[number]) => Number(median(found[kind].map((each) => each.micros)).toFixed(1))
  return {
    bytes,
    bank: rate('bank'),
    bare: rate('bare'),
    fastify: rate('fastify'),
    micros: { bank: micros('bank'), bare: micros('bare'), fastify: micros('fastify') },
  }
}

interface Measured {
  readonly rate: number
  readonly micros: number
}

async function servedAt(order: Order) {
  const process = await ServedProcess.start(order)
  return { process, url: `${process.served.url}/` }
}

/** A server in a process of its own. */
class ServedProcess {
  readonly #child: ChildProcess
  readonly served: Served

  private constructor(child: ChildProcess, served: Served) {
    this.#child = child
    this.served = served
  }

  static async start(order: Order): Promise<ServedProcess> {
    const child = fork(new URL('./served.ts', import.meta.url), {
      // without the condition `source`: what is measured is what was built
      execArgv: ['--import', 'tsx', '--max-old-space-size=8000'],
    })
    return new ServedProcess(child, (await ask(child, order)) as Served)
  }

  async usage(): Promise<{ readonly cpuMicros: number; readonly rssMb: number }> {
    return (await ask(this.#child, 'usage')) as { cpuMicros: number; rssMb: number }
  }

  end(): void {
    this.#child.disconnect()
  }
}
