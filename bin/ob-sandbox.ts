#!/usr/bin/env node
/**
 * `ob-sandbox`: arguments in, one call, exit code out.
 *
 * @module
 */
import { Command, CommanderError } from 'commander'
import { ConfigError, type Flags, readOptions, type Sandbox, startSandbox, storeLabel } from '#sandbox/index.js'
import { packageVersion } from './package-version.js'
import { startBanner, startLine } from './start-banner.js'

const examples = `
Try it:
  npx ob-sandbox start
  npx ob-conformance run http://127.0.0.1:8080`

const program = new Command('ob-sandbox')
  .description('A whole open banking bank in one process, for third-party providers to test against')
  .version(packageVersion())
  .showHelpAfterError('(ob-sandbox --help shows what there is)')
  .exitOverride()
  .addHelpText('after', examples)

program
  .command('start')
  .description('start the bank and say how to reach it')
  .option('--port <number>', 'port to listen on; 0 takes any free one (default: 8080)')
  .option('--host <address>', 'address to listen on (default: 127.0.0.1)')
  .option('--public-url <url>', 'how the world reaches the bank behind a proxy; issuer and links use it')
  .option('--seed <number>', 'same seed, same people, accounts and credentials (default: 1)')
  .option('--store <store>', 'memory, lowdb:DIR or postgres://... to keep everything (default: memory)')
  .option('--config <file>', 'JSON or YAML file of settings, TPPs, PSUs and accounts')
  .option('--json', 'say it as one line of JSON')
  .allowUnknownOption()
  .allowExcessArguments()
  .addHelpText('after', examples)
  .action(start)

async function start({ json, ...flags }: Flags & { json?: true }, { args }: Command): Promise<void> {
  const options = readOptions(flags, process.env, unknownMistakes(args))
  const bank = await startSandbox({ port: 8080, ...options })
  closeOnSignal(bank)
  try {
    const told = json ? `${startLine(bank)}\n` : await startBanner(bank, storeLabel(options.store ?? 'memory'))
    process.stdout.write(told)
  } catch (error) {
    await bank.close()
    throw error
  }
}

/** What commander could not place: reported with all other mistakes, not on its own. */
function unknownMistakes(args: readonly string[]): string[] {
  const options = args.filter((arg) => arg.startsWith('-'))
  const unknown = options.length > 0 ? options : args
  return unknown.map((arg) => `${arg.split('=', 1)[0]} is no option of start (ob-sandbox start --help lists them)`)
}

/** The first signal drains and ends; further ones change nothing: npx passes on what the terminal has sent already. */
function closeOnSignal(bank: Sandbox): void {
  let isClosing = false
  const close = () => {
    if (isClosing) return
    isClosing = true
    void bank.close().then(() => process.exit(0))
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, close)
}

/** One message for whatever cannot be done; a stack trace only for a fault of ours. */
function explain(error: unknown): string | undefined {
  if (error instanceof CommanderError) return undefined
  if (error instanceof ConfigError)
    return `ob-sandbox cannot start:\n${error.mistakes.map((each) => `  - ${each}`).join('\n')}`
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE')
    return 'ob-sandbox cannot start: the port is taken; choose another with --port, or 0 for any free one'
  return `ob-sandbox cannot start: ${message}`
}

try {
  await program.parseAsync()
} catch (error) {
  const message = explain(error)
  if (message !== undefined) process.stderr.write(`${message}\n`)
  process.exitCode = error instanceof CommanderError && error.exitCode === 0 ? 0 : 2
}
