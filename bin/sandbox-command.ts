/**
 * `ob-sandbox`: arguments in, one call, exit code out.
 *
 * @module
 */
import { Command, CommanderError } from 'commander'
import type { MakeKey } from '#sandbox/identity/keys.js'
import {
  ConfigurationError,
  type Flags,
  RemoteError,
  readOptions,
  type Sandbox,
  startSandbox,
  storeLabel,
} from '#sandbox/index.js'
import { packageVersion } from './package-version.js'
import { addRemoteCommands } from './remote-commands.js'
import { startBanner, startLine } from './start-banner.js'

const examples = `
Try it:
  npx --no ob-sandbox start
  npx --no ob-conformance run http://127.0.0.1:8080`

async function start({ json, ...flags }: Flags & { json?: true }, { args }: Command, makeKey: MakeKey): Promise<void> {
  const options = readOptions(flags, process.env, unknownMistakes(args))
  const { isTTY } = process.stderr
  const requestLines = {
    write: (line: string) => void process.stderr.write(line),
    colours: isTTY && !process.env.NO_COLOR,
  }
  const bank = await startSandbox(
    { port: 8080, requestLog: isTTY ? 'pretty' : 'off', ...options },
    { makeKey, requestLines },
  )
  closeOnSignal(bank)
  try {
    const text = json ? `${startLine(bank)}\n` : await startBanner(bank, storeLabel(options.store ?? 'memory'))
    process.stdout.write(text)
  } catch (error) {
    await bank.close()
    throw error
  }
}

/** Arguments that commander does not know: reported together with all other mistakes. */
function unknownMistakes(args: readonly string[]): string[] {
  const options = args.filter((arg) => arg.startsWith('-'))
  const unknown = options.length > 0 ? options : args
  return unknown.map((arg) => `${arg.split('=', 1)[0]} is no option of start (ob-sandbox start --help lists them)`)
}

/** How long clients may go on using connections that they keep open, once the bank was told to end. */
const keepAliveMillis = 500

/** A signal that comes this soon after the first is the same: npx passes on what the terminal has sent already. */
const sameSignalMillis = 500

/** The first signal answers what is under way and ends with 0; a second one ends at once. */
function closeOnSignal(bank: Sandbox): void {
  let closingSince: number | undefined
  for (const [signal, code] of [
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const) {
    process.on(signal, () => {
      if (closingSince !== undefined && Date.now() - closingSince > sameSignalMillis) process.exit(code)
      if (closingSince !== undefined) return
      closingSince = Date.now()
      void bank.close({ keepAliveMillis }).then(() => process.exit(0))
    })
  }
}

/** One message for everything that can be expected to fail; a stack trace only for an error of ours. */
function explain(error: unknown): string | undefined {
  if (error instanceof CommanderError) return undefined
  if (error instanceof ConfigurationError)
    return `ob-sandbox cannot start:\n${error.mistakes.map((each) => `  - ${each}`).join('\n')}`
  if (error instanceof RemoteError) return `ob-sandbox: ${error.message}`
  const { code, message, port } = error as NodeJS.ErrnoException & { port?: number }
  if (code === 'EADDRINUSE')
    return `ob-sandbox cannot start: the port is taken (${port}); choose another with --port, or 0 for any free one`
  return `ob-sandbox cannot start: ${message}`
}

/**
 * Runs the command with the arguments of the process, and sets its exit code.
 *
 * @param makeKey makes the keys of a bank that is started
 */
export async function runCommand(makeKey: MakeKey): Promise<void> {
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
    .option(
      '--cors-origins <list>',
      'origins whose pages may read the answers in a browser, with commas between; * is any',
    )
    .option('--rotate-refresh-tokens', 'replace a refresh token each time it is used')
    .option('--user-token <mode>', 'whether payments need a user token: required, optional or off (default: required)')
    .option('--idempotency-key <mode>', 'whether x-idempotency-key is optional or required (default: optional)')
    .option('--signatures <mode>', 'of payments: off, honoured or demanded (default: honoured)')
    .option('--without-families <list>', 'extended families of payments that are not offered, such as file-payment')
    .option('--payments <list>', 'settings of payments, such as lateOrders=refuse,cancellationHours=24')
    .option(
      '--events <list>',
      'settings of events, such as retrySeconds=1+60,oneSubscription=true,privateCallbacks=true',
    )
    .option('--log <form>', 'a line for each request: pretty, json or off (default: pretty on a terminal, else off)')
    .option('--tls [folder]', 'TLS, with a CA and certificates for TPPs, kept in a folder (default: ob-sandbox-tls)')
    .option('--json', 'say it as one line of JSON')
    .allowUnknownOption()
    .allowExcessArguments()
    .addHelpText('after', examples)
    .action((flags, command) => start(flags, command, makeKey))

  addRemoteCommands(program)

  try {
    await program.parseAsync()
  } catch (error) {
    const message = explain(error)
    if (message !== undefined) process.stderr.write(`${message}\n`)
    process.exitCode = error instanceof CommanderError && error.exitCode === 0 ? 0 : 2
  }
}
