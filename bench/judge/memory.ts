/**
 * What a run costs in memory at banks that send more than anybody asks for: `npm run bench:judge`. Each run is a process of the built
 * command, whose resident memory is read from the system; the browser is left out.
 *
 * @module
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { startHandMadeBank, type Visit } from '../../test/banks/hand-made-bank.js'
import { secrets } from '../../test/banks/judging.js'

const root = resolve(import.meta.dirname, '../..')
const limitMegabytes = 400

/** Changes the text of each answer of the API. */
const edited = (edit: (text: string) => string) => (visit: Visit) => {
  const end = visit.response.end.bind(visit.response)
  visit.response.end = ((text?: string) => end(text === undefined ? undefined : edit(text))) as typeof end
  return false
}

const instead = (answer: (visit: Visit) => void) => (visit: Visit) => {
  if (!/^\/(aisp|shop)\//.test(visit.url.pathname)) return false
  answer(visit)
  return true
}

const json = { 'content-type': 'application/json' }
const properties = `{${Array.from({ length: 200_000 }, (_, index) => `"x${index}":1`).join(',')}}`
const blanks = ' '.repeat(9_900_000)

const banks: Readonly<Record<string, ((visit: Visit) => boolean) | undefined>> = {
  'as it is': undefined,
  '200,000 unknown properties in 2.6 MB': edited((text) =>
    text.startsWith('{"Data"') ? `{"Data":${properties}}` : text,
  ),
  '9.9 MB of blanks behind each answer': edited((text) => text + blanks),
  'nested 6,000 deep': instead(
    ({ response }) => void response.writeHead(200, json).end('['.repeat(6000) + ']'.repeat(6000)),
  ),
  'headers without end': instead(({ request }) => {
    request.socket.write('HTTP/1.1 200 OK\r\n')
    const more = setInterval(() => {
      if (request.socket.destroyed) clearInterval(more)
      else request.socket.write(`x-more: ${'m'.repeat(4000)}\r\n`)
    }, 1)
  }),
  'drop by drop': instead(({ response }) => {
    response.writeHead(200, json)
    const more = setInterval(() => {
      if (response.destroyed) clearInterval(more)
      else response.write(' ')
    }, 20)
  }),
}

interface Cost {
  readonly exitCode: number | null
  readonly megabytes: number
  readonly seconds: number
  readonly transcriptMegabytes: number
  readonly last: string
}

async function cost(sabotage: ((visit: Visit) => boolean) | undefined): Promise<Cost> {
  const bank = await startHandMadeBank(sabotage ? { sabotage } : {})
  const folder = mkdtempSync(join(tmpdir(), 'judge-memory-'))
  try {
    const beside = (file: string) => readFileSync(join(root, 'test/banks', file), 'utf8')
    writeFileSync(join(folder, 'bank-pages.yaml'), beside('bank-pages.yaml'))
    writeFileSync(
      join(folder, 'bank.yaml'),
      `${beside('bank.yaml').replaceAll('http://127.0.0.1:41450', bank.url)}\nlimits: { bodyMillis: 3000 }\n`,
    )
    const args = [
      'run',
      join(folder, 'bank.yaml'),
      '--journeys',
      'headless',
      '--no-doctor',
      '--reporter',
      'list,json,junit,html',
    ]
    const startedAt = performance.now()
    const child = spawn(
      process.execPath,
      [join(root, 'dist/cli/ob-conformance.js'), ...args, '--output', join(folder, 'report')],
      { env: { ...process.env, ...secrets }, stdio: ['ignore', 'pipe', 'ignore'] },
    )
    let [text, kilobytes] = ['', 0]
    child.stdout.on('data', (chunk) => {
      text += chunk
    })
    const reading = setInterval(() => {
      kilobytes = Math.max(kilobytes, peakOf(child.pid))
    }, 50)
    const exitCode = await new Promise<number | null>((done) => child.once('close', done))
    clearInterval(reading)
    return {
      exitCode,
      megabytes: Math.round(kilobytes / 1024),
      seconds: Math.round((performance.now() - startedAt) / 100) / 10,
      transcriptMegabytes: Math.round(sizeOf(join(folder, 'report', 'transcript.ndjson')) / 1e5) / 10,
      last: text.trimEnd().split('\n').at(-1)?.trim() ?? '',
    }
  } finally {
    await bank.close()
    rmSync(folder, { recursive: true })
  }
}

/** The highest resident memory of a process so far, in kilobytes. */
function peakOf(pid: number | undefined): number {
  try {
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}

function sizeOf(file: string): number {
  try {
    return statSync(file).size
  } catch {
    return 0
  }
}

let failed = false
const [chosen = ''] = process.argv.slice(2)
for (const [name, sabotage] of Object.entries(banks).filter(([each]) => each.includes(chosen))) {
  const { exitCode, megabytes, seconds, transcriptMegabytes, last } = await cost(sabotage)
  const isOver = megabytes > limitMegabytes || (sabotage === undefined) !== (exitCode === 0)
  failed ||= isOver
  console.log(
    `${isOver ? '✗' : '✓'} ${name}: ${megabytes} MB (limit ${limitMegabytes}), ${seconds} s, transcript ${transcriptMegabytes} MB, ${last}`,
  )
}
process.exitCode = failed ? 1 : 0
