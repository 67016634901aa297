/**
 * The terminal of this process, for the commands of the judge.
 *
 * @module
 */
import { createInterface } from 'node:readline/promises'
import { wrongInput } from '#conformance/commands/ended.js'
import type { Terminal } from '#conformance/index.js'

/**
 * A reader that goes away (`| head`) is no error: what is printed after that is lost, and the run goes on to its reports. Where what
 * is printed cannot be kept, on a full disk, nothing ends clean.
 */
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') lost ??= error.message
  })
}
let lost: string | undefined
process.on('exit', () => {
  if (lost === undefined || (process.exitCode ?? 0) !== 0) return
  process.exitCode = 2
  process.stderr.write(wrongInput(`what was printed could not be written: ${lost}`))
})

/** @param signal ends a run early; default never */
export function processTerminal(signal: AbortSignal = new AbortController().signal): Terminal {
  return {
    stdout: (text) => void process.stdout.write(text),
    stderr: (text) => void process.stderr.write(text),
    isTerminal: process.stdout.isTTY === true && process.stderr.isTTY === true && process.env.TERM !== 'dumb',
    columns: () => process.stderr.columns || 80,
    env: process.env,
    now: Date.now,
    ...(process.stdin.isTTY && process.stderr.isTTY && { ask: (question) => ask(question, signal), readLine }),
    prompt,
    signal,
  }
}

let entered: AsyncIterator<string> | undefined

/** Lines of standard input, typed or piped, one after the other. */
async function prompt(text: string): Promise<string | undefined> {
  process.stderr.write(text)
  entered ??= createInterface({ input: process.stdin })[Symbol.asyncIterator]()
  const line = await entered.next()
  return line.done ? undefined : line.value
}

async function readLine(signal: AbortSignal): Promise<string | undefined> {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return await lines.question('', { signal })
  } catch {
    return undefined
  } finally {
    lines.close()
  }
}

async function ask(question: string, signal: AbortSignal): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(es)?$/i.test((await lines.question(`${question} Go on? [y/N] `, { signal })).trim())
  } catch {
    return false
  } finally {
    lines.close()
  }
}
