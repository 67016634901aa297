/**
 * `npm run bench`: every figure beside its limit, measured in the same run, as tables and as JSON (`--json FILE`).
 *
 * `--only store,http,start` measures a part; `--quick` measures small sizes for a short time: a check that the bench runs, not
 * a figure to quote; `--write` puts the tables into docs/performance.md.
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { findServer, teardown } from '../test/postgres-server.js'
import { table } from './figures.js'
import { measureHttp } from './http/measure.js'
import { banksTable, readsTable } from './http/table.js'
import { machine } from './machine.js'
import { performancePage } from './page.js'
import { measureStart, startTable } from './start/measure.js'
import { measureStores, storeTable } from './store/run.js'

const knownParts = ['start', 'http', 'store']
const options = {
  quick: { type: 'boolean', default: false },
  only: { type: 'string', default: knownParts.join() },
  json: { type: 'string' },
  write: { type: 'boolean', default: false },
} as const

function argumentsOf() {
  try {
    const { values } = parseArgs({ options })
    const unknown = values.only.split(',').filter((part) => !knownParts.includes(part))
    if (unknown.length > 0) throw new Error(`--only takes ${knownParts.join(', ')}, not ${unknown.join(', ')}`)
    return values
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    process.exit(2)
  }
}

const values = argumentsOf()
const parts = new Set(values.only.split(','))
const { quick } = values
const report = (line: string) => process.stderr.write(`${line}\n`)

const start = parts.has('start') ? await measureStart({ rounds: quick ? 2 : 7, report }) : undefined
const http = parts.has('http')
  ? await measureHttp({
      banks: [
        { transactions: 1000, posted: 0, store: 'memory' },
        { transactions: quick ? 5000 : 1_000_000, posted: 0, store: 'memory' },
        { transactions: 1000, posted: 1000, store: 'memory' },
        { transactions: 1000, posted: quick ? 5000 : 1_000_000, store: 'memory' },
      ],
      seconds: quick ? 3 : 9,
      report,
    })
  : undefined
const stores = parts.has('store') ? await stored() : undefined

async function stored() {
  const server = await findServer()
  if ('missing' in server) report(`PostgreSQL is not measured: ${server.missing}`)
  try {
    return await measureStores({
      sizes: quick ? [1000, 5000] : [1000, 100_000, 1_000_000],
      seconds: quick ? 0.6 : 6,
      postgres: 'url' in server ? server.url : undefined,
      report,
    })
  } finally {
    await teardown()
  }
}

const figures = { machine: machine(), start, http, stores }
const tables = {
  start: start && table(startTable(start)),
  reads: http && table(readsTable(http.reads)),
  banks: http && table(banksTable(http.banks)),
  store: stores && table(storeTable(stores)),
}
process.stdout.write(`${Object.values(tables).filter(Boolean).join('\n\n')}\n`)
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(figures, null, 2)}\n`)
if (values.write) performancePage(figures.machine, tables)
