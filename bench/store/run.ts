/**
 * `npm run bench`: the store beside its limit, at three sizes, as a table and as JSON (`--json FILE`).
 *
 * `--quick` measures small sizes for a short time: a check that the bench runs, not a figure to quote.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { machine } from '../machine.js'

interface Written {
  readonly size: number
  readonly page: number
  readonly rates: Readonly<Record<string, { store: number; bare: number; ratio: number }>>
  readonly longestStopMillis: number
  readonly rssMb: number
}

interface Started {
  readonly startMillis: number
  readonly page: number
  readonly rssMb: number
}

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    json: { type: 'string' },
    store: { type: 'string' },
    sizes: { type: 'string' },
    seconds: { type: 'string' },
  },
})
const sizes = values.sizes?.split(',').map(Number) ?? (values.quick ? [1000, 5000] : [1000, 100_000, 1_000_000])
const seconds = values.seconds ?? (values.quick ? '0.6' : '6')

const folder = mkdtempSync(join(tmpdir(), 'ob-bench-'))
const rows: { engine: string; written: Written; started: Started }[] = []
try {
  for (const size of sizes) {
    const store = values.store ?? `lowdb:${join(folder, String(size))}`
    process.stderr.write(`measuring ${store.split(':', 1)[0]} with ${size.toLocaleString('en')} records ...\n`)
    const written = await measure<Written>([store, String(size), seconds, folder, 'write'])
    const started = await measure<Started>([store, String(size), seconds, folder, 'start'])
    rows.push({ engine: store.split(':', 1)[0] as string, written, started })
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}

const on = machine()
const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
const per = (row: (typeof rows)[number], writers: number) => {
  const rate = row.written.rates[writers]
  return rate ? `${rate.store} of ${rate.bare} (${Math.round(rate.ratio * 100)} %)` : '-'
}
const table = [
  line([
    'engine',
    'records',
    'commits/s, 1 writer',
    '20 writers',
    '100 writers',
    'page of 100, µs',
    'start, ms',
    'memory, MB',
    'longest stop, ms',
  ]),
  line(Array.from({ length: 9 }, () => '---')),
  ...rows.map((row) =>
    line([
      row.engine,
      row.written.size,
      per(row, 1),
      per(row, 20),
      per(row, 100),
      row.started.page.toFixed(1),
      row.started.startMillis,
      row.started.rssMb,
      row.written.longestStopMillis,
    ]),
  ),
]
process.stdout.write(
  `${on.processor}, ${on.cores} cores, ${on.memoryGb} GB, Node ${on.node}; "of" is a bare appender of the same 1 kB records that calls fdatasync once for all that wait, in the same run.\n\n${table.join('\n')}\n`,
)
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify({ machine: on, rows }, null, 2)}\n`)

function measure<T>(parameters: readonly string[]): Promise<T> {
  const child = spawn(
    process.execPath,
    ['--max-old-space-size=12000', '--conditions=source', '--import', 'tsx', 'bench/store/measure.ts', ...parameters],
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
