/**
 * The store compared with its limit, for each engine at each size.
 *
 * @module
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { Filled, Rate, Rated, Started } from './measure.js'

export interface StoreFigures extends Started, Rated {
  readonly engine: string
  readonly size: number
}

export interface StoreBenchOptions {
  readonly sizes: readonly number[]
  /** For each rate, in all its rounds. */
  readonly seconds: number
  /** A server to make a schema for each size on; without one, lowdb alone is measured. */
  readonly postgres: string | undefined
  readonly report: (line: string) => void
}

export async function measureStores({ sizes, seconds, postgres, report }: StoreBenchOptions): Promise<StoreFigures[]> {
  const folder = mkdtempSync(join(tmpdir(), 'ob-bench-'))
  const figures: StoreFigures[] = []
  try {
    for (const engine of postgres === undefined ? ['lowdb'] : ['lowdb', 'postgres']) {
      for (const size of sizes) {
        report(`measuring ${engine} with ${size.toLocaleString('en')} records ...`)
        const store =
          engine === 'lowdb' ? `lowdb:${join(folder, String(size))}` : await schemaOn(postgres as string, String(size))
        const phase = <T>(name: string) =>
          measuringProcess<T>('bench/store/measure.ts', [store, String(size), String(seconds), folder, name])
        await phase<Filled>('filled')
        const started = await phase<Started>('started')
        const rated = await phase<Rated>('rated')
        figures.push({ engine, size, ...started, ...rated })
        if (engine === 'lowdb') rmSync(join(folder, String(size)), { recursive: true })
      }
    }
    return figures
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** An empty schema on a server, by the URL of a store on it. */
export async function schemaOn(server: string, name: string): Promise<string> {
  const schema = `ob_bench_${name}`
  const client = new Client({ connectionString: server })
  await client.connect()
  await client.query(`drop schema if exists ${schema} cascade; create schema ${schema}`)
  await client.end()
  const url = new URL(server)
  url.searchParams.set('options', `-c search_path=${schema}`)
  return url.href
}

/** What a process that measures prints, which is JSON. */
export function measuringProcess<T>(script: string, parameters: readonly string[]): Promise<T> {
  const child = spawn(
    process.execPath,
    ['--max-old-space-size=12000', '--conditions=source', '--import', 'tsx', script, ...parameters],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  return new Promise((resolve, reject) => {
    child.on('exit', (code) =>
      code === 0 ? resolve(JSON.parse(output) as T) : reject(new Error(`the measuring process ended with ${code}`)),
    )
  })
}

/** A row of the table for each figure. */
export function storeTable(figures: readonly StoreFigures[]): (string | number)[][] {
  const beside = (rate: Rate | undefined) =>
    rate ? `${rate.store} of ${rate.bare} (${Math.round((100 * rate.store) / rate.bare)} %)` : '-'
  return [
    [
      'engine',
      'records',
      '1 writer',
      '20 writers',
      '100 writers',
      'page of 100, µs',
      'start, ms',
      'memory, MB',
      'longest stop, ms',
    ],
    ...figures.map(({ engine, size, rates, page, startMillis, rssMb, longestStopMillis }) => [
      engine,
      size.toLocaleString('en'),
      beside(rates[1]),
      beside(rates[20]),
      beside(rates[100]),
      page.toFixed(1),
      startMillis,
      rssMb,
      longestStopMillis,
    ]),
  ]
}
