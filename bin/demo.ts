/**
 * `npm run demo`: a bank, the whole suite against it in a real browser, and a report.
 *
 * @module
 */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { runCommand } from '#conformance/index.js'
import { processTerminal } from './process-terminal.js'

const bank = new Worker(new URL('demo-bank.js', import.meta.url))
const [url] = (await once(bank, 'message')) as [string]
process.stdout.write(`The sandbox bank is up at ${url}; the suite begins.\n\n`)
try {
  // the bank is on this machine: more at a time than would be polite elsewhere
  const options = { reporter: 'list,json,junit,html', output: 'report', concurrency: '6' }
  process.exitCode = await runCommand(url, options, processTerminal())
} finally {
  bank.postMessage('close')
  await once(bank, 'exit')
}
