/**
 * What tokens leave behind that have ended, for each engine: memory and store after each round have to be flat.
 *
 * @module
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { measuringProcess, schemaOn } from '../store/run.js'
import type { RoundFigures } from './measure.js'

export interface TokenFigures {
  readonly engine: string
  readonly rounds: readonly RoundFigures[]
}

export interface TokensBenchOptions {
  readonly engines: readonly string[]
  /** In all rounds together. */
  readonly tokens: number
  readonly rounds: number
  /** A server to make a schema on. */
  readonly postgres: string | undefined
  readonly report: (line: string) => void
}

export async function measureTokens(options: TokensBenchOptions): Promise<TokenFigures[]> {
  const { engines, tokens, rounds, postgres, report } = options
  const folder = mkdtempSync(join(tmpdir(), 'ob-bench-'))
  const figures: TokenFigures[] = []
  try {
    for (const engine of engines) {
      if (engine === 'postgres' && postgres === undefined) continue
      report(`issuing ${tokens.toLocaleString('en')} tokens in ${rounds} rounds on ${engine} ...`)
      const store = await storeOn(engine)
      const parameters = [store, String(Math.ceil(tokens / rounds)), String(rounds)]
      figures.push({ engine, rounds: await measuringProcess<RoundFigures[]>('bench/tokens/measure.ts', parameters) })
    }
    return figures
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }

  async function storeOn(engine: string): Promise<string> {
    if (engine === 'lowdb') return `lowdb:${join(folder, 'tokens')}`
    return engine === 'postgres' ? schemaOn(postgres as string, 'tokens') : engine
  }
}

/** A row of the table for each round. */
export function tokensTable(figures: readonly TokenFigures[]): (string | number)[][] {
  return [
    [
      'engine',
      'round',
      'stored before',
      'stored after',
      'heap, MB',
      'RSS, MB',
      'store, kB',
      'issued in, s',
      'deleted in, s',
      'longest stop issuing, ms',
      'longest stop deleting, ms',
    ],
    ...figures.flatMap(({ engine, rounds }) =>
      rounds.map((each) => [
        engine,
        each.round,
        each.issued.toLocaleString('en'),
        each.left.toLocaleString('en'),
        each.heapMb.toFixed(1),
        each.rssMb.toFixed(0),
        each.storeKb.toLocaleString('en'),
        each.issueSeconds,
        each.purgeSeconds,
        each.issueStopMillis,
        each.purgeStopMillis,
      ]),
    ),
  ]
}
