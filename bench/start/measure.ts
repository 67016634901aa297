/**
 * How long the built command takes from being called to its first answer, and the memory it has then, compared with the
 * smallest Fastify server.
 *
 * @module
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median } from '../figures.js'

export interface StartFigures {
  /** Milliseconds from the call to the first answered request. */
  readonly bank: number
  readonly bare: number
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
    mb: Math.round(median(starts.map(({ mb }) => mb))),
  })
  const [bank, bare] = [middle(found.bank), middle(found.bare)]
  return { bank: bank.millis, bare: bare.millis, bankMb: bank.mb, bareMb: bare.mb }
}

export function startTable({ bank, bare, bankMb, bareMb }: StartFigures): (string | number)[][] {
  return [
    ['', 'first answer after, ms', 'memory then, MB'],
    ['`ob-sandbox start`', bank, bankMb],
    ['a bare Fastify server', bare, bareMb],
    ['times the bare server', (bank / bare).toFixed(2), (bankMb / bareMb).toFixed(2)],
  ]
}

interface Start {
  readonly millis: number
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
    return { millis, mb: kilobytes / 1024 }
  } finally {
    child.kill()
    await once(child, 'exit')
    rmSync(folder, { recursive: true, force: true })
  }
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
