/**
 * `npm run demo`: a bank, the whole suite against it in a real browser, and a report.
 *
 * @module
 */
import { runCommand } from '#conformance/index.js'
import { startSandbox } from '#sandbox/index.js'
import { processTerminal } from './process-terminal.js'

const bank = await startSandbox()
process.stdout.write(`The sandbox bank is up at ${bank.url}; the suite begins.\n\n`)
try {
  process.exitCode = await runCommand(
    bank.url,
    { reporter: 'list,json,junit,html', output: 'report' },
    processTerminal(),
  )
} finally {
  await bank.close()
}
