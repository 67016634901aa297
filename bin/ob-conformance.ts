#!/usr/bin/env node
/**
 * `ob-conformance`: arguments in, one call, exit code out.
 *
 * @module
 */
import { Command, CommanderError } from 'commander'
import { explainCommand, listCommand } from '#conformance/commands/cases.js'
import { doctorCommand } from '#conformance/commands/doctor.js'
import { endedBy, wrongInput } from '#conformance/commands/ended.js'
import { initCommand } from '#conformance/commands/init.js'
import { type MergeFlags, mergeCommand } from '#conformance/commands/merge.js'
import { pagesCommand } from '#conformance/commands/pages.js'
import { planCommand } from '#conformance/commands/plan.js'
import { type RecordFlags, recordCommand } from '#conformance/commands/record.js'
import { diffCommand, verifyCommand } from '#conformance/commands/reports.js'
import { type RunFlags, runCommand } from '#conformance/commands/run.js'
import type { Flags } from '#conformance/commands/settings.js'
import { packageVersion } from './package-version.js'
import { processTerminal } from './process-terminal.js'

const controller = new AbortController()
const terminal = processTerminal(controller.signal)

const exitCodes = `
Exit codes of run and merge: 0 clean, 1 failure, 2 configuration, 3 incomplete, 4 suite error, 5 stale waiver
`

const examples = `  npx --no ob-conformance plan http://127.0.0.1:8080   # where npx --no ob-sandbox start runs
  npx --no ob-conformance run http://127.0.0.1:8080`

const targetHelp = 'URL of a sandbox, or a bank profile in YAML or JSON (see examples/bank.yaml)'
const caHelp = 'certificates in PEM that are trusted besides the known ones (in a profile: network.ca)'
const onlyHelp =
  'run only these, with spaces or commas between: a case, area, operation, version or row (AAC-001, AAC, getAccounts, *@1.0.0, AAC-REQ-010)'
const skipHelp = 'leave these out, named likewise'

const program = new Command('ob-conformance')
  .description("Holds a bank's open banking interface against the standard")
  .version(packageVersion())
  .showHelpAfterError('(ob-conformance --help shows what there is)')
  .helpCommand(false)
  .exitOverride()
  .addHelpText('after', exitCodes + examples)

program
  .command('run')
  .description('run the cases that apply and report')
  .argument('<URL|FILE>', targetHelp)
  .option('--reporter <names>', 'some of list,json,junit,markdown,html,ndjson,github', 'list,html')
  .option('--output <dir>', 'folder for reports', 'report')
  .option('--only <pattern...>', onlyHelp)
  .option('--skip <pattern...>', skipHelp)
  .option('--wanted', 'what --only and --skip leave is all that is wanted: 0 where it is clean')
  .option('--failed', 'only what did not pass in the report.json of the output folder')
  .option('--shard <i/n>', 'one of n parts of the plan, each case in one of them; merge makes one report of all')
  .option('--bail', 'end with the first failure')
  .option('--concurrency <n>', 'how many cases run at a time (default: 4)')
  .option('--strictness <level>', "stated, framework or all (default: the profile's)")
  .option('--journeys <driver>', "browser, headless or manual: a person (default: the profile's)")
  .option('--ca <file>', caHelp)
  .option('--yes', 'make the payments of the run without a question')
  .option('--no-doctor', 'do not try each setting of a profile file before the cases')
  .addHelpText('after', exitCodes + examples)
  .allowUnknownOption()
  .allowExcessArguments()
  .action(async (target: string, flags: RunFlags, { args }: Command) => {
    onFirstInterrupt(() => controller.abort())
    process.exitCode = await runCommand(target, { ...flags, unknownArguments: args.slice(1) }, terminal)
  })

program
  .command('plan')
  .description('say what a run would do, and send nothing')
  .argument('<URL|FILE>', targetHelp)
  .option('--only <pattern...>', onlyHelp)
  .option('--skip <pattern...>', skipHelp)
  .option('--shard <i/n>', 'one of n parts of the plan')
  .option('--journeys <driver>', "browser, headless or manual: a person (default: the profile's)")
  .option('--ca <file>', caHelp)
  .option('--json', 'print JSON')
  .allowUnknownOption()
  .allowExcessArguments()
  .action((target: string, flags: Flags, { args }: Command) =>
    planCommand(target, { ...flags, unknownArguments: args.slice(1) }, terminal),
  )

program
  .command('doctor')
  .description('try each setting of a profile once')
  .argument('<URL|FILE>', targetHelp)
  .option('--journeys <driver>', "browser, headless or manual: a person (default: the profile's)")
  .option('--ca <file>', caHelp)
  .option('--json', 'print JSON')
  .allowUnknownOption()
  .allowExcessArguments()
  .action(async (target: string, flags: Flags, { args }: Command) => {
    process.exitCode = await doctorCommand(target, { ...flags, unknownArguments: args.slice(1) }, terminal)
  })

program
  .command('pages')
  .description("go through a bank's pages once, by its adapter")
  .argument('<URL|FILE>', targetHelp)
  .option('--ca <file>', caHelp)
  .allowUnknownOption()
  .allowExcessArguments()
  .action(async (target: string, flags: Flags, { args }: Command) => {
    process.exitCode = await pagesCommand(target, { ...flags, unknownArguments: args.slice(1) }, terminal)
  })

program
  .command('record')
  .description('watch a journey, and write the adapter')
  .argument('<URL|FILE>', targetHelp)
  .option('--output <file>', "where to write it (default: the profile's journeys.adapter, or bank-pages.yaml)")
  .option('--locale <language>', 'language of the browser', 'en')
  .option('--minutes <n>', 'how long one journey may take', '10')
  .option('--headless', 'show no window: a program acts in the browser (OB_BROWSER)')
  .option('--ca <file>', caHelp)
  .addHelpText('after', '\nExit codes: 0 written, 2 configuration, 3 the journey did not come to its end\n')
  .allowUnknownOption()
  .allowExcessArguments()
  .action(async (target: string, flags: RecordFlags, { args }: Command) => {
    onFirstInterrupt(() => controller.abort())
    process.exitCode = await recordCommand(target, { ...flags, unknownArguments: args.slice(1) }, terminal)
    process.stdin.destroy()
  })

program
  .command('init')
  .description('ask eight things and write a profile')
  .argument('[FILE]', 'where to write it', 'bank.yaml')
  .action(async (file: string) => {
    await initCommand(file, terminal)
    process.stdin.destroy()
  })

program
  .command('merge')
  .description('make one report of the parts of a run')
  .argument('<DIR...>', 'folders of reports, one of each part (run with --shard i/n --reporter json)')
  .option('--reporter <names>', 'some of list,json,junit,markdown,html,ndjson,github', 'list,json,junit,markdown,html')
  .option('--output <dir>', 'folder for the reports of the whole', 'report')
  .addHelpText('after', exitCodes)
  .action(async (folders: readonly string[], flags: MergeFlags) => {
    process.exitCode = await mergeCommand(folders, flags, terminal)
  })

program
  .command('verify')
  .description('judge a report again by its evidence')
  .argument('[FOLDER]', 'folder of a report (run with --reporter json)', 'report')
  .action((folder: string) => {
    process.exitCode = verifyCommand(folder, terminal)
  })

program
  .command('diff')
  .description('compare an earlier report with a later')
  .argument('<BEFORE>', 'folder of the earlier report')
  .argument('<AFTER>', 'folder of the later one')
  .action((before: string, after: string) => {
    process.exitCode = diffCommand(before, after, terminal)
  })

program
  .command('list')
  .description('every case there is')
  .option('--json', 'print JSON')
  .action((flags: { json?: boolean }) => listCommand(flags, terminal))

program
  .command('explain')
  .description('a case, check, row, operation or code')
  .argument('<ID>', 'such as AAC-001, WIR-status-documented, ERR-REQ-600, getAccounts or Field.Missing')
  .action((id: string) => explainCommand(id, terminal))

/** The first interrupt ends the run with what there is; the second ends the process. */
function onFirstInterrupt(end: () => void): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      process.stderr.write('\nEnding the run; once more to stop at once.\n')
      end()
    })
  }
}

/** What nobody has caught would end the process with 1, which reads as a failure of the bank. */
for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (error: unknown) => {
    endBy(error)
    process.exit()
  })
}

function endBy(error: unknown): void {
  const { exitCode, text } = endedBy(error)
  process.exitCode = exitCode
  process.stderr.write(text)
}

try {
  await program.parseAsync()
} catch (error) {
  if (!(error instanceof CommanderError)) endBy(error)
  else if (error.exitCode !== 0) {
    process.exitCode = 2
    process.stderr.write(wrongInput(error.message.replace(/^error: /, '')))
  }
}
