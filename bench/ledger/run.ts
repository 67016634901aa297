/**
 * What moving money and reading it costs as an account grows, for each engine.
 *
 * @module
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { measuringProcess, schemaOn } from '../store/run.js'
import type { LedgerCost } from './measure.js'

export interface LedgerFigures {
  readonly engine: string
  /** Entries posted on the account before. */
  readonly few: number
  readonly many: number
  readonly costs: readonly LedgerCost[]
}

export interface LedgerBenchOptions {
  readonly few: number
  readonly many: number
  /** On PostgreSQL, where filling takes its time. */
  readonly manyOnPostgres: number
  /** How often each operation is measured. */
  readonly times: number
  /** A server to make schemas on; without one, PostgreSQL is left out. */
  readonly postgres: string | undefined
  readonly report: (line: string) => void
}

export async function measureLedger(options: LedgerBenchOptions): Promise<LedgerFigures[]> {
  const { few, times, postgres, report } = options
  const folder = mkdtempSync(join(tmpdir(), 'ob-bench-'))
  const engines = ['memory', 'lowdb', ...(postgres === undefined ? [] : ['postgres'])]
  const figures: LedgerFigures[] = []
  try {
    for (const engine of engines) {
      const many = engine === 'postgres' ? options.manyOnPostgres : options.many
      report(`measuring postings on ${engine} among ${few.toLocaleString('en')} and ${many.toLocaleString('en')} ...`)
      const stores = await storesOf(engine, folder, postgres)
      const parameters = [...stores, few, many, times].map(String)
      figures.push({ engine, few, many, costs: await measuringProcess('bench/ledger/measure.ts', parameters) })
    }
    return figures
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function storesOf(engine: string, folder: string, postgres: string | undefined): Promise<readonly string[]> {
  if (engine === 'memory') return ['memory', 'memory']
  if (engine === 'lowdb') return ['few', 'many'].map((name) => `lowdb:${join(folder, name)}`)
  return [await schemaOn(postgres as string, 'ledger_few'), await schemaOn(postgres as string, 'ledger_many')]
}

/** A row of the table for each operation of each engine. */
export function ledgerTable(figures: readonly LedgerFigures[]): (string | number)[][] {
  return [
    ['engine', 'operation', 'entries', 'µs', 'entries', 'µs', 'times'],
    ...figures.flatMap(({ engine, few, many, costs }) =>
      costs.map((cost) => [
        engine,
        cost.operation,
        few.toLocaleString('en'),
        micros(cost.few),
        many.toLocaleString('en'),
        micros(cost.many),
        (cost.many / cost.few).toFixed(2),
      ]),
    ),
  ]
}

const micros = (cost: number) => cost.toFixed(cost < 2 ? 2 : 1)
