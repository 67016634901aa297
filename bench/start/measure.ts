/**
 * How long the built command takes from being called to its first answer, and the memory it has then, compared with the
 * smallest Fastify server.
 *
 * @module
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median } from '../figures.js'

export interface StartFigures {
  /** Milliseconds from the call to the first answered request. */
  readonly bank: number
  readonly bare: number
  /** Milliseconds of the processor until then, of all threads. */
  readonly bankProcessor: number
  readonly bareProcessor: number
  /** Resident, once the first request is answered. */
  readonly bankMb: number
  readonly bareMb: number
}

interface Options {
  readonly rounds: number
  readonly report: (line: string) => void
}

/** Both in turn, the bank in an empty folder, as it is started without any option. Needs a built `dist/`. */
export async function measureStart({ rounds, report }: Options): Promise<StartFigures> {
  report('measuring the start ...')
  const found = { bank: [] as Start[], bare: [] as Start[] }
  for (let round = 0; round < rounds; round += 1) {
    found.bare.push(await startOnce([new URL('./bare-fastify.mjs', import.meta.url).pathname]))
    found.bank.push(await startOnce([join(process.cwd(), 'dist/cli/ob-sandbox.js'), 'start', '--port', '0']))
  }
  const middle = (starts: readonly Start[]) => ({
    millis: Math.round(median(starts.map(({ millis }) => millis))),
    processor: Math.round(median(starts.map(({ processor }) => processor))),
    mb: Math.round(median(starts.map(({ mb }) => mb))),
  })
  const [bank, bare] = [middle(found.bank), middle(found.bare)]
  return {
    bank: bank.millis,
    bare: bare.millis,
    bankProcessor: bank.processor,
    bareProcessor: bare.processor,
    bankMb: bank.mb,
    bareMb: bare.mb,
  }
}

export function startTable(figures: StartFigures): (string | number)[][] {
  const { bank, bare, bankProcessor, bareProcessor, bankMb, bareMb } = figures
  const times = (ours: number, theirs: number) => (ours / theirs).toFixed(2)
  return [
    ['', 'first answer after, ms', 'of the processor, ms', 'memory then, MB'],
    ['`ob-sandbox start`', bank, bankProcessor, bankMb],
    ['a bare Fastify server', bare, bareProcessor, bareMb],
    ['times the bare server', times(bank, bare), times(bankProcessor, bareProcessor), times(bankMb, bareMb)],
  ]
}

interface Start {
  readonly millis: number
  readonly processor: number
  readonly mb: number
}

async function startOnce(command: readonly string[]): Promise<Start> {
  const folder = mkdtempSync(join(tmpdir(), 'ob-bench-start-'))
  const begun = performance.now()
  const child = spawn(process.execPath, command, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] })
  try {
    const { url, headers } = await printedCall(child)
    const answer = await fetch(url, { headers })
    await answer.arrayBuffer()
    const millis = performance.now() - begun
    if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`)
    const kilobytes = Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)], { encoding: 'utf8' }))
    return { millis, processor: processorMillis(child.pid), mb: kilobytes / 1024 }
  } finally {
    child.kill()
    await once(child, 'exit')
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What a process has used of the processor, itself and the system for it; in hundredths of a second. Linux only, 0 elsewhere. */
function processorMillis(pid = 0): number {
  if (process.platform !== 'linux') return 0
  // fields 14 and 15 of the line, counted after the name in brackets
  const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').slice(11, 13) ?? []
  return (Number(user) + Number(system)) * 10
}

/** The address and the headers of the `curl` line that the command prints. */
async function printedCall(child: ChildProcess): Promise<{ url: string; headers: Record<string, string> }> {
  let printed = ''
  for await (const chunk of child.stdout as NonNullable<ChildProcess['stdout']>) {
    printed += chunk
    const line = /^.*\bcurl .*$/m.exec(printed.slice(0, printed.lastIndexOf('\n') + 1))?.[0]
    const url = line && /https?:\/\/[^\s'"]+/.exec(line)?.[0]
    if (!url) continue
    const token = /Bearer [\w.~+/-]+=*/.exec(line)?.[0]
    return { url, headers: token ? { authorization: token } : {} }
  }
  throw new Error(`no address was printed: ${printed}`)
}
