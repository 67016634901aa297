/**
 * `npm run bench`: every figure and its limit, measured in the same run, as tables and as JSON (`--json FILE`).
 *
 * `reads`, `store`, `ledger` or `start` measures that part, `tokens` (`npm run soak:tokens`) what ended tokens leave behind: a million
 * in ten rounds, or as `--tokens`, `--rounds` and `--engines` say; `--only store,ledger,reads,start` does the same; `--quick` measures small sizes for a short time: a check that the bench runs, not
 * a figure to quote; `--write` puts the tables into docs/performance.md.
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { findServer, teardown } from '../test/postgres-server.js'
import { table } from './figures.js'
import { measureHttp } from './http/measure.js'
import { banksTable, readsTable } from './http/table.js'
import { targetsTable } from './http/targets.js'
import { ledgerTable, measureLedger } from './ledger/run.js'
import { machine } from './machine.js'
import { performancePage } from './page.js'
import { measureStart, startTable } from './start/measure.js'
import { measureStores, storeTable } from './store/run.js'
import { measureTokens, tokensTable } from './tokens/run.js'

/** The last takes long, and is measured where it is named. */
const knownParts = ['start', 'reads', 'store', 'ledger', 'tokens']
const options = {
  quick: { type: 'boolean', default: false },
  only: { type: 'string', default: knownParts.slice(0, -1).join() },
  tokens: { type: 'string', default: '1000000' },
  rounds: { type: 'string', default: '10' },
  engines: { type: 'string', default: 'lowdb,postgres' },
  json: { type: 'string' },
  write: { type: 'boolean', default: false },
} as const

function argumentsOf() {
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    const parts = positionals.length > 0 ? positionals : values.only.split(',')
    const unknown = parts.filter((part) => !knownParts.includes(part))
    if (unknown.length > 0) throw new Error(`the parts are ${knownParts.join(', ')}, not ${unknown.join(', ')}`)
    return { ...values, parts: new Set(parts) }
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    process.exit(2)
  }
}

const values = argumentsOf()
const { quick, parts } = values
const report = (line: string) => process.stderr.write(`${line}\n`)

const start = parts.has('start') ? await measureStart({ rounds: quick ? 2 : 7, report }) : undefined
const http = parts.has('reads')
  ? await measureHttp({
      banks: quick
        ? [{ transactions: 1000, posted: 1000, store: 'memory' }]
        : [
            { transactions: 1000, posted: 0, store: 'memory' },
            { transactions: 1_000_000, posted: 0, store: 'memory' },
            { transactions: 1000, posted: 1000, store: 'memory' },
            { transactions: 1000, posted: 1_000_000, store: 'memory' },
          ],
      rounds: quick ? 3 : 9,
      report,
    })
  : undefined
const { stores, ledger, tokens } = ['store', 'ledger', 'tokens'].some((part) => parts.has(part)) ? await onStores() : {}

async function onStores() {
  const server = await findServer()
  if ('missing' in server) report(`PostgreSQL is not measured: ${server.missing}`)
  const postgres = 'url' in server ? server.url : undefined
  try {
    return {
      stores: parts.has('store')
        ? await measureStores({
            sizes: quick ? [1000, 5000] : [1000, 100_000, 1_000_000],
            seconds: quick ? 0.6 : 6,
            postgres,
            report,
          })
        : undefined,
      ledger: parts.has('ledger')
        ? await measureLedger({
            few: 1000,
            many: quick ? 5000 : 1_000_000,
            manyOnPostgres: quick ? 5000 : 100_000,
            times: quick ? 50 : 300,
            postgres,
            report,
          })
        : undefined,
      tokens: parts.has('tokens')
        ? await measureTokens({
            engines: values.engines.split(','),
            tokens: quick ? 600 : Number(values.tokens),
            rounds: quick ? 2 : Number(values.rounds),
            postgres,
            report,
          })
        : undefined,
    }
  } finally {
    await teardown()
  }
}

const figures = { machine: machine(), start, http, stores, ledger, tokens }
const tables = {
  start: start && table(startTable(start)),
  reads: http && table(readsTable(http.reads)),
  banks: http && table(banksTable(http.banks)),
  store: stores && table(storeTable(stores)),
  ledger: ledger && table(ledgerTable(ledger)),
  tokens: tokens && table(tokensTable(tokens)),
}
const targets = http && table(targetsTable(http.reads))
process.stdout.write(`${[...Object.values(tables), targets].filter(Boolean).join('\n\n')}\n`)
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(figures, null, 2)}\n`)
if (values.write) performancePage(figures.machine, tables)
