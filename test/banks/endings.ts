/**
 * What becomes of a pipeline: commands as it would call them at the hand-made bank, and how each of them ends.
 *
 * @module
 */
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { endedBy } from '#conformance/commands/ended.js'
import { type RunFlags, runCommand, type Terminal } from '#conformance/index.js'
import { type BankFault, startHandMadeBank, type Visit } from './hand-made-bank.js'
import { secrets } from './judging.js'

/** How a command ended: its exit code, and the last line that it printed. */
export interface Ending {
  readonly code: number
  readonly last: string
}

/** A command in this process, as `bin/` calls it. */
export async function ending(
  command: (terminal: Terminal) => Promise<number> | number,
  change: Partial<Terminal> = {},
): Promise<Ending> {
  const lines: string[] = []
  const terminal: Terminal = {
    stdout: (text) => lines.push(text),
    stderr: () => {},
    isTerminal: false,
    env: secrets,
    now: Date.now,
    signal: new AbortController().signal,
    ...change,
  }
  const last = (text: string) => text.trimEnd().split('\n').at(-1)?.trim() ?? ''
  try {
    const code = await command(terminal)
    return { code, last: last(lines.join('')) }
  } catch (error) {
    const { exitCode, text } = endedBy(error)
    return { code: exitCode, last: last(text) }
  }
}

/** One sabotaged run. */
export interface Sabotage {
  readonly fault?: BankFault
  readonly sabotage?: (visit: Visit) => boolean
  /** Another profile of the bank. */
  readonly profile?: (text: string) => string
  readonly flags?: Partial<RunFlags>
  readonly terminal?: Partial<Terminal>
  /** Before the command, in the folder that profile and reports are in. */
  readonly before?: (folder: string) => void
}

const beside = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')

/** Runs a few cases against the bank, headless, from a profile in a file; the bank is gone afterwards. */
export async function sabotagedRun(row: Sabotage): Promise<Ending> {
  const { fault, sabotage, profile = (text) => text, flags = {}, terminal, before } = row
  const bank = await startHandMadeBank({ ...(fault && { fault }), ...(sabotage && { sabotage }) })
  const folder = newFolder()
  try {
    writeFileSync(join(folder, 'bank-pages.yaml'), beside('bank-pages.yaml'))
    const file = join(folder, 'bank.yaml')
    writeFileSync(file, profile(beside('bank.yaml').replaceAll('http://127.0.0.1:41450', bank.url)))
    before?.(folder)
    const usual: RunFlags = {
      reporter: 'list',
      output: join(folder, 'report'),
      only: ['ACC', 'BAL'],
      wanted: true,
      journeys: 'headless',
      doctor: false,
    }
    return await ending((each) => runCommand(file, { ...usual, ...flags }, each), terminal)
  } finally {
    await bank.close()
  }
}

const root = mkdtempSync(join(tmpdir(), 'endings-'))
let folders = 0

/** A folder that nobody else uses. */
export function newFolder(): string {
  const folder = join(root, String(folders++))
  mkdirSync(folder)
  return folder
}

/** All of them, to be removed at the end. */
export const allFolders = root

/** The steps of a TPP, by what is asked of the bank. */
export const stages = {
  'the first token': ({ url, body }: Visit) => url.pathname === '/as/token' && body.includes('client_credentials'),
  'a consent': ({ url, request }: Visit) =>
    url.pathname.startsWith('/aisp/v1/account-access-consents') && request.method === 'POST',
  'the decision of the PSU': ({ url }: Visit) => url.pathname === '/as/test/decide',
  'the code': ({ url, body }: Visit) => url.pathname === '/as/token' && body.includes('authorization_code'),
  'the accounts': ({ url }: Visit) => /^\/aisp\/v1\/accounts\/?$/.test(url.pathname),
  'the balances': ({ url }: Visit) => url.pathname.endsWith('/balances'),
} as const

const answer = (status: number, type: string, body: string | Buffer) => (visit: Visit) => {
  visit.response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body)
}

/** What a bank does in place of an answer. */
export const behaviours = {
  'answers with a failure of its own': answer(500, 'text/plain', 'down'),
  'says nothing': () => {},
  'hangs up': ({ request }: Visit) => void request.socket.destroy(),
  'breaks off in the middle': ({ response }: Visit) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' }).write('{"Data":')
    setTimeout(() => response.destroy(), 20)
  },
  'answers with a page': answer(200, 'text/html', '<!doctype html><title>Welcome</title>'),
  'answers with half a document': answer(200, 'application/json', '{"Data":{"Account":['),
  'answers with nothing': answer(200, 'application/json', ''),
  'answers with an empty object': answer(200, 'application/json', '{}'),
  'says gzip and is not': ({ response }: Visit) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end('{"Data":{}}')
  },
  'leads elsewhere without end': ({ url, response }: Visit) => {
    response.writeHead(302, { location: url.href }).end()
  },
  'answers with JSON without measure': answer(200, 'application/json', '['.repeat(6000) + ']'.repeat(6000)),
} as const

/** Does one of these at one stage, and is right else. */
export const at =
  (stage: keyof typeof stages, behaviour: keyof typeof behaviours) =>
  (visit: Visit): boolean => {
    if (!stages[stage](visit)) return false
    behaviours[behaviour](visit)
    return true
  }

/** How a body is compressed. */
export const codings = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync } as const

/** Compresses every answer, whoever asked for what. */
export const compressing =
  (coding: keyof typeof codings) =>
  ({ response }: Visit): boolean => {
    const { end, writeHead } = response
    response.writeHead = ((status: number, headers: Record<string, string>) =>
      writeHead.call(response, status, {
        ...headers,
        'content-encoding': coding,
      })) as typeof writeHead
    response.end = ((body?: string | Buffer) =>
      end.call(response, body === undefined ? undefined : codings[coding](body), 'utf8')) as typeof end
    return false
  }
